import { abortable } from "./abortable.ts";
import { invalid } from "./refusals.ts";
import type { Answerable, Outcome, Scope } from "./task-engine.ts";

/** A message whose answer is not decided yet. The same message arriving again joins it. */
export class InFlight implements Answerable {
  readonly fingerprint: string;
  readonly #outcome = Promise.withResolvers<Outcome>();
  readonly #admitted = Promise.withResolvers<void>();

  constructor(fingerprint: string) {
    this.fingerprint = fingerprint;
    // Nobody need be waiting when it fails.
    this.#outcome.promise.catch(() => undefined);
    this.#admitted.promise.catch(() => undefined);
  }

  /** Resolves when the message has been taken in; rejects when it was refused. */
  get admitted(): Promise<void> {
    return this.#admitted.promise;
  }

  admit(): void {
    this.#admitted.resolve();
  }

  settle(outcome: Outcome): void {
    this.admit();
    this.#outcome.resolve(outcome);
  }

  fail(error: unknown): void {
    this.#admitted.reject(error);
    this.#outcome.reject(error);
  }

  outcome({ signal }: { signal?: AbortSignal } = {}): Promise<Outcome> {
    return abortable(this.#outcome.promise, signal);
  }
}

/** The name of a message among all owners. */
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
