import type { VersionCodec } from "../../codec/version-codec.ts";
import { push } from "../v0_3/push-payload.ts";
import { card } from "./card.ts";
import { errors } from "./errors.ts";
import { operations } from "./operations.ts";

/** Protocol 0.2, as its last patch speaks it. */
export const v0_2: VersionCodec = {
  version: "0.2",
  operations,
  card,
  errors,
  push,
  extensionsHeader: "X-A2A-Extensions",
};
