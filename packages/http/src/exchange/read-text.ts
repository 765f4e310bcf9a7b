import { LocalError } from "@a2a/types";
import type { HttpResponse } from "./http-exchange.ts";

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
  const tooLarge = () => new LocalError("LIMIT", `the peer's answer is larger than ${maxBytes} bytes`);
  const body = response.body[Symbol.asyncIterator]();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const say = () => reject(new LocalError("TIMEOUT", `the peer took more than ${timeoutMs} ms to send its answer`));
    timer = setTimeout(say, timeoutMs);
  });
  try {
    if (declared > maxBytes) throw tooLarge();
    const decoder = new TextDecoder();
    let text = "";
    let bytes = 0;
    for (;;) {
      const next = await Promise.race([body.next(), late]);
      if (next.done) return text + decoder.decode();
      bytes += next.value.byteLength;
      if (bytes > maxBytes) throw tooLarge();
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

/** Gives up a body that nobody wants, so that its connection is freed. */
export function discard(response: HttpResponse): void {
  const body = response.body[Symbol.asyncIterator]();
  body.return?.().catch(() => undefined);
}
