import { deferCodec } from "./codec/deferred-codec.ts";
import type { VersionCodec } from "./codec/version-codec.ts";
import { traits as v0_1 } from "./versions/v0_1/traits.ts";
import { traits as v0_2 } from "./versions/v0_2/traits.ts";
import { traits as v0_3 } from "./versions/v0_3/traits.ts";
import { v1_0 } from "./versions/v1_0.ts";

/** The codecs of all protocol versions, newest first; those of older versions are loaded when they are first needed. */
export const codecsOnDemand: readonly VersionCodec[] = [
  v1_0,
  deferCodec(v0_3, async () => (await import("./versions/older.ts")).v0_3),
  deferCodec(v0_2, async () => (await import("./versions/older.ts")).v0_2),
  deferCodec(v0_1, async () => (await import("./versions/older.ts")).v0_1),
];
