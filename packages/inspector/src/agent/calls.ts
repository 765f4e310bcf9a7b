import { AsyncLocalStorage } from "node:async_hooks";
import type { FollowedEvent } from "@a2a/client";
import type { ProtocolVersion, StreamResponse } from "@a2a/types";
import { taskIdOf } from "@a2a/types/internal";
import type { WireCause } from "../protocol/journal.ts";
import type { Journal } from "./journal.ts";
import type { StreamObserver } from "./observed-binding.ts";
import { reasonOf } from "./recorded-http.ts";
import { WatchedCall } from "./watched-call.ts";

/** The connection that makes the calls. */
export interface CallsOptions {
  readonly connection: number;
  readonly journal: Journal;
  /** Aborted when the connection is closed: calls then end without a notice. */
  readonly signal: AbortSignal;
  /** The next number for a call. */
  next(): number;
  /** The protocol version that the connection uses. */
  version(): ProtocolVersion;
}

/** The calls of one connection. Their events are recorded in the journal, and requests name the call that made them. */
export class Calls {
  readonly #options: CallsOptions;
  readonly #current = new AsyncLocalStorage<WatchedCall | "background">();
  readonly #ids = new WeakMap<StreamResponse, string>();

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  /** Why the request that is being made is made. */
  readonly cause = (): WireCause | undefined => {
    const call = this.#current.getStore();
    return call === "background" ? { background: true } : call && { call: call.number };
  };

  begin(taskId: string | undefined): WatchedCall {
    const { connection, journal, next } = this.#options;
    return new WatchedCall(next(), taskId, ({ number: call, taskId }, notice) => {
      const task = taskId === undefined ? {} : { taskId };
      journal.append({ stream: { connection, call, ...task, ...notice } });
    });
  }

  /** Makes a call, and returns at once. */
  run(call: WatchedCall, events: () => AsyncIterable<FollowedEvent>): void {
    void this.#current.run(call, async () => {
      try {
        for await (const event of events()) this.#tell(call, event);
        call.ended();
      } catch (error) {
        if (!this.#options.signal.aborted) call.failed(reasonOf(error));
      }
    });
  }

  /** Makes a call that the page makes on its own. */
  inBackground<T>(make: () => T): T {
    return this.#current.run("background", make);
  }

  #tell(call: WatchedCall, event: FollowedEvent): void {
    if ("gap" in event) {
      call.gap(event.gap.lastEventId);
      return;
    }
    call.taskId ??= taskIdOf(event);
    const { connection, journal } = this.#options;
    const id = this.#ids.get(event);
    const version = this.#options.version();
    journal.append({ event: { connection, call: call.number, version, event, ...(id !== undefined && { id }) } });
  }

  /** Reports the connections below the streams to the call that is under way. */
  observer(): StreamObserver {
    return {
      opened: (lastEventId) => this.#watched()?.opened(lastEventId),
      received: (event, id) => {
        if (id !== undefined) this.#ids.set(event, id);
        this.#watched()?.received(id);
      },
      lost: (error) => this.#watched()?.lost(reasonOf(error)),
    };
  }

  #watched(): WatchedCall | undefined {
    const call = this.#current.getStore();
    return call === "background" ? undefined : call;
  }
}
