import { invalidParams } from "@a2a/types";
import { FencedError } from "../../port/lease.ts";
import type { BeginCommand } from "../../port/task-engine.ts";
import type { SeenMessage } from "./change.ts";

/** The idempotency key of a message; `undefined` when repeated sends are not recognized. */
export function idempotencyKey({ repeatable = true, message }: BeginCommand): string | undefined {
  return repeatable ? message.messageId : undefined;
}

/** Refuses to answer a message whose reservation has passed to another engine. */
export function assertReserved(seen: SeenMessage | undefined, taskId: string, holder: string): void {
  if (seen && "holder" in seen.result && seen.result.holder === holder) return;
  throw new FencedError(taskId, "stale");
}

/** Refuses a message id that was used for a different message. */
export function assertSameMessage(known: { readonly fingerprint: string }, fingerprint: string): void {
  if (known.fingerprint === fingerprint) return;
  throw invalidParams(
    "message.messageId",
    "was used before for a different message: a new message needs a new id, a retry must repeat the message unchanged",
  );
}
