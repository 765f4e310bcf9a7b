import type { VersionCodec } from "../../codec/version-codec.ts";
import { errors } from "../v0_3/errors.ts";
import { push } from "../v0_3/push-payload.ts";
import { decodeCard, encodeCard } from "./card.ts";
import { operations } from "./operations.ts";

/** Protocol 0.2, as its last patch speaks it. */
export const v0_2: VersionCodec = {
  version: "0.2",
  operations,
  card: { decode: decodeCard, encode: encodeCard },
  errors,
  push,
  extensionsHeader: "X-A2A-Extensions",
};
