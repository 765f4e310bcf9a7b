import { engineContract } from "@a2a/server/engine-kit";
import { describe, expect, it } from "vitest";
import { harness } from "./harness.ts";

engineContract({ describe, it, expect }, harness("poll"));
