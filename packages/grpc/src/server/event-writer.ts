import { resetStream } from "./http2-stream.ts";
import type { IncomingCall } from "./incoming-call.ts";
import type { SlowReaders } from "./slow-readers.ts";

/** Writes the events of one stream, as fast as its reader takes them. */
export class EventWriter {
  readonly #call: IncomingCall;
  readonly #readers: SlowReaders;
  #buffered = 0;
  #isReset = false;
  #wake: (() => void) | undefined;

  constructor(call: IncomingCall, readers: SlowReaders) {
    this.#call = call;
    this.#readers = readers;
  }

  /** The bytes that were written and not yet taken. */
  get buffered(): number {
    return this.#buffered;
  }

  /** Writes messages. Resolves when more may be written: with `false` when the reader has gone or was disconnected. */
  write(frames: Buffer): true | Promise<boolean> {
    const { length } = frames;
    this.#buffered += length;
    this.#call.send(frames, () => this.#taken(length));
    return this.#buffered <= this.#readers.maxBufferedBytes ? true : this.#drained();
  }

  /** Disconnects the reader. */
  reset(): void {
    this.#isReset = true;
    resetStream(this.#call.stream);
    this.leave();
  }

  /** The reader has gone. */
  leave(): void {
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
    return this.#isReset || this.#call.isOver;
  }
}
