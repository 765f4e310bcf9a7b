import type { ErrorCodec } from "../../codec/version-codec.ts";
import { errorTable } from "../../errors/error-table.ts";
import { errors as later } from "../v0_3/errors.ts";

/** 0.2 errors are those of 0.3, except that a declared but missing card is not found. */
export const errors: ErrorCodec = {
  ...later,
  httpStatus: ({ code }) => (code === "EXTENDED_AGENT_CARD_NOT_CONFIGURED" ? 404 : errorTable[code].http),
};
