import { deferAnswers } from "../codec/deferred-codec.ts";
import type { VersionCodec } from "../codec/version-codec.ts";
import { traits as v0_1 } from "./v0_1/traits.ts";
import { traits as v0_2 } from "./v0_2/traits.ts";
import { traits as v0_3 } from "./v0_3/traits.ts";
import { v1_0 } from "./v1_0.ts";

/** The codecs on demand for a client: those of older versions recognize answers and cards before they are loaded, and no requests. */
export const clientCodecs: readonly VersionCodec[] = [
  v1_0,
  deferAnswers(v0_3, async () => (await import("./older.ts")).v0_3),
  deferAnswers(v0_2, async () => (await import("./older.ts")).v0_2),
  deferAnswers(v0_1, async () => (await import("./older.ts")).v0_1),
];
