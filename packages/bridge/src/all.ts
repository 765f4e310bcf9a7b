import type { VersionCodec } from "./codec/version-codec.ts";
import { v0_1 } from "./versions/v0_1.ts";
import { v0_2 } from "./versions/v0_2.ts";
import { v0_3 } from "./versions/v0_3.ts";
import { v1_0 } from "./versions/v1_0.ts";

/** The codecs of all protocol versions, newest first. */
export const allCodecs: readonly VersionCodec[] = [v1_0, v0_3, v0_2, v0_1];
