import { isA2AError, isLocalError } from "@a2a/types";
import { json, shown } from "./io.ts";

/** A command was called in a way it does not understand. */
export class UsageError extends Error {}

/** What went wrong, for people and for programs, and the status to exit with. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** The protocol's own number, where the agent answered with an error. */
  readonly a2aCode?: string;
  readonly exit: number;
}

/** Judges an error: 1 failure, 2 usage, 3 out of reach, 4 credentials, 5 time-out. */
export function failureOf(error: unknown): Failure {
  if (error instanceof UsageError) {
    return { code: "A2ACLI_ERR_USAGE", message: error.message, hint: "a2a help shows how", exit: 2 };
  }
  if (isA2AError(error)) {
    const exit = error.code === "UNAUTHENTICATED" || error.code === "PERMISSION_DENIED" ? 4 : 1;
    const hint = exit === 4 ? "pass --bearer or --api-key, or set A2ACLI_BEARER" : "--debug shows what was exchanged";
    return { code: nameOf(error.code), message: error.message, hint, a2aCode: error.code, exit };
  }
  if (isLocalError(error)) {
    const { code, message } = error;
    if (code === "TIMEOUT") return { code: "A2ACLI_ERR_TIMEOUT", message, hint: "--timeout allows more time", exit: 5 };
    if (code === "NETWORK" || code === "BLOCKED") {
      return { code: "A2ACLI_ERR_UNREACHABLE", message, hint: "check the address", exit: 3 };
    }
    if (code === "NO_COMMON_INTERFACE") return { code: "A2ACLI_ERR_TRANSPORT", message, exit: 1 };
    if (code === "HTTP" || code === "PROTOCOL") return { code: "A2ACLI_ERR_PROTOCOL", message, exit: 1 };
    return { code: `A2AKIT_${code}`, message, exit: 1 };
  }
  if (error instanceof TypeError || error instanceof RangeError) {
    return { code: "A2ACLI_ERR_USAGE", message: error.message, exit: 2 };
  }
  return { code: "A2AKIT_INTERNAL", message: error instanceof Error ? error.message : String(error), exit: 1 };
}

/** A failure as it is printed: one object, or lines. */
export function printed({ code, message, hint, a2aCode }: Failure, asJson: boolean): string {
  if (asJson) return json({ error: { code, message, ...(hint && { hint }), ...(a2aCode && { a2aCode }) } });
  return [`Error: ${code}`, `Message: ${shown(message)}`, ...(hint ? [`Hint: ${hint}`] : [])].join("\n");
}

/** The protocol's name of an error: `TASK_NOT_FOUND` is `TaskNotFoundError`. */
function nameOf(code: string): string {
  const words = code.split("_").map((word) => word.charAt(0) + word.slice(1).toLowerCase());
  return `${words.join("")}Error`;
}
