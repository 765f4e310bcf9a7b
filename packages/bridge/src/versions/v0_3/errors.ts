import type { ErrorCodec, WireError } from "../../codec/version-codec.ts";
import { detailsOf } from "../../errors/error-details.ts";
import { errorTable } from "../../errors/error-table.ts";
import { decodeOlder, encodeData, isToldByCode } from "../../errors/older-errors.ts";
import { optional } from "../../stash/stash.ts";

/** 0.3 errors: the codes of 1.0, and data of any shape where the code does not tell everything. Over HTTP+JSON the body is the same object. */
export const errors: ErrorCodec = {
  encode(error): WireError {
    const code = errorTable[error.code].rpc;
    // Of two clients for Go one reads the data as a list only, the other as an object only.
    const data = isToldByCode(error, code) ? undefined : encodeData(error);
    return { code, message: error.message, ...optional("data", data) };
  },
  decode: (wire) => decodeOlder(wire, () => undefined),
  // Not specified beyond the status: one SDK tells errors by their names, another reads the status object of 1.0.
  encodeHttp(error) {
    const { rpc, http, grpc } = errorTable[error.code];
    const details = detailsOf(error, true);
    const status = { code: http, status: grpc, message: error.message, details };
    const data = optional("data", encodeData(error));
    return { code: rpc, message: error.message, ...data, type: nameOf(error.code), error: status };
  },
};

/** `TaskNotFoundError` for `TASK_NOT_FOUND`. */
function nameOf(code: string): string {
  return `${code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Error`;
}
