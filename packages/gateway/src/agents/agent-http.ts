import { isEventStream } from "@a2a/bridge";
import { discard, type HttpClient, type HttpRequest, type HttpResponse } from "@a2a/http";
import { Budget, turnQueue } from "@a2a/server/backend-kit";
import { A2AError } from "@a2a/types";

/** Names the caller of a request on its way through `agentHttp`, which takes it out again. */
export const CALLER_HEADER = "A2A-Gateway-Caller";

/** What requests to one agent keep to. */
export interface AgentHttpOptions {
  /** Whether an address is the agent's own: no other gets credentials. */
  readonly isOwn: (url: string) => boolean;
  /** The names of headers that carry credentials of callers. */
  readonly secretHeaders: readonly string[];
  readonly budget: AnswerBudget;
}

/** The requests to one agent: credentials of callers go to its own addresses only, and large answers are counted. */
export function agentHttp(http: HttpClient, { isOwn, secretHeaders, budget }: AgentHttpOptions): HttpClient {
  const secrets = new Set(secretHeaders.map((name) => name.toLowerCase()));
  return async (request) => {
    const { [CALLER_HEADER]: caller, ...headers } = request.headers ?? {};
    const sent = isOwn(request.url) ? headers : withoutSecrets(headers, secrets);
    const release = budget.admitRequest(request, caller);
    try {
      const response = await http({ ...request, headers: sent });
      await answered();
      return budget.admit(response, caller, request.signal);
    } finally {
      release?.();
    }
  };
}

/** Answers that were read in the same turn of the event loop are relayed back to back, as requests are (docs/decisions/011). */
const answered = turnQueue();

function withoutSecrets(headers: Record<string, string>, secrets: ReadonlySet<string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !secrets.has(name.toLowerCase())));
}

const SMALL = 65_536;

/** There is no room for a request or an answer. Not to be repeated here: the agent may have carried the call out by then. */
export class NoRoomError extends A2AError {
  constructor(totalBytes: number) {
    const message = `More than ${totalBytes} bytes are on their way to agents or back: try again shortly`;
    super("CAPACITY_EXCEEDED", message, { retryAfterMs: 1_000 });
  }
}

/**
 * Counts large requests and answers until the call was answered, and large events until the next one is asked for. The total is shared by
 * all agents, and one caller may use half of it, so that nobody can fill the memory by asking for large tasks again and again. Where
 * there is no room, a `NoRoomError` is thrown.
 */
export class AnswerBudget {
  readonly #budget: Budget;
  readonly #maxBytes: number;
  /** What the answers to a call occupy, by the signal of the call. */
  readonly #held = new WeakMap<AbortSignal, Held>();

  constructor(totalBytes: number, maxAnswerBytes: number) {
    this.#budget = new Budget(totalBytes, totalBytes / 2);
    this.#maxBytes = maxAnswerBytes;
  }

  /** How many bytes of answers are counted. */
  get used(): number {
    return this.#budget.used;
  }

  /** Counts a large request: with its call where one was begun, else until the function is called. */
  admitRequest({ body = "", signal }: HttpRequest, caller: string | undefined): (() => void) | undefined {
    const isReserved = signal !== undefined && this.#held.get(signal)?.isReserved;
    return body.length > SMALL && !isReserved ? this.#take(body.length, caller, signal) : undefined;
  }

  /**
   * Counts a large request whose body was not read yet, so that one for which there is no room is refused before it is. Give the bytes
   * back by the function that is returned, unless the call has begun: then they count with it.
   */
  reserve(size: number, caller: string | undefined, signal: AbortSignal): () => void {
    // Twice: once for the request, and once for its answer, which must not be refused after the agent has carried out the call.
    const bytes = Math.min(2 * size, this.#budget.share);
    if (!this.#budget.take(caller, bytes)) throw new NoRoomError(this.#budget.total);
    const held = { caller, bytes, isReserved: true, hasBegun: false };
    this.#held.set(signal, held);
    return () => {
      if (held.hasBegun) return;
      this.#held.delete(signal);
      this.#budget.give(caller, bytes);
    };
  }

  /** An answer whose body counts, or whose events do while they are read. */
  admit(response: HttpResponse, caller: string | undefined, signal: AbortSignal | undefined): HttpResponse {
    const { status, headers, text } = response;
    const isSuccess = status >= 200 && status < 300;
    if (isSuccess && isEventStream(headers["content-type"])) {
      return { status, headers, body: new CountedBody(response.body, this.#budget, caller) };
    }
    const size = Number(headers["content-length"] ?? 0);
    // Do not read responses that are unsuccessful or too large as a whole.
    const isRead = isSuccess && size <= this.#maxBytes;
    if (!isRead || !(size > SMALL) || text === undefined) return response;
    let release: (() => void) | undefined;
    try {
      release = this.#take(size, caller, signal);
    } catch (error) {
      discard(response);
      throw error;
    }
    if (release === undefined) return response;
    return { ...response, text: (maxBytes, timeoutMs) => text(maxBytes, timeoutMs).finally(release) };
  }

  /** Counts bytes with their call; where none was begun, returns a function that gives them back. */
  #take(size: number, caller: string | undefined, signal: AbortSignal | undefined): (() => void) | undefined {
    const held = signal && this.#held.get(signal);
    const bytes = Math.min(size, this.#budget.share - (held?.bytes ?? 0)); // a single call always fits
    const owner = held?.isReserved ? held.caller : caller;
    if (!this.#budget.take(owner, bytes)) throw new NoRoomError(this.#budget.total);
    if (held === undefined) return () => this.#budget.give(owner, bytes);
    held.bytes += bytes;
    held.caller = owner;
    return undefined;
  }

  /**
   * Begins a call whose answers count until it was answered itself; others count while they are read. The function that is returned
   * ends it: what it returns gives back the bytes, where there are any.
   */
  begin(signal: AbortSignal): () => (() => void) | undefined {
    const held: Held = this.#held.get(signal) ?? { caller: undefined, bytes: 0 };
    held.hasBegun = true;
    this.#held.set(signal, held);
    return () => {
      this.#held.delete(signal);
      const { caller, bytes } = held;
      held.bytes = 0;
      return bytes === 0 ? undefined : () => this.#budget.give(caller, bytes);
    };
  }
}

/** What a call occupies. */
interface Held {
  caller: string | undefined;
  bytes: number;
  /** Whether its request was counted before it was read. */
  readonly isReserved?: boolean;
  hasBegun?: boolean;
}

/**
 * The bytes of an event stream. Those of the event that is being read, or has not been taken by its caller, count. Not an async
 * generator, which would hold on to the last chunk of a stream that is idle.
 */
class CountedBody implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #body: AsyncIterator<Uint8Array, undefined>;
  readonly #budget: Budget;
  readonly #caller: string | undefined;
  /** Bytes since the end of the last event, and how many of them are counted. */
  #pending = 0;
  #taken = 0;
  /** How many of those that were pending come after the end of an event, which the caller has not taken yet. */
  #afterEvent: number | undefined;
  #isLineStart = true;
  readonly #count = (read: IteratorResult<Uint8Array, undefined>) => this.#counted(read);
  readonly #fail = (error: unknown): never => {
    this.#give();
    throw error;
  };

  constructor(body: AsyncIterable<Uint8Array>, budget: Budget, caller: string | undefined) {
    this.#body = body[Symbol.asyncIterator]();
    this.#budget = budget;
    this.#caller = caller;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    // A reader that asks for more has taken all complete events.
    if (this.#afterEvent !== undefined) {
      this.#pending = this.#afterEvent;
      this.#afterEvent = undefined;
      this.#give();
    }
    return this.#body.next().then(this.#count, this.#fail);
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#give();
    await this.#body.return?.();
    return { done: true, value: undefined };
  }

  #counted(read: IteratorResult<Uint8Array, undefined>): IteratorResult<Uint8Array, undefined> {
    if (read.done) {
      this.#give();
      return read;
    }
    const chunk = read.value;
    this.#pending += chunk.byteLength;
    const wanted = this.#pending > SMALL ? Math.min(this.#pending, this.#budget.share) : 0;
    if (wanted > this.#taken) {
      if (!this.#budget.take(this.#caller, wanted - this.#taken)) {
        void this.return();
        throw new NoRoomError(this.#budget.total);
      }
      this.#taken = wanted;
    }
    const end = endOfEvents(chunk, this.#isLineStart);
    this.#isLineStart = isLineBreak(chunk.at(-1));
    if (end > 0) this.#afterEvent = chunk.byteLength - end;
    return read;
  }

  #give(): void {
    if (this.#taken > 0) this.#budget.give(this.#caller, this.#taken);
    this.#taken = 0;
  }
}

/** Where the last event that ends in a chunk does; 0 where none does. `isLineStart`: the chunk before ended with a line. */
function endOfEvents(chunk: Uint8Array, isLineStart: boolean): number {
  for (let at = lineBreak(chunk, chunk.length - 1); at >= 0; ) {
    const before = chunk[at] === LINE_FEED && chunk[at - 1] === RETURN ? at - 2 : at - 1;
    if (before < 0 ? isLineStart : isLineBreak(chunk[before])) return at + 1;
    at = before < 0 ? -1 : lineBreak(chunk, before);
  }
  return 0;
}

const LINE_FEED = 10;
const RETURN = 13;

function lineBreak(chunk: Uint8Array, from: number): number {
  return Math.max(chunk.lastIndexOf(LINE_FEED, from), chunk.lastIndexOf(RETURN, from));
}

function isLineBreak(byte: number | undefined): boolean {
  return byte === LINE_FEED || byte === RETURN;
}
