import type { ErrorCode } from "@a2a/types";
import type { ErrorCodec, WireError } from "../../codec/version-codec.ts";
import { errorTable } from "../../errors/error-table.ts";
import { decodeOlder, encodeData } from "../../errors/older-errors.ts";
import { optional } from "../../stash/stash.ts";

/** Errors whose code in 0.1 differs from 1.0. */
const own: { readonly [Code in ErrorCode]?: number } = {
  INVALID_AGENT_RESPONSE: -32603,
  EXTENDED_AGENT_CARD_NOT_CONFIGURED: -32004,
  EXTENSION_SUPPORT_REQUIRED: -32004,
  VERSION_NOT_SUPPORTED: -32004,
  UNAUTHENTICATED: -32007,
  PERMISSION_DENIED: -32008,
  RATE_LIMITED: -32010,
  CAPACITY_EXCEEDED: -32011,
  UNAVAILABLE: -32011,
};

/** The codes -32006 to -32011 have a different meaning in 0.1. */
const meanings: ReadonlyMap<number, ErrorCode> = new Map([
  [-32006, "UNSUPPORTED_OPERATION"],
  [-32007, "UNAUTHENTICATED"],
  [-32008, "PERMISSION_DENIED"],
  [-32009, "UNSUPPORTED_OPERATION"],
  [-32010, "RATE_LIMITED"],
  [-32011, "UNAVAILABLE"],
]);

/** 0.1 errors. */
export const errors: ErrorCodec = {
  encode(error, options): WireError {
    const code = own[error.code] ?? errorTable[error.code].rpc;
    if (options?.dialect?.bareErrors) return { code, message: error.message, data: null };
    const data = encodeData(error);
    return { code, message: error.message, ...optional("data", data && { ...data, reason: error.code }) };
  },
  decode: (wire) => decodeOlder(wire, (code) => meanings.get(code)),
};
