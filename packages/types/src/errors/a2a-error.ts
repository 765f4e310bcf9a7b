import type { JsonObject } from "../json/json.ts";
import { hasBrand } from "./brand.ts";
import { type ErrorCode, errorMessages } from "./codes.ts";
import { helpUrl } from "./help-url.ts";

/** One member of a request that was wrong, in the coordinates of the wire: `message.parts.0.file`. */
export interface FieldViolation {
  /** Where, as a dotted path. */
  field: string;
  /** The problem, and the expected value. */
  description: string;
}

/** Optional details of an error. */
export interface A2AErrorOptions {
  /** Facts for machines, such as the id of the task; they cross the wire. */
  metadata?: Readonly<Record<string, string>>;
  /** The members that were wrong. */
  violations?: readonly FieldViolation[];
  /** Further typed details, each with `@type`; they cross the wire as they are. */
  details?: readonly JsonObject[];
  /** When a further try makes sense. */
  retryAfterMs?: number | undefined;
  /** The cause; never crosses the wire. */
  cause?: unknown;
}

const BRAND = Symbol.for("@a2a/types/A2AError");

/** An error that may cross the wire. Its message is written for the peer; internal details belong in `cause`. */
export class A2AError extends Error {
  override readonly name: string = "A2AError";
  /** The kind of the error. */
  readonly code: ErrorCode;
  /** The URL of its causes and fixes. */
  readonly help: string;
  /** Facts for machines. */
  readonly metadata: Readonly<Record<string, string>>;
  /** The members that were wrong. */
  readonly violations: readonly FieldViolation[];
  /** Further typed details. */
  readonly details: readonly JsonObject[];
  /** When a further try makes sense. */
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, message?: string, options: A2AErrorOptions = {}) {
    super(message ?? errorMessages[code], options);
    this.code = code;
    this.help = helpUrl(code);
    this.metadata = options.metadata ?? {};
    this.violations = options.violations ?? [];
    this.details = options.details ?? [];
    this.retryAfterMs = options.retryAfterMs;
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/** Whether a value is an `A2AError`, of any code or of the one given, also when another copy of this package made it. */
export function isA2AError<Code extends ErrorCode = ErrorCode>(
  value: unknown,
  code?: Code,
): value is A2AError & { code: Code } {
  return hasBrand(value, BRAND, code);
}
