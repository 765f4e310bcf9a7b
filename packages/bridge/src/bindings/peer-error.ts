import { A2AError, isA2AError, LocalError } from "@a2a/types";
import { errorTable } from "../errors/error-table.ts";
import { codeOfStatus } from "../errors/http-status.ts";
import type { Headers, IncomingAnswer } from "./http-messages.ts";

const SHOWN = 200;

/** An excerpt of a peer's response for an error message: at most 200 characters, with control characters escaped. */
export function excerpt(text: string): string {
  const cut = text.slice(0, SHOWN);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters.
  const shown = cut.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, escaped);
  return shown.slice(0, SHOWN * 2);
}

/** An excerpt of the message in a peer's JSON error, `{"error": {"message"}}`, or else of the whole body. */
export function excerptOfError(body: string): string {
  let message: unknown;
  try {
    const answer: { error: { message: unknown } } = JSON.parse(body);
    message = answer.error.message;
  } catch {} // not JSON, or not such an error
  return excerpt(String(message ?? body));
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Decodes a peer's response; an invalid one becomes a `LocalError`, since it is the peer's fault. */
export function readPeer<T>(version: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw peerFault(version, error);
  }
}

/** The error for a peer's response that could not be read: a `LocalError` where the response is invalid. */
export function peerFault(version: string, error: unknown): unknown {
  if (!isA2AError(error, "INVALID_PARAMS")) return error;
  const [violation] = error.violations;
  const where = violation ? `${violation.field || "answer"}: ${violation.description}` : error.message;
  return new LocalError("PROTOCOL", `the peer's answer does not fit protocol ${version}: ${excerpt(where)}`, {
    cause: error,
  });
}

/** An HTTP failure whose body is not the protocol's. */
export function httpError({ status, headers, body }: IncomingAnswer): A2AError | LocalError {
  const code = codeOfStatus(status);
  if (errorTable[code].byStatus) return withRetryAfter(new A2AError(code), headers);
  return new LocalError("HTTP", `the peer answered with HTTP ${status}: ${excerptOfError(body)}`, {
    status,
    retryable: status === 502 || status === 503 || status === 504,
    retryAfterMs: retryAfterMs(headers),
  });
}

/** The same error, with the retry delay from the headers where it has none. */
export function withRetryAfter(error: A2AError, headers: Headers): A2AError {
  const after = error.retryAfterMs ?? retryAfterMs(headers);
  if (after === error.retryAfterMs || after === undefined) return error;
  return new A2AError(error.code, error.message, { ...error, retryAfterMs: after });
}

/** The `Retry-After` delay in seconds; dates are not supported, since this package has no clock. */
function retryAfterMs(headers: Headers): number | undefined {
  const header = headers["retry-after"]?.trim() ?? "";
  return /^\d{1,9}$/.test(header) ? Number(header) * 1000 : undefined;
}
