import type { VersionCodec } from "../codec/version-codec.ts";
import { card } from "./v0_2/card.ts";
import { errors } from "./v0_2/errors.ts";
import { operations } from "./v0_2/operations.ts";
import { traits } from "./v0_2/traits.ts";
import { push } from "./v0_3/push-payload.ts";

/** Protocol 0.2 as of its last patch release. */
export const v0_2: VersionCodec = { ...traits, operations, card, errors, push };
