import { offAbort, onAbort } from "./abortable.ts";
import { invalid } from "./refusals.ts";
import type { Answerable, BeginCommand, Outcome, Scope } from "./task-engine.ts";

/** A message whose answer is not decided yet. The same message arriving again joins it. */
export class InFlight implements Answerable {
  /** The name of the message among all owners. */
  readonly key: string;
  /** The same of its task, where the caller named that. */
  readonly name: string | undefined;
  readonly fingerprint: string;
  /** Resolves when the message has been taken in; rejects when it was refused. */
  readonly admitted: Promise<unknown>;
  /** Tells those who wait that it is decided. */
  #waiting: (() => void)[] = [];
  #outcome: Outcome | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(key: string, fingerprint: string, admitted: Promise<unknown>, name?: string) {
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

/** What a repeated message is recognised by. */
export function repeatKey({ repeatKey: key, message }: Pick<BeginCommand, "repeatKey" | "message">): string {
  return key ?? message.messageId;
}

/** The name of a message, or of a task that its caller named, among all owners. */
export function messageKey(scope: Scope, messageId: string): string {
  return `${scope.tenant.length}:${scope.owner.length}:${scope.tenant}${scope.owner}${messageId}`;
}

/** Refuses a message id that was used for something else. */
export function assertSameMessage(known: { readonly fingerprint: string }, fingerprint: string): void {
  if (known.fingerprint === fingerprint) return;
  throw invalid(
    "message.messageId",
    "was used before for another message: a new message needs a new id, a repeated one must not differ",
  );
}
