import type { VersionCodec } from "../../codec/version-codec.ts";
import { card } from "./card.ts";
import { errors } from "./errors.ts";
import { matchAnswer, ownsBody } from "./match.ts";
import { operations } from "./operations.ts";
import { push } from "./push-payload.ts";
import { restForms } from "./rest/rest-forms.ts";

/** Protocol 0.3. */
export const v0_3: VersionCodec = {
  version: "0.3",
  bindings: ["JSONRPC", "HTTP+JSON"],
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
