import { invalidParams, type Message } from "@a2a/types";
import type { BeginCommand, Outcome } from "../port/task-engine.ts";

/** The idempotency record of a message. */
export interface SeenMessage {
  readonly fingerprint: string;
  /** Its task and its sequence number there, or an answer without a task. */
  readonly result:
    | { readonly taskId: string; readonly contextId: string; readonly seq: number }
    | { readonly answer: Message };
}

/** The idempotency key of a message; `undefined` when repeated sends are not recognized. */
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

/** The answer to a duplicate message. */
export function repetition(seen: SeenMessage, command: BeginCommand): Outcome {
  assertSameMessage(seen, command.fingerprint);
  return "answer" in seen.result ? { message: seen.result.answer } : { task: seen.result };
}
