import { LocalError } from "@a2a/types";
import { onceAborted } from "@a2a/types/internal";

/** Bounds on a stream of events. */
export interface StreamLimits {
  /** How long a stream may be silent; comments that keep it alive count. Default 60,000. */
  idleMs?: number | undefined;
  /** The longest event, in characters. Default 1 Mi. */
  maxEventLength?: number | undefined;
  /** How many events at most. Default 100,000. */
  maxEvents?: number | undefined;
  /** How many bytes at most. Default 64 MiB. */
  maxBytes?: number | undefined;
}

/** The events and bytes that a stream has received so far, over all its connections. */
export interface StreamMeter {
  events: number;
  bytes: number;
}

/** Watches over one connection of a stream: ends it when it is silent for too long, or brings too much. */
export class StreamWatch {
  readonly #idleMs: number;
  readonly #maxEvents: number;
  readonly #maxBytes: number;
  readonly #meter: StreamMeter;
  readonly #controller = new AbortController();
  readonly #release: () => void;
  #lastLife = performance.now();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    { idleMs = 60_000, maxEvents = 100_000, maxBytes = 64 * 1024 * 1024 }: StreamLimits,
    meter: StreamMeter = { events: 0, bytes: 0 },
    caller?: AbortSignal,
  ) {
    this.#idleMs = idleMs;
    this.#maxEvents = maxEvents;
    this.#maxBytes = maxBytes;
    this.#meter = meter;
    this.#release = onceAborted(caller, () => this.#controller.abort(caller?.reason));
  }

  /** Aborted when the caller gives up or the peer is silent for too long. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The stream begins: from now on silence counts. */
  begin(): void {
    this.alive();
    this.#rest(this.#idleMs);
  }

  /** Bytes came. */
  count(bytes: number): void {
    this.#meter.bytes += bytes;
    if (this.#meter.bytes > this.#maxBytes) {
      throw new LocalError("LIMIT", `the stream exceeds ${this.#maxBytes} bytes`);
    }
  }

  /** The peer sent something, or the reader wants more: the idle time starts anew. */
  alive(): void {
    this.#lastLife = performance.now();
  }

  /** An event came, and is handed out: until the reader wants more, it is not the peer who is silent. */
  event(): void {
    this.#lastLife = Number.POSITIVE_INFINITY;
    if (++this.#meter.events > this.#maxEvents) {
      throw new LocalError("LIMIT", `the stream exceeds ${this.#maxEvents} events`);
    }
  }

  /** Nothing more is to come. */
  done(): void {
    clearTimeout(this.#timer);
    this.#release();
  }

  // One timer for the whole stream, not one for each event: it checks how long ago the peer last sent something.
  #rest(ms: number): void {
    this.#timer = setTimeout(() => {
      const left = this.#lastLife + this.#idleMs - performance.now();
      if (left > 0) this.#rest(Math.min(left, this.#idleMs));
      else this.#controller.abort(new LocalError("TIMEOUT", `no event for ${this.#idleMs} ms`));
    }, ms);
  }
}
