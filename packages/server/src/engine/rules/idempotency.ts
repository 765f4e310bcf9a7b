import { invalidParams } from "../port/refusals.ts";
import type { BeginCommand } from "../port/task-engine.ts";

/** The key under which a repeated send of this message is recognised; `undefined` when it is never sent twice. */
export function idempotencyKey({ repeatable = true, message }: BeginCommand): string | undefined {
  return repeatable ? message.messageId : undefined;
}

/** Refuses a message id that was used for a different message. */
export function assertSameMessage(known: { readonly fingerprint: string }, fingerprint: string): void {
  if (known.fingerprint === fingerprint) return;
  throw invalidParams(
    "message.messageId",
    "was used before for a different message: a new message needs a new id, a retry must repeat the message unchanged",
  );
}
