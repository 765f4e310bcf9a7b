import { taskNotFound } from "@a2a/types";
import { Draft } from "./live/draft.ts";
import type { EngineState } from "./live/engine-state.ts";
import { ACCEPTED, InFlight, type InFlightKeys, scopedKey } from "./live/in-flight.ts";
import { LiveTask } from "./live/live-task.ts";
import { TurnLease } from "./live/turn-lease.ts";
import type { Answerable, BeginCommand, Begun, Outcome } from "./port/task-engine.ts";
import { acceptMessage, continuing, reopens, sameInProgress, taskOutcome } from "./rules/accept-message.ts";
import { assertSameMessage, idempotencyKey, repetition } from "./rules/idempotency.ts";
import { draftTask } from "./rules/task-draft.ts";
import { turnOf } from "./rules/turns.ts";
import { assertPushQuota, newPushRecord, withPush } from "./rules/webhooks.ts";
import type { TaskRecord } from "./store/task-store.ts";

/** Accepts a message; see `TaskEngine.begin`. */
export async function begin(state: EngineState, command: BeginCommand): Promise<Begun> {
  const { scope, alias, message } = command;
  const keys = { key: scopedKey(scope, idempotencyKey(command)), aliasKey: scopedKey(scope, alias) };
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
    const seen = state.store.seen(scope, message.messageId);
    if (seen) return { kind: "duplicate", ...decided(repetition(seen, command)) };
  }
  const id = message.taskId ?? (alias === undefined ? undefined : state.store.resolveAlias(scope, alias));
  if (id === undefined) return command.create === "now" ? createNow(state, command, keys) : start(state, command, keys);
  const task = state.tasks.own(scope, id);
  if (!task) throw taskNotFound(id);
  if (reopens(command, task.head)) {
    await task.settled();
    return createNow(state, continuing(command, task.shown), keys, task.record);
  }
  return continueTask(state, task, command, keys);
}

/** Nothing is written: the first append creates the task, if there is one. A task with an alias is created in any case. */
function start(state: EngineState, command: BeginCommand, keys: InFlightKeys): Begun {
  const flight = new InFlight(keys, command.fingerprint, ACCEPTED);
  const lease = startDraft(state, command, flight);
  // Everything the agent yields before it first awaits is written in the same step.
  if (keys.aliasKey !== undefined) lease.enqueue([], (refusal) => refusal !== undefined && lease.lose(refusal));
  return { kind: "run", lease, outcome: (options) => flight.outcome(options) };
}

/** Creates the task whatever its agent does. */
async function createNow(
  state: EngineState,
  command: BeginCommand,
  keys: InFlightKeys,
  replaced?: TaskRecord,
): Promise<Begun> {
  const created = Promise.withResolvers<unknown>();
  const flight = new InFlight(keys, command.fingerprint, created.promise);
  try {
    const lease = startDraft(state, command, flight, replaced);
    try {
      await lease.create();
    } catch (error) {
      lease.lose(error);
      throw error;
    }
    created.resolve(undefined);
    return { kind: "run", lease, outcome: (options) => flight.outcome(options) };
  } catch (error) {
    created.reject(error);
    throw error;
  }
}

function startDraft(state: EngineState, command: BeginCommand, flight: InFlight, replaced?: TaskRecord): TurnLease {
  const { scope, push } = command;
  if (push) assertPushQuota([], state.store.countPushes(scope), push, state.limits);
  const task = draftTask(command, state, state.limits);
  const admission = state.store.admit(scope, task.contextId, task.messageJson.length);
  const draft = new Draft(state, task, admission, flight, replaced);
  const { key, aliasKey } = flight;
  // From here on the message is in flight: a repeated send that arrives meanwhile joins it.
  if (key !== undefined) state.inFlight.set(key, flight);
  if (aliasKey !== undefined) state.aliasesInFlight.set(aliasKey, flight);
  const live = new LiveTask(state, task.taskId, undefined, draft);
  return new TurnLease(state, live, turnOf(draft.head, task), draft);
}

async function continueTask(
  state: EngineState,
  task: LiveTask,
  command: BeginCommand,
  { key }: InFlightKeys,
): Promise<Begun> {
  const { push, fingerprint } = command;
  const same = sameInProgress(task.head, command);
  if (same) {
    await task.settled();
    return { kind: "duplicate", ...decided(same) };
  }
  let seq = 0;
  const writing = task.decide(() => {
    const step = acceptMessage(task.head, command, state.limits);
    state.store.assertRoom(command.scope, step.head.size - task.head.size);
    if (push) assertPushQuota(task.webhooks, state.store.countPushes(command.scope), push, state.limits);
    const savedPush = push && newPushRecord(task.head, push, state.createId(), step.seq + 1);
    const pushes = savedPush ? withPush(task.webhooks, savedPush).length : step.head.pushes;
    const messageId = idempotencyKey(command);
    const message = messageId === undefined ? undefined : { messageId, fingerprint, seq: step.seq };
    seq = step.seq;
    return new Promise<TurnLease | undefined>((resolve, reject) => {
      task.accept({ ...step, head: { ...step.head, pushes }, savedPush, message }, (refusal) => {
        if (refusal !== undefined) reject(refusal);
        else resolve(step.turn && new TurnLease(state, task, step.turn));
      });
    });
  });
  const flight = new InFlight({ key, aliasKey: undefined }, fingerprint, writing);
  if (key !== undefined) state.inFlight.set(key, flight);
  try {
    const lease = await writing;
    const outcome = taskOutcome(task.shown, seq);
    flight.settle(outcome);
    return lease ? { kind: "run", lease, ...decided(outcome) } : { kind: "queued", ...decided(outcome) };
  } catch (error) {
    flight.fail(error);
    throw error;
  } finally {
    if (key !== undefined) state.inFlight.delete(key);
  }
}

function decided(outcome: Outcome): Answerable {
  return { outcome: async () => outcome };
}
