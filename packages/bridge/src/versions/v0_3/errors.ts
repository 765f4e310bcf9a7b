import type { ErrorCodec, WireError } from "../../codec/version-codec.ts";
import { detailsOf } from "../../errors/error-details.ts";
import { errorTable } from "../../errors/error-table.ts";
import { decodeOlder, encodeData } from "../../errors/older-errors.ts";
import { optional } from "../../stash/stash.ts";

/** 0.3 errors: the codes of 1.0, and data of any shape. Over HTTP+JSON the body is the same object. */
export const errors: ErrorCodec = {
  encode(error): WireError {
    return { code: errorTable[error.code].rpc, message: error.message, ...optional("data", encodeData(error)) };
  },
  decode: (wire) => decodeOlder(wire, () => undefined),
  // Not specified beyond the status: one SDK tells errors by their names, another reads the status object of 1.0.
  encodeHttp(error) {
    const { http, grpc } = errorTable[error.code];
    const details = detailsOf(error, true);
    const status = { code: http, status: grpc, message: error.message, details };
    return { ...errors.encode(error), type: nameOf(error.code), error: status };
  },
};

/** `TaskNotFoundError` for `TASK_NOT_FOUND`. */
function nameOf(code: string): string {
  return `${code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Error`;
}
