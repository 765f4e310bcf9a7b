import { A2AError } from "@a2a/types";
import type { BodyBounds } from "./incoming-request.ts";

/** The chunks of a body that is being received, within its bounds. */
export class BodyCollector<Chunk extends Uint8Array> {
  readonly chunks: Chunk[] = [];
  readonly #bounds: BodyBounds;
  readonly #declared: number;
  size = 0;

  /** Throws when the header announces more than may be read. */
  constructor(bounds: BodyBounds, contentLength: string | null | undefined) {
    this.#bounds = bounds;
    this.#declared = Number(contentLength ?? Number.NaN);
    if (this.#declared > bounds.maxBytes) throw tooLarge(bounds.maxBytes);
  }

  /** Keeps a chunk. Throws when the body is too large, or when there is no room for a body that has not arrived as a whole. */
  add(chunk: Chunk): void {
    const { maxBytes, take } = this.#bounds;
    this.size += chunk.length;
    if (this.size > maxBytes) throw tooLarge(maxBytes);
    if (this.size !== this.#declared) take(chunk.length);
    this.chunks.push(chunk);
  }
}

function tooLarge(maxBytes: number): A2AError {
  return new A2AError("PAYLOAD_TOO_LARGE", `Request payload is larger than ${maxBytes} bytes`);
}

/** The error for a body that is no text. */
export function notUtf8(): A2AError {
  return new A2AError("PARSE_ERROR", "Invalid JSON payload: the body is not UTF-8");
}
