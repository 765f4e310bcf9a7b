import type { CodecTraits } from "../../codec/deferred-codec.ts";
import { traits as later } from "../v0_3/traits.ts";
import { matchCard } from "./match.ts";

/** How 0.2 is recognized, and how it differs: like 0.3 without HTTP+JSON. */
export const traits = {
  ...later,
  version: "0.2",
  bindings: ["JSONRPC"],
  card: { path: "/.well-known/agent.json", match: matchCard, absorbs: ["authentication"] },
} as const satisfies CodecTraits;
