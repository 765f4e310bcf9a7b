import { errorTable } from "@a2a/bridge";
import { type ErrorCode, isA2AError, isLocalError, type LocalError } from "@a2a/types";
import { json, line, shown } from "./io.ts";

/** A command was called in a way it does not understand. */
export class UsageError extends Error {}

/** The codes of the public a2a-cli specification for what goes wrong on this side. There are no others. */
export type CliErrorCode =
  | "A2ACLI_ERR_USAGE"
  | "A2ACLI_ERR_CARD_NOT_FOUND"
  | "A2ACLI_ERR_CARD_INVALID"
  | "A2ACLI_ERR_UNREACHABLE"
  | "A2ACLI_ERR_CREDENTIALS_MISSING"
  | "A2ACLI_ERR_AUTH_FAILED"
  | "A2ACLI_ERR_TIMEOUT"
  | "A2ACLI_ERR_INTERNAL";

const EXITS: Readonly<Record<CliErrorCode, number>> = {
  A2ACLI_ERR_USAGE: 2,
  A2ACLI_ERR_CARD_NOT_FOUND: 3,
  A2ACLI_ERR_CARD_INVALID: 1,
  A2ACLI_ERR_UNREACHABLE: 3,
  A2ACLI_ERR_CREDENTIALS_MISSING: 4,
  A2ACLI_ERR_AUTH_FAILED: 4,
  A2ACLI_ERR_TIMEOUT: 5,
  A2ACLI_ERR_INTERNAL: 1,
};

/** Something that has one of those codes. */
export class CliError extends Error {
  readonly code: CliErrorCode;
  readonly hint: string | undefined;

  constructor(code: CliErrorCode, message: string, { hint, cause }: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.code = code;
    this.hint = hint;
  }
}

/** An error that came while a task was at work: the task is still there, and the hint says how to go on with it. */
export class UnfinishedError extends Error {
  readonly hint: string;

  constructor(cause: unknown, hint: string) {
    super("the task was not seen to its end", { cause });
    this.hint = hint;
  }
}

/** What went wrong, for people and for programs, and the status to exit with. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** The protocol's own number, where the agent answered with an error. */
  readonly a2aCode?: number;
  readonly exit: number;
}

/** Judges an error: 1 failure, 2 usage, 3 out of reach, 4 credentials, 5 time-out. */
export function failureOf(error: unknown): Failure {
  if (error instanceof UnfinishedError) return { ...failureOf(error.cause), hint: error.hint };
  if (error instanceof UsageError) return ours("A2ACLI_ERR_USAGE", error.message, "a2a help COMMAND shows how");
  if (error instanceof CliError) return ours(error.code, error.message, error.hint);
  if (isA2AError(error)) return ofProtocol(error.code, error.message);
  if (isLocalError(error)) return ofLocal(error);
  if (error instanceof TypeError || error instanceof RangeError) return ours("A2ACLI_ERR_USAGE", error.message);
  return ours("A2ACLI_ERR_INTERNAL", error instanceof Error ? error.message : String(error));
}

function ours(code: CliErrorCode, message: string, hint?: string): Failure {
  return { code, message, exit: EXITS[code], ...(hint !== undefined && { hint }) };
}

function ofProtocol(code: ErrorCode, message: string): Failure {
  if (code === "UNAUTHENTICATED" || code === "PERMISSION_DENIED") return ours("A2ACLI_ERR_AUTH_FAILED", message);
  const hint = "--debug shows what was exchanged";
  return { code: nameOf(code), message, hint, a2aCode: errorTable[code].rpc, exit: 1 };
}

function ofLocal(error: LocalError): Failure {
  const { code, message } = error;
  switch (code) {
    case "TIMEOUT":
      return ours("A2ACLI_ERR_TIMEOUT", message, "--timeout allows more time");
    case "NETWORK":
    case "BLOCKED":
      return ours("A2ACLI_ERR_UNREACHABLE", message, "check the address");
    case "PROTOCOL":
    case "LIMIT":
      // The protocol has a name for an agent that does not keep to it.
      return ofProtocol("INVALID_AGENT_RESPONSE", message);
    case "CONFIG":
      return ours("A2ACLI_ERR_USAGE", message);
    default:
      // The registry of the specification is closed; what it has no code for gets one under a prefix of our own.
      return { code: `A2AKIT_${code}`, message, hint: "--debug shows what was exchanged", exit: 1 };
  }
}

/** A failure as it is printed: one object, or lines. */
export function printed({ code, message, hint, a2aCode }: Failure, asJson: boolean): string {
  if (asJson) return json({ error: { code, message, hint: hint ?? null, a2aCode: a2aCode ?? null } });
  return [`Error: ${code}`, `Message: ${line(message)}`, ...(hint ? [`Hint: ${shown(hint)}`] : [])].join("\n");
}

/** The protocol's name of an error: `TASK_NOT_FOUND` is `TaskNotFoundError`. */
function nameOf(code: ErrorCode): string {
  if (code === "PARSE_ERROR") return "JSONParseError";
  const words = code.split("_").map((word) => word.charAt(0) + word.slice(1).toLowerCase());
  return `${words.join("")}Error`;
}
