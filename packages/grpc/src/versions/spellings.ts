import type { GrpcSpelling } from "./spelling.ts";
import { v0_3Spelling } from "./v0_3.ts";
import { v1_0Spelling } from "./v1_0.ts";

/** The protocol versions that have a gRPC binding. */
export const spellings: Readonly<Record<string, GrpcSpelling>> = { "1.0": v1_0Spelling, "0.3": v0_3Spelling };
