import { deferCodec } from "../codec/defer-codec.ts";
import type { VersionCodec } from "../codec/version-codec.ts";
import { requestTraits as requests0_1 } from "./v0_1/request-traits.ts";
import { traits as v0_1 } from "./v0_1/traits.ts";
import { requestTraits as requests0_2 } from "./v0_2/request-traits.ts";
import { traits as v0_2 } from "./v0_2/traits.ts";
import { requestTraits as requests0_3 } from "./v0_3/request-traits.ts";
import { traits as v0_3 } from "./v0_3/traits.ts";
import { v1_0 } from "./v1_0.ts";

/** The codecs of all protocol versions, newest first; those of older versions are loaded when they are first needed. */
export const codecsOnDemand: readonly VersionCodec[] = [
  v1_0,
  deferCodec({ ...v0_3, ...requests0_3 }, async () => (await import("./older.ts")).v0_3),
  deferCodec({ ...v0_2, ...requests0_2 }, async () => (await import("./older.ts")).v0_2),
  deferCodec({ ...v0_1, ...requests0_1 }, async () => (await import("./older.ts")).v0_1),
];
