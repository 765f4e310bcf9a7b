import { ServerResponse } from "node:http";
import { EventStream, SharedText, type StreamItem } from "@a2a/bridge";
import { groupsOf } from "@a2a/bridge/internal/streams";
import { slicesOf, toBytes } from "./slices.ts";
import { StalledResponses } from "./stalled-responses.ts";

/** How streams are kept alive, and slow readers let go. */
export interface StreamOptions {
  /** How often a comment keeps an idle stream alive. Default 15,000. */
  keepAliveMs?: number;
  /** How much of one answer is buffered for a slow reader, in bytes, before writing pauses. Default 256 KiB. */
  maxBufferedBytes?: number;
  /** How much is buffered for all slow readers together, in bytes. Beyond it, the server disconnects the ones that wait longest. Default 32 MiB. */
  maxBufferedBytesInAll?: number;
  /** How long a reader may take nothing at all before it is disconnected; a stream can be resumed. Default 60,000. */
  stalledMs?: number;
}

/** The beginning of an answer. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: Record<string, string>;
}

/** Writes the answers of one server as their readers take them. One timer keeps all streams alive. */
export class ResponseWriter {
  readonly #keepAliveMs: number;
  readonly #maxBufferedBytes: number;
  readonly #stalled: StalledResponses;
  readonly #streams = new Map<ServerResponse, State>();
  readonly #shared = new SharedText();
  #timer: ReturnType<typeof setInterval> | undefined;
  /** The text that streams end with. */
  #farewell = "";

  constructor(options: StreamOptions = {}) {
    const { keepAliveMs = 15_000, maxBufferedBytes = 262_144 } = options;
    const { maxBufferedBytesInAll = 33_554_432, stalledMs = 60_000 } = options;
    this.#keepAliveMs = keepAliveMs;
    this.#maxBufferedBytes = maxBufferedBytes;
    this.#stalled = new StalledResponses(maxBufferedBytesInAll, stalledMs);
  }

  /** Writes a whole answer. Resolves when all of it was handed to the system; a small one is written at once. */
  sendText(response: ServerResponse, head: AnswerHead, text: string, gone: AbortSignal): Promise<void> | undefined {
    // While it waits for its reader, a long text would be moved from one part of the heap to the next. Bytes stay where they are.
    const body = text.length > SMALL ? toBytes([text]) : text;
    // With its length known, a small answer leaves as one packet.
    head.headers["Content-Length"] = String(Buffer.byteLength(body));
    response.writeHead(head.status, head.headers);
    if (typeof body !== "string") return this.#sendLong(response, body, gone);
    response.end(body);
    // Only a reader that has not taken earlier answers makes a small one wait.
    return response.writableLength === 0 ? undefined : this.#finished(response, gone);
  }

  async #sendLong(response: ServerResponse, body: Buffer<ArrayBuffer>, gone: AbortSignal): Promise<void> {
    // Middleware that replaced `write` may keep what was written.
    const isOurs = response.write === ServerResponse.prototype.write;
    if (await this.#writeSlices(response, body, gone)) {
      response.end();
      await this.#finished(response, gone);
    }
    if (!isOurs) return;
    // Once the system has all of it or the connection has closed, its memory is given back, not whenever garbage is collected.
    const free = () => void body.buffer.transfer(0);
    if (response.writableFinished || gone.aborted) free();
    else gone.addEventListener("abort", free, { once: true });
  }

  async #finished(response: ServerResponse, gone: AbortSignal): Promise<void> {
    while (!response.writableFinished && (await this.#stalled.wait(response, gone, "finish")));
  }

  /** Writes a stream as its events come and as the reader takes them. Node sends what is written within one tick together. */
  async sendStream(response: ServerResponse, body: AsyncIterable<string>, gone: AbortSignal): Promise<void> {
    const state = { quiet: false, hasBegun: false };
    this.#streams.set(response, state);
    // The headers leave with the first event, if there is one; that saves a system call and a packet.
    process.nextTick(() => {
      if (!state.hasBegun) response.flushHeaders();
    });
    this.#timer ??= this.#start();
    try {
      if (body instanceof EventStream) await this.#sendEvents(response, body, state, gone);
      else await this.#sendChunks(response, body, state, gone);
    } finally {
      this.#streams.delete(response);
      if (this.#streams.size === 0) this.#stop();
    }
  }

  /** The fast way from the log to the socket: batches are written here, so that readers of one log share their text. */
  async #sendEvents(response: ServerResponse, { batches, writer }: EventStream, state: State, gone: AbortSignal) {
    const source = batches[Symbol.asyncIterator]();
    const write = (items: readonly StreamItem[]) => this.#write(response, writer.batch(items, this.#shared), gone);
    let rest: string;
    try {
      for (;;) {
        let next: IteratorResult<readonly StreamItem[]> | undefined = await source.next();
        if (gone.aborted) return void (await source.return?.());
        if (next.done) break;
        state.quiet = false;
        state.hasBegun = true;
        const writing = next.value.length === 1 ? write(next.value) : writeGroups(groupsOf(next.value), write);
        // A batch that was written must not stay in memory until the next one comes.
        next = undefined;
        if (writing !== true && !(await writing)) return void (await source.return?.());
      }
      rest = writer.end();
    } catch (error) {
      await source.return?.();
      rest = writer.error(error);
    }
    rest += this.#farewell;
    if (rest === "") response.end();
    else response.end(rest);
  }

  async #sendChunks(response: ServerResponse, chunks: AsyncIterable<string>, state: State, gone: AbortSignal) {
    for await (const chunk of chunks) {
      if (gone.aborted) return;
      state.quiet = false;
      state.hasBegun = true;
      if (!(await this.#write(response, chunk, gone))) return;
    }
    response.end();
  }

  /** Writes a text, pausing while the reader is slow. `false` when the reader was disconnected. */
  #write(response: ServerResponse, text: string | readonly string[], gone: AbortSignal): true | Promise<boolean> {
    if (typeof text !== "string") return this.#writeSlices(response, toBytes(text), gone);
    if (text.length > SMALL) return this.#writeSlices(response, toBytes([text]), gone);
    response.write(text);
    return response.writableLength <= this.#maxBufferedBytes || this.#stalled.wait(response, gone, "drain");
  }

  async #writeSlices(response: ServerResponse, body: Buffer, gone: AbortSignal): Promise<boolean> {
    for (const slice of slicesOf(body)) {
      response.write(slice);
      const isBuffered = response.writableLength <= this.#maxBufferedBytes;
      if (!isBuffered && !(await this.#stalled.wait(response, gone, "drain"))) return false;
    }
    return true;
  }

  /** Tells the readers of streams that end from now on to come back later. */
  announceClose(): void {
    this.#farewell = FAREWELL;
  }

  /** Tells readers to come back later, and ends their streams. */
  close(): void {
    for (const response of this.#streams.keys()) response.end(FAREWELL);
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
}

type Write = (items: readonly StreamItem[]) => true | Promise<boolean>;

function writeGroups(groups: readonly (readonly StreamItem[])[], write: Write): true | Promise<boolean> {
  const [only = [], ...others] = groups;
  return others.length === 0 ? write(only) : writeInTurn(groups, write);
}

async function writeInTurn(groups: readonly (readonly StreamItem[])[], write: Write): Promise<boolean> {
  for (const group of groups) {
    const writing = write(group);
    if (writing !== true && !(await writing)) return false;
  }
  return true;
}

const FAREWELL = ": the server is closing; resubscribe\n\n";
/** Texts up to this length are written as a whole. */
const SMALL = 65_536;

interface State {
  /** Whether nothing was written since the timer last looked. */
  quiet: boolean;
  /** Whether anything was written. */
  hasBegun: boolean;
}
