import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";

/** A body that was not read, and why. */
export interface Refused {
  readonly status: 400 | 413;
  readonly code: -32600 | -32700;
  readonly message: string;
}

/** Reads a body as text. What is too large is refused from its header, or as soon as it shows. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<string | Refused> {
  const tooLarge = { status: 413, code: -32600, message: `Request payload is larger than ${maxBytes} bytes` } as const;
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return Promise.resolve(tooLarge);
  // By events: an async iterator over the request costs as much as the rest of the request together.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) resolve(tooLarge);
      else chunks.push(chunk);
    });
    request.on("end", () => resolve(decode(chunks, size)));
    request.on("error", reject);
    request.on("close", () => {
      // Every request closes; an error for each would cost more than reading it.
      if (!request.complete) reject(new Error("the caller has gone"));
    });
  });
}

function decode(chunks: readonly Buffer[], size: number): string | Refused {
  const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size);
  // A byte order mark is kept, so that JSON.parse refuses it. A fatal TextDecoder would do the same, at several times the price.
  const text = bytes.toString("utf8");
  if (!text.includes(REPLACED) || isUtf8(bytes)) return text;
  return { status: 400, code: -32700, message: "Invalid JSON payload: the body is not UTF-8" };
}

/** What stands in a text for bytes that are none, unless somebody wrote it. */
const REPLACED = "\uFFFD";
