import { errorTable } from "@a2a/bridge";
import { type ErrorCode, isA2AError, isLocalError, type LocalError } from "@a2a/types";
import { type Io, json, line, shown } from "./io.ts";
import { label } from "./label.ts";
import { inFlags } from "./remedies.ts";

/** A command was called with wrong arguments. */
export class UsageError extends Error {}

/** The error codes that the public a2a-cli specification registers for failures on the caller's side. */
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

/** An error with one of those codes. */
export class CliError extends Error {
  readonly code: CliErrorCode;
  readonly hint: string | undefined;

  constructor(code: CliErrorCode, message: string, { hint, cause }: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.code = code;
    this.hint = hint;
  }
}

/** An error that interrupted a running task: the task still exists, and the hint is the command that continues it. */
export class UnfinishedError extends Error {
  readonly hint: string;

  constructor(cause: unknown, hint: string) {
    super("the connection ended before the task did", { cause });
    this.hint = hint;
  }
}

/** A failure for people and programs, with the exit status. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** The URL of the error's causes and fixes. */
  readonly help?: string;
  /** The protocol's own number, if the agent answered with an error. */
  readonly a2aCode?: number;
  readonly exit: number;
}

/** Classifies an error by exit status: 1 failure, 2 usage, 3 unreachable, 4 credentials, 5 timeout. */
export function failureOf(error: unknown, command = "COMMAND"): Failure {
  const failure = classify(error, command);
  return { ...failure, message: inFlags(failure.message, command) };
}

function classify(error: unknown, command: string): Failure {
  if (error instanceof UnfinishedError) return { ...classify(error.cause, command), hint: error.hint };
  if (error instanceof UsageError)
    return ours("A2ACLI_ERR_USAGE", error.message, `a2a help${command && ` ${command}`} shows the usage`);
  if (error instanceof CliError) return ours(error.code, error.message, error.hint);
  if (isA2AError(error)) return { ...ofProtocol(error.code, error.message), help: error.help };
  if (isLocalError(error, "CONFIG")) return ofLocal(error); // the message says what to change
  if (isLocalError(error)) return { ...ofLocal(error), help: error.help };
  if (error instanceof TypeError || error instanceof RangeError) return ours("A2ACLI_ERR_USAGE", error.message);
  return ours("A2ACLI_ERR_INTERNAL", error instanceof Error ? error.message : String(error));
}

function ours(code: CliErrorCode, message: string, hint?: string): Failure {
  return { code, message, exit: EXITS[code], ...(hint !== undefined && { hint }) };
}

function ofProtocol(code: ErrorCode, message: string): Failure {
  if (code === "UNAUTHENTICATED" || code === "PERMISSION_DENIED") {
    const hint = / was not sent\b/.test(message)
      ? '--header "Authorization: Bearer TOKEN" is sent in any case'
      : undefined;
    return ours("A2ACLI_ERR_AUTH_FAILED", message, hint);
  }
  const hint = "--debug shows the requests and responses";
  return { code: nameOf(code), message, hint, a2aCode: errorTable[code].rpc, exit: 1 };
}

function ofLocal({ code, message }: LocalError): Failure {
  switch (code) {
    case "TIMEOUT":
      return ours("A2ACLI_ERR_TIMEOUT", message, "--timeout allows more time");
    case "NETWORK":
      return ours("A2ACLI_ERR_UNREACHABLE", message, "check the address, and that the agent is running");
    case "BLOCKED":
      return ours(
        "A2ACLI_ERR_UNREACHABLE",
        message,
        / not a public address$/.test(message)
          ? "the card names this address: --allow-private calls it all the same"
          : undefined,
      );
    case "PROTOCOL":
    case "LIMIT":
      return ofProtocol("INVALID_AGENT_RESPONSE", message);
    case "CONFIG":
      return ours("A2ACLI_ERR_USAGE", message);
    default:
      // The specification's list of codes is closed; vendors use a prefix of their own.
      return { code: `A2AKIT_${code}`, message, hint: "--debug shows the requests and responses", exit: 1 };
  }
}

/** A failure as programs read it: one JSON object. */
export function printed({ code, message, hint, a2aCode }: Failure): string {
  return json({ error: { code, message, hint: hint ?? null, a2aCode: a2aCode ?? null } });
}

/** A failure as people read it: lines, with colored labels on a terminal. */
export function described({ code, message, hint, help }: Failure, io: Pick<Io, "watched">): string {
  const lines = [`${label(io, "Error")} ${code}`, `Message: ${line(message)}`];
  if (hint) lines.push(`${label(io, "Hint")} ${shown(hint)}`);
  if (help) lines.push(`Help: ${help}`);
  return lines.join("\n");
}

/** The protocol's name for an error: `TASK_NOT_FOUND` is `TaskNotFoundError`. */
function nameOf(code: ErrorCode): string {
  if (code === "PARSE_ERROR") return "JSONParseError";
  const words = code.split("_").map((word) => word.charAt(0) + word.slice(1).toLowerCase());
  return `${words.join("")}Error`;
}
