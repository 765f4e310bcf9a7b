import { LocalError } from "@a2a/types";
import type { Dispatcher } from "undici";
import { networkError } from "./deadline.ts";
import type { HttpRequest, HttpResponse } from "./http-client.ts";
import { tooLarge, tooSlow } from "./read-text.ts";

// How many bytes of a body are buffered for its reader before the peer has to wait. As many again may already be in transit.
const HIGH_WATER = 64 * 1024;

/**
 * One request over undici. It listens to undici directly, since the stream that `request` would build of an answer costs more than
 * everything else about a small one.
 */
export class UndiciCall implements Dispatcher.DispatchHandler {
  /** The answer, once its head is there. */
  readonly response: Promise<HttpResponse>;
  readonly #url: string;
  readonly #caller: AbortSignal | undefined;
  readonly #read = () => this.#next();
  readonly #onAbort = () => this.#stop(this.#caller?.reason);
  #answer: (response: HttpResponse) => void = () => undefined;
  #refuse: (reason: unknown) => void = () => undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #chunks: Buffer[] = [];
  #waitingBytes = 0;
  #maxWhole = Number.POSITIVE_INFINITY;
  #highWater = HIGH_WATER;
  #ended = false;
  #failure: { readonly reason: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor({ url, signal }: Pick<HttpRequest, "url" | "signal">, timeoutMs: number) {
    this.#url = url;
    this.#caller = signal;
    this.response = new Promise((resolve, reject) => {
      this.#answer = resolve;
      this.#refuse = reject;
    });
    if (signal?.aborted) this.#onAbort();
    else signal?.addEventListener("abort", this.#onAbort, { once: true });
    this.#within(timeoutMs, () => new LocalError("TIMEOUT", `no response within ${timeoutMs} ms`));
  }

  /** The request could not even be begun. */
  fail(error: unknown): void {
    this.#stop(networkError(error, this.#url));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#failure) controller.abort(STOPPED);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // They have been read, and a stream would keep them for as long as it is open.
    controller.rawHeaders = null;
    const iterator = { next: this.#read, return: () => this.#leave() };
    this.#answer({
      status,
      headers: joined(headers),
      body: { [Symbol.asyncIterator]: () => iterator },
      text: (maxBytes, timeoutMs) => this.#text(maxBytes, timeoutMs),
    });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#waitingBytes += chunk.length;
    if (this.#waitingBytes > this.#maxWhole) this.#stop(tooLarge(this.#maxWhole));
    if (this.#waitingBytes > this.#highWater) controller.pause();
    if (this.#highWater !== Number.POSITIVE_INFINITY) this.#wake?.();
  }

  onResponseEnd(): void {
    this.#ended = true;
    this.#letGo();
    this.#wake?.();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  /** Ends the call with this reason, unless it has ended. */
  #stop(reason: unknown): void {
    if (this.#ended || this.#failure) return;
    this.#failure = { reason };
    this.#chunks = [];
    this.#letGo();
    this.#controller?.abort(STOPPED);
    this.#refuse(reason);
    this.#wake?.();
  }

  #letGo(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener("abort", this.#onAbort);
  }

  #within(ms: number, late: () => LocalError): void {
    if (ms > 0 && !this.#failure) this.#timer = setTimeout(() => this.#stop(late()), ms);
  }

  /** Waits until something new is there. */
  #news(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#failure) return Promise.reject(this.#failure.reason);
    const chunk = this.#chunks.shift();
    if (chunk) {
      this.#waitingBytes -= chunk.length;
      if (this.#waitingBytes <= this.#highWater) this.#controller?.resume();
      return Promise.resolve({ done: false, value: chunk });
    }
    return this.#ended ? Promise.resolve({ done: true, value: undefined }) : this.#news().then(this.#read);
  }

  async #leave(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#stop(STOPPED);
    return { done: true, value: undefined };
  }

  async #text(maxBytes: number, timeoutMs: number): Promise<string> {
    this.#highWater = Number.POSITIVE_INFINITY;
    this.#maxWhole = maxBytes;
    if (this.#waitingBytes > maxBytes) this.#stop(tooLarge(maxBytes));
    if (!this.#ended) {
      this.#within(timeoutMs, () => tooSlow(timeoutMs));
      this.#controller?.resume();
    }
    while (!this.#ended && !this.#failure) await this.#news();
    if (this.#failure) throw this.#failure.reason;
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks.length === 1 ? decoder.decode(chunks[0]) : decodeAll(chunks);
  }
}

/**
 * Decodes a body that arrived in several chunks. The copy is freed at once rather than at the next garbage collection. The chunks are
 * not: undici owns their memory, and shares one buffer between all of the empty ones.
 */
function decodeAll(chunks: readonly Buffer[]): string {
  const copy = Buffer.allocUnsafeSlow(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) at += chunk.copy(copy, at);
  const text = decoder.decode(copy);
  copy.buffer.transfer(0);
  return text;
}

const STOPPED = new Error("stopped");
const decoder = new TextDecoder();

/** Headers with several values as one text. Most answers have none of them. */
function joined(headers: Record<string, string | string[] | undefined>): Record<string, string | undefined> {
  for (const name in headers) {
    const value = headers[name];
    if (Array.isArray(value)) headers[name] = value.join(", ");
  }
  return headers as Record<string, string | undefined>; // there is no list left
}
