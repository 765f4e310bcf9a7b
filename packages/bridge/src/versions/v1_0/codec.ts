import { toWire } from "../../codec/to-wire.ts";
import type { VersionCodec } from "../../codec/version-codec.ts";
import { decodeCard, encodeCard } from "./card.ts";
import { errors } from "./errors.ts";
import { operations } from "./operations.ts";
import { decodeEvent } from "./stream.ts";

/** Protocol 1.0. The model is its JSON, so this codec only checks and passes through. */
export const v1_0: VersionCodec = {
  version: "1.0",
  operations,
  card: { decode: decodeCard, encode: encodeCard },
  errors,
  push: { contentType: "application/a2a+json", encode: (event) => toWire(event), decode: decodeEvent },
  extensionsHeader: "A2A-Extensions",
  versionHeader: "A2A-Version",
};
