import { toWire } from "../codec/to-wire.ts";
import type { VersionCodec } from "../codec/version-codec.ts";
import { card } from "./v1_0/card.ts";
import { errors } from "./v1_0/errors.ts";
import { matchAnswer } from "./v1_0/match.ts";
import { operations } from "./v1_0/operations.ts";
import { decodeEvent } from "./v1_0/stream.ts";

/** Protocol 1.0. The model is its JSON, so this codec only checks and passes through. */
export const v1_0: VersionCodec = {
  version: "1.0",
  bindings: ["JSONRPC", "HTTP+JSON", "GRPC"],
  operations,
  card,
  errors,
  push: {
    contentType: "application/a2a+json",
    recognizes: (wire) => matchAnswer(wire) === "certain",
    encode: (event) => toWire(event),
    decode: decodeEvent,
  },
  mediaType: "application/a2a+json",
  matchAnswer,
  extensionsHeader: "A2A-Extensions",
  versionHeader: "A2A-Version",
  errorsAsEvents: true,
  // The public kit (STREAM-SUB-003) takes an error in an event for the beginning of a subscription.
  plainErrors: { subscribeToTask: ["UNSUPPORTED_OPERATION"] },
};
