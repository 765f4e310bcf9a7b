import type { VersionCodec } from "../codec/version-codec.ts";
import { card } from "./v0_3/card.ts";
import { errors } from "./v0_3/errors.ts";
import { operations } from "./v0_3/operations.ts";
import { push } from "./v0_3/push-payload.ts";
import { requestTraits } from "./v0_3/request-traits.ts";
import { restForms } from "./v0_3/rest/rest-forms.ts";
import { restVariants } from "./v0_3/rest/rest-variants.ts";
import { traits } from "./v0_3/traits.ts";

const { ownsBody } = requestTraits;

/** Protocol 0.3. */
export const v0_3: VersionCodec = { ...traits, ownsBody, operations, restForms, restVariants, card, errors, push };
