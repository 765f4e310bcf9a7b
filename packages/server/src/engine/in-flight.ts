import { offAbort, onAbort } from "../scheduling/abortable.ts";
import { invalid } from "./port/refusals.ts";
import type { Answerable, BeginCommand, Outcome, Scope } from "./port/task-engine.ts";

/** A message whose answer is not decided yet. The same message arriving again joins it. */
export class InFlight implements Answerable, Names {
  readonly key: string | undefined;
  readonly name: string | undefined;
  readonly fingerprint: string;
  /** Resolves when the message has been taken in; rejects when it was refused. */
  readonly admitted: Promise<unknown>;
  /** Tells those who wait that it is decided. */
  #waiting: (() => void)[] = [];
  #outcome: Outcome | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor({ key, name }: Names, fingerprint: string, admitted: Promise<unknown>) {
    this.key = key;
    this.name = name;
    this.fingerprint = fingerprint;
    this.admitted = admitted;
    // Nobody need be waiting when it fails.
    if (admitted !== ADMITTED) admitted.catch(ignore);
  }

  settle(outcome: Outcome): void {
    this.#outcome = outcome;
    this.#tell();
  }

  fail(error: unknown): void {
    this.#failure = { error };
    this.#tell();
  }

  outcome({ signal }: { signal?: AbortSignal } = {}): Promise<Outcome> {
    if (this.#outcome) return Promise.resolve(this.#outcome);
    if (this.#failure) return Promise.reject(this.#failure.error);
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const leave = signal && onAbort(signal, () => reject(signal.reason));
      this.#waiting.push(() => {
        if (signal && leave) offAbort(signal, leave);
        if (this.#outcome) resolve(this.#outcome);
        else reject(this.#failure?.error);
      });
    });
  }

  #tell(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const tell of waiting) tell();
  }
}

function ignore(): void {}

/** For a message that was taken in on the spot. */
export const ADMITTED = Promise.resolve();

/** What a message is recognised by when it comes again; `undefined` if it never does. */
export function repeatKey({ repeatable = true, message }: BeginCommand): string | undefined {
  return repeatable ? message.messageId : undefined;
}

/** What is known among all owners by these. */
export interface Names {
  /** A message that may come again. */
  readonly key: string | undefined;
  /** A task that its caller named. */
  readonly name: string | undefined;
}

/** An id of one owner as it is known among all of them. */
export function nameOf({ tenant, owner }: Scope, id: string | undefined): string | undefined {
  return id === undefined ? undefined : `${tenant.length}:${owner.length}:${tenant}${owner}${id}`;
}

/** Refuses a message id that was used for something else. */
export function assertSameMessage(known: { readonly fingerprint: string }, fingerprint: string): void {
  if (known.fingerprint === fingerprint) return;
  throw invalid(
    "message.messageId",
    "was used before for another message: a new message needs a new id, a repeated one must not differ",
  );
}
