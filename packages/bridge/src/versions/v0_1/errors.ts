import { type ErrorCode, errorCodes } from "@a2a/types";
import type { ErrorCodec, WireError } from "../../codec/version-codec.ts";
import { errorTable } from "../../errors/error-table.ts";
import { decodeOlder, encodeData } from "../../errors/older-errors.ts";
import { optional } from "../../stash/stash.ts";

const rows = errorCodes.map((code) => ({ code, ...errorTable[code] }));

/** The codes that mean the same in 0.1 and 1.0. */
const unchanged = new Set(rows.filter(({ rpc0_1 }) => rpc0_1 === undefined).map(({ rpc }) => rpc));

/** The codes that have another meaning in 0.1: the first two stand for operations that later versions do not have. */
const meanings = new Map<number, ErrorCode>([
  [-32006, "UNSUPPORTED_OPERATION"],
  [-32009, "UNSUPPORTED_OPERATION"],
]);
for (const { code, rpc0_1 } of rows) {
  if (rpc0_1 !== undefined && !unchanged.has(rpc0_1)) meanings.set(rpc0_1, code);
}

/** 0.1 errors. */
export const errors: ErrorCodec = {
  encode(error, options): WireError {
    const { rpc, rpc0_1: code = rpc } = errorTable[error.code];
    if (options?.dialect?.bareErrors) return { code, message: error.message, data: null };
    const data = encodeData(error);
    return { code, message: error.message, ...optional("data", data && { ...data, reason: error.code }) };
  },
  decode: (wire) => decodeOlder(wire, (code) => meanings.get(code)),
};
