import { StreamResponseSchema } from "@a2a/types";
import { reader } from "../../codec/read.ts";
import { toWire } from "../../codec/to-wire.ts";
import type { VersionCodec } from "../../codec/version-codec.ts";
import { decodeCard, encodeCard } from "./card.ts";
import { errors } from "./errors.ts";
import { mender } from "./mend.ts";
import { operations } from "./operations.ts";

/** Protocol 1.0. The model is its JSON, so this codec only checks and passes through. */
export const v1_0: VersionCodec = {
  version: "1.0",
  operations,
  card: { decode: decodeCard, encode: encodeCard },
  errors,
  push: {
    contentType: "application/a2a+json",
    encode: (event) => toWire(event),
    decode: reader(StreamResponseSchema, mender(StreamResponseSchema)),
  },
  extensionsHeader: "A2A-Extensions",
  versionHeader: "A2A-Version",
};
