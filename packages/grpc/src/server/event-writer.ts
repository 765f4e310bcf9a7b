import type { ServerWritableStream } from "@grpc/grpc-js";
import { resetStream } from "./http2-stream.ts";
import type { SlowReaders } from "./slow-readers.ts";

/** A server-streaming call whose messages are bytes already. */
export type BytesStream = ServerWritableStream<Buffer, Buffer>;

/** Writes the messages of one stream, as fast as its reader takes them. */
export class EventWriter {
  readonly #call: BytesStream;
  readonly #readers: SlowReaders;
  #buffered = 0;
  #isReset = false;
  #wake: (() => void) | undefined;

  constructor(call: BytesStream, readers: SlowReaders) {
    this.#call = call;
    this.#readers = readers;
    call.once("cancelled", () => this.#wake?.());
  }

  /** The bytes that were written and not yet taken. */
  get buffered(): number {
    return this.#buffered;
  }

  /** Writes a message. Resolves when more may be written: with `false` when the reader has gone or was disconnected. */
  write(message: Buffer): true | Promise<boolean> {
    this.#buffered += message.length;
    this.#call.write(message, () => this.#taken(message.length));
    return this.#buffered <= this.#readers.maxBufferedBytes ? true : this.#drained();
  }

  /** Disconnects the reader. */
  reset(): void {
    this.#isReset = true;
    resetStream(this.#call);
    this.#wake?.();
  }

  #taken(bytes: number): void {
    this.#buffered -= bytes;
    if (this.#buffered <= this.#readers.maxBufferedBytes) this.#wake?.();
  }

  async #drained(): Promise<boolean> {
    const watch = this.#readers.watch(this);
    try {
      while (!this.#isOver && this.#buffered > this.#readers.maxBufferedBytes) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
      return !this.#isOver;
    } finally {
      this.#wake = undefined;
      watch.done();
    }
  }

  get #isOver(): boolean {
    return this.#isReset || this.#call.cancelled;
  }
}
