/** How much is buffered for readers of streams, and how long they may take. The options of HTTP streams have the same names. */
export interface BufferOptions {
  /** How much of one stream is buffered for a slow reader, in bytes, before writing pauses. Default 256 KiB. */
  maxBufferedBytes?: number | undefined;
  /** How much is buffered for all slow readers together, in bytes. Beyond it, the server disconnects the ones that wait longest. Default 32 MiB. */
  maxBufferedBytesInAll?: number | undefined;
  /** How long a reader may take nothing at all before it is disconnected; a stream can be resumed. Default 60,000. */
  stalledMs?: number | undefined;
}

/** A stream whose reader is slow. */
export interface SlowStream {
  /** The bytes that were written and not yet taken. */
  readonly buffered: number;
  /** Disconnects the reader. */
  reset(): void;
}

/** The streams that wait for their readers. */
export class SlowReaders {
  readonly maxBufferedBytes: number;
  readonly #maxInAll: number;
  readonly stalledMs: number;
  /** Those that wait longest come first. */
  readonly #waiting = new Map<SlowStream, number>();
  #bytes = 0;

  constructor({ maxBufferedBytes = 262_144, maxBufferedBytesInAll = 33_554_432, stalledMs = 60_000 }: BufferOptions) {
    this.maxBufferedBytes = maxBufferedBytes;
    this.#maxInAll = maxBufferedBytesInAll;
    this.stalledMs = stalledMs;
  }

  /** How many bytes wait for readers. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Counts a stream until `done` is called. Its reader is disconnected when it takes nothing for too long. */
  watch(stream: SlowStream): { done(): void } {
    let before = stream.buffered;
    const timer = setInterval(() => {
      // Taking a part of it is progress, too.
      const isStalled = stream.buffered >= before;
      before = stream.buffered;
      if (isStalled) stream.reset();
    }, this.stalledMs);
    this.#add(stream);
    return {
      done: () => {
        clearInterval(timer);
        this.#remove(stream);
      },
    };
  }

  #add(stream: SlowStream): void {
    this.#waiting.set(stream, stream.buffered);
    this.#bytes += stream.buffered;
    for (const [oldest] of this.#waiting) {
      if (this.#bytes <= this.#maxInAll) return;
      this.#remove(oldest);
      oldest.reset();
    }
  }

  #remove(stream: SlowStream): void {
    this.#bytes -= this.#waiting.get(stream) ?? 0;
    this.#waiting.delete(stream);
  }
}
