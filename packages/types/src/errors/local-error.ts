import { hasBrand } from "./brand.ts";
import { helpUrl } from "./help-url.ts";

/** Every kind of error that stays on this side. */
export type LocalErrorCode =
  /** The peer could not be reached, or the connection broke. */
  | "NETWORK"
  /** Nothing came within the time allowed. */
  | "TIMEOUT"
  /** The thing used has been closed. */
  | "CLOSED"
  /** The peer broke the protocol. */
  | "PROTOCOL"
  /** The peer sent more than the limits allow. */
  | "LIMIT"
  /** The HTTP status says no, and the body is not the protocol's. */
  | "HTTP"
  /** An address that must not be called from here. */
  | "BLOCKED"
  /** Both sides have no version or binding in common. */
  | "NO_COMMON_INTERFACE"
  /** The caller holds no grant for this. */
  | "PERMISSION"
  /** The configuration is wrong. */
  | "CONFIG"
  /** Whether the request took effect is not known. */
  | "OUTCOME_UNKNOWN"
  /** A signature could not be verified. */
  | "SIGNATURE";

/** Optional details of a local error. */
export interface LocalErrorOptions {
  /** The cause. */
  cause?: unknown;
  /** Whether the same call may succeed later. Default: only for `NETWORK` and `TIMEOUT`. */
  retryable?: boolean;
  /** When a further try makes sense. */
  retryAfterMs?: number | undefined;
  /** The HTTP status, if one was received. */
  status?: number | undefined;
  /** The attempts before giving up, one line each. */
  attempts?: readonly string[];
}

const BRAND = Symbol.for("@a2a/types/LocalError");

/** An error that never crosses the wire: a refused connection, a time-out, a peer that broke the protocol. */
export class LocalError extends Error {
  override readonly name: string = "LocalError";
  /** The kind of the error. */
  readonly code: LocalErrorCode;
  /** The URL of its causes and fixes. */
  readonly help: string;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** When a further try makes sense. */
  readonly retryAfterMs: number | undefined;
  /** The HTTP status, if one was received. */
  readonly status: number | undefined;
  /** The attempts before giving up, one line each; empty if the message itself lists them. */
  readonly attempts: readonly string[];

  constructor(code: LocalErrorCode, message: string, options: LocalErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.help = helpUrl(code);
    this.retryable = options.retryable ?? (code === "NETWORK" || code === "TIMEOUT");
    this.retryAfterMs = options.retryAfterMs;
    this.status = options.status;
    this.attempts = options.attempts ?? [];
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/** Raised before anything is sent when the caller holds no grant for an agent. */
export class PermissionError extends LocalError {
  override readonly name = "PermissionError";

  constructor(message: string) {
    super("PERMISSION", message);
  }
}

/** Whether a value is a `LocalError`, of any code or of the one given, also when another copy of this package made it. */
export function isLocalError<Code extends LocalErrorCode = LocalErrorCode>(
  value: unknown,
  code?: Code,
): value is LocalError & { code: Code } {
  return hasBrand(value, BRAND, code);
}
