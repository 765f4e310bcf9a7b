import type { ServerResponse } from "node:http";
import { EventStream, SharedText } from "@a2a/bridge";

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
export class StreamPump {
  readonly #keepAliveMs: number;
  readonly #maxBufferedBytes: number;
  readonly #stalledMs: number;
  readonly #streams = new Map<ServerResponse, State>();
  readonly #shared = new SharedText();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor({ keepAliveMs = 15_000, maxBufferedBytes = 1024 * 1024, stalledMs = 60_000 }: StreamOptions = {}) {
    this.#keepAliveMs = keepAliveMs;
    this.#maxBufferedBytes = maxBufferedBytes;
    this.#stalledMs = stalledMs;
  }

  /** Writes a stream as its events come and as the reader takes them. Node sends what is written within one tick together. */
  async send(response: ServerResponse, body: AsyncIterable<string>, gone: AbortSignal): Promise<void> {
    const state = { quiet: false };
    this.#streams.set(response, state);
    this.#timer ??= this.#start();
    try {
      if (body instanceof EventStream) await this.#sendEvents(response, body, state, gone);
      else await this.#sendText(response, body, state, gone);
    } finally {
      this.#streams.delete(response);
      if (this.#streams.size === 0) this.#stop();
    }
  }

  /** The fast way from the log to the socket: batches are written here, so that readers of one log share their text. */
  async #sendEvents(response: ServerResponse, { batches, writer }: EventStream, state: State, gone: AbortSignal) {
    const source = batches[Symbol.asyncIterator]();
    let rest: string;
    try {
      for (;;) {
        const { done, value } = await source.next();
        if (gone.aborted) return void (await source.return?.());
        if (done) break;
        state.quiet = false;
        response.write(writer.batch(value, this.#shared));
        if (response.writableLength > this.#maxBufferedBytes && !(await this.#drained(response, gone))) {
          await source.return?.();
          return void response.destroy();
        }
      }
      rest = writer.end();
    } catch (error) {
      await source.return?.();
      rest = writer.error(error);
    }
    if (rest === "") response.end();
    else response.end(rest);
  }

  async #sendText(response: ServerResponse, chunks: AsyncIterable<string>, state: State, gone: AbortSignal) {
    for await (const chunk of chunks) {
      if (gone.aborted) return;
      state.quiet = false;
      response.write(chunk);
      if (response.writableLength > this.#maxBufferedBytes && !(await this.#drained(response, gone))) {
        return void response.destroy();
      }
    }
    response.end();
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

interface State {
  /** Whether nothing was written since the timer last looked. */
  quiet: boolean;
}
