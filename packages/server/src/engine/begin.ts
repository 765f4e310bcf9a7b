import { taskNotFound } from "@a2a/types";
import { continueTask, createNow, decided, start } from "./live/accept.ts";
import type { EngineState } from "./live/engine-state.ts";
import type { InFlightKeys } from "./live/in-flight.ts";
import { scopedKey } from "./port/scope-key.ts";
import type { BeginCommand, Begun } from "./port/task-engine.ts";
import { continuing, reopens } from "./rules/accept-message.ts";
import { assertSameMessage, idempotencyKey, repetition } from "./rules/idempotency.ts";
import { assertWebhookQuota } from "./rules/webhooks.ts";
import { atOnce } from "./store/task-store.ts";

/** Accepts a message that is not in flight here. */
export type Accept = (state: EngineState, command: BeginCommand, keys: InFlightKeys) => Promise<Begun>;

/** Accepts a message; see `TaskEngine.begin`. */
export async function begin(state: EngineState, command: BeginCommand, accept: Accept): Promise<Begun> {
  const { scope, alias } = command;
  const keyOf = (id: string | undefined) => (id === undefined ? undefined : scopedKey(scope, id));
  const keys = { key: keyOf(idempotencyKey(command)), aliasKey: keyOf(alias) };
  const { key, aliasKey } = keys;
  if (aliasKey !== undefined) {
    // A message for a task that is being created must find it.
    for (let first = state.aliasesInFlight.get(aliasKey); first; first = state.aliasesInFlight.get(aliasKey)) {
      await first.outcome().catch(() => undefined);
    }
  }
  state.assertOpen();
  if (key !== undefined) {
    const flight = state.inFlight.get(key);
    if (flight) {
      assertSameMessage(flight, command.fingerprint);
      await flight.accepted;
      return { kind: "duplicate", outcome: (options) => flight.outcome(options) };
    }
  }
  return accept(state, command, keys);
}

/** Accepts a message where this engine has the storage to itself. */
export async function acceptHere(state: EngineState, command: BeginCommand, keys: InFlightKeys): Promise<Begun> {
  const { scope, alias, message, webhook } = command;
  const { store } = state;
  const seen = keys.key === undefined ? undefined : atOnce(store.seen(scope, message.messageId));
  if (seen) return { kind: "duplicate", ...decided(repetition(seen, command)) };
  const id = message.taskId ?? (alias === undefined ? undefined : atOnce(store.resolveAlias(scope, alias)));
  const task = id === undefined ? undefined : atOnce(state.tasks.own(scope, id));
  if (id !== undefined && !task) throw taskNotFound(id);
  const webhooks = webhook && { present: task?.webhooks ?? [], owners: atOnce(store.countWebhooks(scope)) };
  if (task && !reopens(command, task.head)) return continueTask(state, task, command, { ...keys, webhooks });
  if (webhook) assertWebhookQuota([], webhooks?.owners ?? 0, webhook, state.limits);
  if (!task) return command.create === "now" ? createNow(state, command, keys) : start(state, command, keys);
  await task.settled();
  return createNow(state, continuing(command, task.shown), { ...keys, replaced: task.record });
}
