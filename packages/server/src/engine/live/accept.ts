import type { Answerable, BeginCommand, Begun, Outcome } from "../port/task-engine.ts";
import { acceptMessage, sameInProgress, taskOutcome } from "../rules/accept-message.ts";
import type { TaskHead } from "../rules/head.ts";
import { idempotencyKey } from "../rules/idempotency.ts";
import type { Reservation } from "../rules/notes.ts";
import { draftTask } from "../rules/task-draft.ts";
import { type LeasedTurn, turnOf } from "../rules/turns.ts";
import { assertWebhookQuota, newWebhookRecord, type PresentWebhooks } from "../rules/webhooks.ts";
import type { TaskRecord } from "../store/task-store.ts";
import { Draft } from "./draft.ts";
import type { EngineState } from "./engine-state.ts";
import { ACCEPTED, InFlight, type InFlightKeys } from "./in-flight.ts";
import type { LiveTask } from "./live-task.ts";
import { TurnLease } from "./turn-lease.ts";

/** Where a message comes from. */
export interface MessageOrigin extends InFlightKeys {
  /** Its reservation, where the storage is shared. */
  readonly reservation?: Reservation | undefined;
  /** Set if a caller is already waiting for it. */
  readonly flight?: InFlight | undefined;
  /** The finished task whose alias a new one takes over. */
  readonly replaced?: TaskRecord | undefined;
  /** For a message with a webhook: the existing webhooks. */
  readonly webhooks?: PresentWebhooks | undefined;
}

/** Nothing is written: the first append creates the task, if there is one. A task with an alias is created in any case. */
export function start(state: EngineState, command: BeginCommand, origin: MessageOrigin): Begun {
  const flight = origin.flight ?? new InFlight(origin, command.fingerprint, ACCEPTED);
  const lease = startDraft(state, command, flight, origin);
  // Everything the agent yields before it first awaits is written in the same step.
  if (origin.aliasKey !== undefined) lease.enqueue([], (refusal) => refusal !== undefined && lease.lose(refusal));
  return { kind: "run", lease, outcome: (options) => flight.outcome(options) };
}

/** Creates the task independently of its agent. */
export async function createNow(state: EngineState, command: BeginCommand, origin: MessageOrigin): Promise<Begun> {
  const created = Promise.withResolvers<unknown>();
  const flight = origin.flight ?? new InFlight(origin, command.fingerprint, created.promise);
  try {
    const lease = startDraft(state, command, flight, origin);
    try {
      await lease.create();
    } catch (error) {
      lease.lose(error);
      throw error;
    }
    created.resolve(undefined);
    return { kind: "run", lease, outcome: (options) => flight.outcome(options) };
  } catch (error) {
    created.promise.catch(() => undefined);
    created.reject(error);
    throw error;
  }
}

function startDraft(state: EngineState, command: BeginCommand, flight: InFlight, origin: MessageOrigin): TurnLease {
  const { reservation, replaced } = origin;
  const task = draftTask(command, state, state.limits);
  const admission = state.store.admit(command.scope, task.contextId, task.messageJson.length);
  const draft = new Draft(state, task, admission, { flight, reservation, replaced });
  const { key, aliasKey } = flight;
  // The message is in flight now, so a repeated send that arrives in the meantime joins it.
  if (key !== undefined) state.inFlight.set(key, flight);
  if (aliasKey !== undefined) state.aliasesInFlight.set(aliasKey, flight);
  const live = state.tasks.create(task.taskId, undefined, draft);
  return new TurnLease(state, live, turnOf(draft.head, task), draft);
}

/** Accepts a message to a task that this engine owns. */
export async function continueTask(
  state: EngineState,
  task: LiveTask,
  command: BeginCommand,
  { key, reservation, webhooks }: MessageOrigin,
): Promise<Begun> {
  const { webhook, fingerprint } = command;
  const same = sameInProgress(task.head, command);
  if (same) {
    task.unlock();
    await task.settled();
    return { kind: "duplicate", ...decided(same) };
  }
  let seq = 0;
  let turn: LeasedTurn | undefined;
  const decide = (head: TaskHead) => {
    const step = acceptMessage(head, command, state.limits);
    state.store.assertRoom(command.scope, step.head.size - head.size);
    if (webhook && webhooks) assertWebhookQuota(webhooks.present, webhooks.owners, webhook, state.limits);
    const savedWebhook = webhook && newWebhookRecord(head, webhook, state.createId(), step.seq + 1);
    const isAdded = savedWebhook && !webhooks?.present.some(({ id }) => id === savedWebhook.id);
    const messageId = idempotencyKey(command);
    const holder = reservation?.holder;
    const message = messageId === undefined ? undefined : { messageId, fingerprint, seq: step.seq, holder };
    ({ seq, turn } = step);
    return { ...step, head: { ...step.head, webhooks: head.webhooks + (isAdded ? 1 : 0) }, savedWebhook, message };
  };
  const writing = task.decide(
    () =>
      new Promise<TurnLease | undefined>((resolve, reject) => {
        task.accept(decide, (refusal) => {
          if (refusal !== undefined) reject(refusal);
          else resolve(turn && new TurnLease(state, task, turn));
        });
      }),
  );
  const flight = new InFlight({ key, aliasKey: undefined }, fingerprint, writing);
  const isFirst = key !== undefined && !state.inFlight.has(key);
  if (isFirst) state.inFlight.set(key, flight);
  try {
    const lease = await writing;
    const outcome = taskOutcome(task.shown, seq);
    flight.settle(outcome);
    return lease ? { kind: "run", lease, ...decided(outcome) } : { kind: "queued", ...decided(outcome) };
  } catch (error) {
    flight.fail(error);
    throw error;
  } finally {
    if (isFirst) state.inFlight.delete(key);
  }
}

/** The answer to a message whose outcome is known. */
export function decided(outcome: Outcome): Answerable {
  return { outcome: async () => outcome };
}
