import type { ServerResponse } from "node:http";
import { readerOf } from "@a2a/bridge";

/** How streams are kept alive, and slow readers let go. */
export interface StreamOptions {
  /** How often a comment keeps an idle stream alive. Default 15,000. */
  keepAliveMs?: number;
  /** How much may wait for a slow reader, in bytes. Default 1 MiB. */
  maxBufferedBytes?: number;
  /** How long a reader may take nothing at all before its stream is closed; it can resume. Default 60,000. */
  stalledMs?: number;
}

/** The streams of one server. One timer keeps all of them alive. */
export class OpenStreams {
  readonly #keepAliveMs: number;
  readonly #maxBufferedBytes: number;
  readonly #stalledMs: number;
  readonly #streams = new Map<ServerResponse, { quiet: boolean }>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor({ keepAliveMs = 15_000, maxBufferedBytes = 1024 * 1024, stalledMs = 60_000 }: StreamOptions = {}) {
    this.#keepAliveMs = keepAliveMs;
    this.#maxBufferedBytes = maxBufferedBytes;
    this.#stalledMs = stalledMs;
  }

  /** Writes chunks as they come and as the reader takes them. Node sends what is written within one tick together. */
  async send(response: ServerResponse, chunks: AsyncIterable<string>, gone: AbortSignal): Promise<void> {
    const state = { quiet: false };
    this.#streams.set(response, state);
    this.#timer ??= this.#start();
    const source = chunks[Symbol.asyncIterator]();
    const write = ({ done, value }: IteratorResult<string>): Next => {
      if (done) return "ended";
      if (gone.aborted) return "left";
      state.quiet = false;
      response.write(value);
      return response.writableLength <= this.#maxBufferedBytes ? "go on" : "wait";
    };
    const read = readerOf(source, write);
    try {
      let next: Next = "go on";
      while (next === "go on" || (next === "wait" && (await this.#drained(response, gone)))) {
        next = await read();
      }
      if (next === "ended") response.end();
      else await source.return?.();
      if (next === "wait") response.destroy();
    } catch (error) {
      await source.return?.();
      throw error;
    } finally {
      this.#streams.delete(response);
      if (this.#streams.size === 0) this.#stop();
    }
  }

  /** Tells readers to come back later, and ends their streams. */
  close(): void {
    for (const response of this.#streams.keys()) response.end(": the server is closing; resubscribe\n\n");
    this.#stop();
  }

  #start(): ReturnType<typeof setInterval> {
    const timer = setInterval(() => {
      for (const [response, state] of this.#streams) {
        if (state.quiet && response.writableLength === 0) response.write(": ping\n\n");
        state.quiet = true;
      }
    }, this.#keepAliveMs);
    timer.unref();
    return timer;
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Whether the reader took what was waiting, in time. */
  #drained(response: ServerResponse, gone: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (taken: boolean) => {
        clearTimeout(timer);
        response.off("drain", drain);
        gone.removeEventListener("abort", leave);
        resolve(taken);
      };
      const drain = () => settle(true);
      const leave = () => settle(false);
      const timer = setTimeout(leave, this.#stalledMs);
      response.once("drain", drain);
      gone.addEventListener("abort", leave, { once: true });
    });
  }
}

/** What comes after a chunk. */
type Next = "go on" | "wait" | "ended" | "left";
