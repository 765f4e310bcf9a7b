import { LocalError } from "@a2a/types";
import type { HttpResponse } from "./http-client.ts";

/** Bounds on a body that is read whole. */
export interface ReadLimits {
  /** The largest body, in bytes after decompression. Default 10 MiB. */
  maxBytes?: number | undefined;
  /** How long reading may take in all, so that a peer that trickles bytes is given up. Default 30,000. */
  timeoutMs?: number | undefined;
}

/** Reads a body as UTF-8 text. Rejects with a `LocalError` `LIMIT` or `TIMEOUT` when it is too large or too slow. */
export async function readText(
  response: HttpResponse,
  { maxBytes = 10 * 1024 * 1024, timeoutMs = 30_000 }: ReadLimits = {},
): Promise<string> {
  const declared = Number(response.headers["content-length"] ?? 0);
  if (response.text && declared <= maxBytes) return response.text(maxBytes, timeoutMs);
  const body = response.body[Symbol.asyncIterator]();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow(timeoutMs)), timeoutMs);
  });
  try {
    if (declared > maxBytes) throw tooLarge(maxBytes);
    const decoder = new TextDecoder();
    let text = "";
    let bytes = 0;
    for (;;) {
      const next = await Promise.race([body.next(), late]);
      if (next.done) return text + decoder.decode();
      bytes += next.value.byteLength;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      text += decoder.decode(next.value, { stream: true });
    }
  } catch (error) {
    // Not awaited: a body that hangs would keep the caller from its error.
    body.return?.().catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The error for a body beyond its limit. */
export function tooLarge(maxBytes: number): LocalError {
  return new LocalError("LIMIT", `the response is larger than ${maxBytes} bytes`);
}

/** The error for a body that does not come in time. */
export function tooSlow(timeoutMs: number): LocalError {
  return new LocalError("TIMEOUT", `the response body took longer than ${timeoutMs} ms`);
}

/** Discards a body, so that its connection is freed. */
export function discard(response: HttpResponse): void {
  const body = response.body[Symbol.asyncIterator]();
  body.return?.().catch(() => undefined);
}
