import { offAbort, onAbort } from "../../util/abortable.ts";
import type { Answerable, Outcome } from "../port/task-engine.ts";

/** A message in flight. A repeated send joins it. */
export class InFlight implements Answerable, InFlightKeys {
  readonly key: string | undefined;
  readonly aliasKey: string | undefined;
  readonly fingerprint: string;
  /** Resolves when the message was accepted; rejects when it was refused. */
  readonly accepted: Promise<unknown>;
  #waiting: (() => void)[] = [];
  #outcome: Outcome | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor({ key, aliasKey }: InFlightKeys, fingerprint: string, accepted: Promise<unknown>) {
    this.key = key;
    this.aliasKey = aliasKey;
    this.fingerprint = fingerprint;
    this.accepted = accepted;
    // There may be no waiter when it fails.
    if (accepted !== ACCEPTED) accepted.catch(ignore);
  }

  settle(outcome: Outcome): void {
    this.#outcome = outcome;
    this.#notify();
  }

  fail(error: unknown): void {
    this.#failure = { error };
    this.#notify();
  }

  outcome({ signal }: { signal?: AbortSignal } = {}): Promise<Outcome> {
    if (this.#outcome) return Promise.resolve(this.#outcome);
    if (this.#failure) return Promise.reject(this.#failure.error);
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const node = signal && onAbort(signal, () => reject(signal.reason));
      this.#waiting.push(() => {
        if (signal && node) offAbort(signal, node);
        if (this.#outcome) resolve(this.#outcome);
        else reject(this.#failure?.error);
      });
    });
  }

  #notify(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const notify of waiting) notify();
  }
}

function ignore(): void {}

/** For a message that was accepted on the spot. */
export const ACCEPTED = Promise.resolve();

/** The keys under which a message in flight is found, unique over all owners. */
export interface InFlightKeys {
  /** Of a message that may be sent again. */
  readonly key: string | undefined;
  /** Of a task with an alias. */
  readonly aliasKey: string | undefined;
}
