import { processWide } from "./packages/client/src/endpoint/endpoint-memory.ts";

// The ports of agents that earlier test files have called may belong to other agents by now.
processWide.clear();
