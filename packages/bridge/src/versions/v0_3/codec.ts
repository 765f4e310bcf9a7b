import type { VersionCodec } from "../../codec/version-codec.ts";
import { card } from "./card.ts";
import { errors } from "./errors.ts";
import { operations } from "./operations.ts";
import { push } from "./push-payload.ts";
import { restForms } from "./rest-forms.ts";

/** Protocol 0.3. */
export const v0_3: VersionCodec = {
  version: "0.3",
  operations,
  restForms,
  card,
  errors,
  push,
  extensionsHeader: "X-A2A-Extensions",
};
