import type { ErrorCodec, WireError } from "../../codec/version-codec.ts";
import { errorTable } from "../../errors/error-table.ts";
import { decodeOlder, encodeData } from "../../errors/older-errors.ts";
import { optional } from "../../stash/stash.ts";

/** 0.3 errors: the codes of 1.0, and data of any shape. Over HTTP+JSON the body is the same object. */
export const errors: ErrorCodec = {
  encode(error): WireError {
    return { code: errorTable[error.code].rpc, message: error.message, ...optional("data", encodeData(error)) };
  },
  decode: (wire) => decodeOlder(wire, () => undefined),
};
