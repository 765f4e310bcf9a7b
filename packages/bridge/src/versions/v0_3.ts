import type { VersionCodec } from "../codec/version-codec.ts";
import { card } from "./v0_3/card.ts";
import { errors } from "./v0_3/errors.ts";
import { matchAnswer, ownsBody } from "./v0_3/match.ts";
import { operations } from "./v0_3/operations.ts";
import { push } from "./v0_3/push-payload.ts";
import { restForms } from "./v0_3/rest/rest-forms.ts";

/** Protocol 0.3. */
export const v0_3: VersionCodec = {
  version: "0.3",
  bindings: ["JSONRPC", "HTTP+JSON", "GRPC"],
  operations,
  restForms,
  card,
  errors,
  push,
  mediaType: "application/json",
  matchAnswer,
  extensionsHeader: "X-A2A-Extensions",
  optionalPushIds: true,
  refusesRepeatedCancel: true,
  errorsAsEvents: true,
  ownsBody,
  sharedOperations: ["getTask", "cancelTask", "subscribeToTask"],
};
