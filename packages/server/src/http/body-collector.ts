import { A2AError } from "@a2a/types";
import { LimitError } from "../budgets/limit-error.ts";
import type { BodyBounds } from "./incoming-request.ts";

/** The bytes of a body that is being received, within its bounds. */
export class BodyCollector {
  readonly #bounds: BodyBounds;
  readonly #declared: number;
  /** The body, as long as it has arrived in one chunk. */
  #only: Uint8Array | undefined;
  /** The body, when there were more. Its memory is given back at once, instead of at the next garbage collection. */
  #memory: ArrayBuffer | undefined;
  #size = 0;

  /** Throws when the header announces more than may be read. */
  constructor(bounds: BodyBounds, contentLength: string | null | undefined) {
    this.#bounds = bounds;
    this.#declared = Number(contentLength ?? Number.NaN);
    if (this.#declared > bounds.maxBytes) throw tooLarge(bounds.maxBytes);
  }

  /** Keeps a chunk. Throws when the body is too large, or when there is no room for a body that has not arrived as a whole. */
  add(chunk: Uint8Array): void {
    const bounds = this.#bounds;
    const size = this.#size + chunk.length;
    if (size > bounds.maxBytes) throw tooLarge(bounds.maxBytes);
    if (size !== this.#declared) bounds.take(chunk.length);
    if (this.#size > 0 || size !== this.#declared) bounds.inspect?.(chunk);
    if (this.#size === 0) this.#only = chunk;
    else this.#append(chunk, size);
    this.#size = size;
  }

  #append(chunk: Uint8Array, size: number): void {
    if (this.#memory === undefined) {
      // Memory is not occupied before it is written to.
      this.#memory = new ArrayBuffer(this.#declared || Math.max(2 * size, FIRST_SIZE));
      new Uint8Array(this.#memory).set(this.#only ?? EMPTY);
      this.#only = undefined;
    }
    if (size > this.#memory.byteLength) {
      this.#memory = this.#memory.transfer(Math.min(2 * size, Math.max(size, this.#bounds.maxBytes)));
    }
    new Uint8Array(this.#memory, this.#size, chunk.length).set(chunk);
  }

  /** Passes the bytes to a function, and forgets them. */
  consume<Result>(read: (bytes: Uint8Array) => Result): Result {
    try {
      return read(this.#memory ? new Uint8Array(this.#memory, 0, this.#size) : (this.#only ?? EMPTY));
    } finally {
      this.free();
    }
  }

  /** Forgets the bytes. */
  free(): void {
    this.#memory?.transfer(0);
    this.#memory = undefined;
    this.#only = undefined;
  }
}

const FIRST_SIZE = 262_144;
const EMPTY = new Uint8Array(0);

function tooLarge(maxBytes: number): LimitError {
  return new LimitError("maxBodyBytes", "PAYLOAD_TOO_LARGE", `Request payload is larger than ${maxBytes} bytes`);
}

/** The error for a body that is not text. */
export function notUtf8(): A2AError {
  return new A2AError("PARSE_ERROR", "Invalid JSON payload: the body is not UTF-8");
}
