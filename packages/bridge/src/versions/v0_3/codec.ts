import type { VersionCodec } from "../../codec/version-codec.ts";
import { decodeCard, encodeCard } from "./card.ts";
import { errors } from "./errors.ts";
import { operations } from "./operations.ts";
import { push } from "./push-payload.ts";

/** Protocol 0.3. */
export const v0_3: VersionCodec = {
  version: "0.3",
  operations,
  card: { decode: decodeCard, encode: encodeCard },
  errors,
  push,
  extensionsHeader: "X-A2A-Extensions",
};
