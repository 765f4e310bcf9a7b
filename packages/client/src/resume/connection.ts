import type { ReceivedEvent } from "@a2a/bridge/json-rpc";
import { LocalError } from "@a2a/types";
import { onceAborted } from "@a2a/types/internal";
import type { Gap } from "./followed.ts";

/** For how long a peer may keep a stream open whose task is over. */
const GRACE_MS = 1_000;

const DONE = { done: true as const, value: undefined };

/** One connection of a stream that may need several: it ends with the caller's signal, and soon after its task. */
export class Connection {
  /** The events as the peer sends them, once it is open. */
  events: AsyncIterable<ReceivedEvent> = { [Symbol.asyncIterator]: () => ({ next: async () => DONE }) };
  /** What is read of them. */
  stream: AsyncIterator<ReceivedEvent | Gap, void> | undefined;
  /** How many of its events had a number. */
  numbered = 0;
  readonly #controller = new AbortController();
  readonly #release: () => void;
  #grace: ReturnType<typeof setTimeout> | undefined;

  constructor(caller: AbortSignal | undefined) {
    this.#release = onceAborted(caller, () => this.#controller.abort(caller?.reason));
  }

  /** Aborted when the connection is to end. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The task is over, and the peer may close the stream on its own. */
  endSoon(): void {
    this.#grace ??= setTimeout(() => this.end(), GRACE_MS);
  }

  /** Ends it now. */
  end(): void {
    this.#controller.abort(new LocalError("TIMEOUT", "the server kept the stream open after the task ended"));
  }

  /** Lets go of everything, once nothing more is read. */
  async close(): Promise<void> {
    clearTimeout(this.#grace);
    this.#release();
    await this.stream?.return?.();
  }
}
