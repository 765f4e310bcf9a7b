import { type HttpResponse, readText } from "@a2a/http";
import type { JsonValue } from "@a2a/types";

/** An answer as it came. */
export interface Reply {
  readonly status: number;
  readonly headers: HttpResponse["headers"];
  readonly text: string;
  /** The body as JSON; `undefined` if it is not JSON. */
  readonly json: JsonValue | undefined;
}

/** Reads an answer to its end. */
export async function replyOf(response: HttpResponse, timeoutMs: number): Promise<Reply> {
  const { status, headers } = response;
  const text = await readText(response, { timeoutMs });
  return { status, headers, text, json: parsed(text) };
}

/** A text as JSON; `undefined` if it is not JSON. */
export function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue; // JSON.parse gives nothing else
  } catch {
    return undefined;
  }
}
