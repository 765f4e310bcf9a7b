import { type A2AError, isTerminal, taskNotFound } from "@a2a/types";
import { continueTask, createNow, decided, type MessageOrigin, start } from "../live/accept.ts";
import type { EngineState } from "../live/engine-state.ts";
import { InFlight, type InFlightKeys } from "../live/in-flight.ts";
import type { LiveTask } from "../live/live-task.ts";
import { FencedError } from "../port/lease.ts";
import { storageUnavailable } from "../port/refusals.ts";
import type { Answerable, BeginCommand, Begun, Outcome, Scope } from "../port/task-engine.ts";
import { nextChange } from "../readers/wait.ts";
import { acceptMessage, continuing, reopens, sameInProgress } from "../rules/accept-message.ts";
import { assertSameMessage, idempotencyKey } from "../rules/idempotency.ts";
import { messageNote, type Reservation } from "../rules/notes.ts";
import { assertWebhookQuota } from "../rules/webhooks.ts";
import { AliasTaken, type KnownMessage, type SharedTaskStore, type Sharing } from "../store/sharing.ts";

/** An accepted message, and whether its answer is still open, so that its flight is settled later. */
interface Accepted {
  readonly begun: Begun;
  readonly isOpen: boolean;
}

/**
 * Accepts a message where other engines may get the same one, or hold its task: reserves it, then takes the lease of its task or
 * leaves a note for the holder.
 */
export async function beginShared(state: EngineState, command: BeginCommand, keys: InFlightKeys): Promise<Begun> {
  const { sharing } = state.store as SharedTaskStore; // only its engine gets here
  const messageId = idempotencyKey(command);
  const reservation =
    messageId === undefined ? undefined : { scope: command.scope, messageId, holder: state.createId() };
  const { key, aliasKey } = keys;
  const accepting = Promise.withResolvers<unknown>();
  const flight = new InFlight(keys, command.fingerprint, accepting.promise);
  const land = () => {
    if (key !== undefined && state.inFlight.get(key) === flight) state.inFlight.delete(key);
    if (aliasKey !== undefined && state.aliasesInFlight.get(aliasKey) === flight)
      state.aliasesInFlight.delete(aliasKey);
  };
  // The message is in flight now, so a repeated send that arrives in the meantime joins it.
  if (key !== undefined) state.inFlight.set(key, flight);
  if (aliasKey !== undefined) state.aliasesInFlight.set(aliasKey, flight);
  try {
    const { begun, isOpen } = await accept(state, sharing, command, { ...keys, reservation, flight });
    accepting.resolve(undefined);
    if (!isOpen) {
      land();
      begun.outcome().then(
        (outcome) => flight.settle(outcome),
        (error: unknown) => flight.fail(error),
      );
    }
    return begun;
  } catch (error) {
    land();
    accepting.reject(error);
    flight.fail(error);
    // If the storage fails now, the reservation expires.
    if (reservation) await sharing.withdraw(reservation).catch(() => undefined);
    throw error;
  }
}

/** Retries until no other engine gets there first. */
async function accept(
  state: EngineState,
  sharing: Sharing,
  command: BeginCommand,
  origin: MessageOrigin,
): Promise<Accepted> {
  const { reservation } = origin;
  for (;;) {
    state.assertOpen();
    const known = reservation && (await sharing.reserve(reservation, command.fingerprint));
    if (!known) {
      const accepted = await acceptReserved(state, sharing, command, origin);
      if (accepted) return accepted;
    } else {
      assertSameMessage(known, command.fingerprint);
      if (!("holder" in known.result)) {
        return { begun: { kind: "duplicate", ...answerable(state, reservation, known) }, isOpen: false };
      }
      // Another engine is processing it.
      await new Promise<void>((resolve) => state.scheduler.after(sharing.pollMs, resolve));
    }
  }
}

/** Accepts a message that no other engine has; `undefined` if its task changed owner in the meantime. */
async function acceptReserved(
  state: EngineState,
  sharing: Sharing,
  command: BeginCommand,
  origin: MessageOrigin,
): Promise<Accepted | undefined> {
  const { scope, message, alias, webhook } = command;
  const { store } = state;
  const id = message.taskId ?? (alias === undefined ? undefined : await store.resolveAlias(scope, alias));
  const owners = webhook ? await store.countWebhooks(scope) : 0;
  const task = id === undefined ? undefined : await state.tasks.acquire(id, { scope });
  if (id !== undefined && !task) throw taskNotFound(id);
  try {
    if (!task || reopens(command, task.head)) {
      if (webhook) assertWebhookQuota([], owners, webhook, state.limits);
      return await create(state, task ? continuing(command, task.shown) : command, {
        ...origin,
        replaced: task?.record,
      });
    }
    const webhooks = webhook && { present: task.record ? await store.webhooksOf(task.record) : [], owners };
    if (task.isOwned)
      return { begun: await continueTask(state, task, command, { ...origin, webhooks }), isOpen: false };
    if (webhook && webhooks) assertWebhookQuota(webhooks.present, owners, webhook, state.limits);
    return await leaveNote(state, sharing, task, command, origin.reservation);
  } catch (error) {
    task?.unlock();
    // In the meantime, another engine took the lease, the alias or the message.
    if (error instanceof AliasTaken || (error instanceof FencedError && error.reason === "stale")) return undefined;
    throw error;
  }
}

/** A task with an alias is created at once: the storage keeps an alias from being given twice. */
async function create(state: EngineState, command: BeginCommand, origin: MessageOrigin): Promise<Accepted> {
  const isNow = command.create === "now" || command.alias !== undefined;
  const { aliasKey: _, ...keys } = origin;
  const begun = isNow
    ? await createNow(state, command, origin)
    : start(state, command, { ...keys, aliasKey: undefined });
  return { begun, isOpen: !isNow };
}

/** Leaves the message as a note for the engine that holds the task. Rejects invalid messages here, because the holder accepts every note. */
async function leaveNote(
  state: EngineState,
  sharing: Sharing,
  task: LiveTask,
  command: BeginCommand,
  reservation: Reservation | undefined,
): Promise<Accepted | undefined> {
  const { scope } = command;
  const same = sameInProgress(task.head, command);
  if (same) return { begun: { kind: "duplicate", ...decided(same) }, isOpen: false };
  acceptMessage(task.head, command, state.limits);
  const messageId = reservation?.messageId ?? state.createId();
  if (!(await sharing.note(task.id, messageNote(command, messageId, reservation?.holder)))) return undefined;
  const outcome: Answerable["outcome"] = ({ signal } = {}) => untilNumbered(state, scope, messageId, signal);
  return { begun: { kind: "queued", outcome }, isOpen: false };
}

/** The answer to a message that was accepted before. */
function answerable(state: EngineState, { scope, messageId }: Reservation, { result }: KnownMessage): Answerable {
  if ("notedFor" in result) return { outcome: ({ signal } = {}) => untilNumbered(state, scope, messageId, signal) };
  return decided(outcomeOf({ result } as KnownMessage) as Outcome); // it has one
}

function outcomeOf({ result }: Pick<KnownMessage, "result">): Outcome | undefined {
  if ("answer" in result) return { message: result.answer };
  return "taskId" in result ? { task: result } : undefined;
}

/** Waits until the holder of the task has taken the note of a message. */
async function untilNumbered(
  state: EngineState,
  scope: Scope,
  messageId: string,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const { sharing } = state.store as SharedTaskStore; // there are notes in a shared storage only
  for (;;) {
    signal?.throwIfAborted();
    state.assertNotClosed();
    const known = await sharing.seen(scope, messageId);
    const outcome = known && outcomeOf(known);
    if (outcome) return outcome;
    if (!known || !("notedFor" in known.result)) throw lostNote(messageId);
    const task = await state.tasks.get(scope, known.result.notedFor.taskId);
    if (!isTerminal(task.shown.state)) await nextChange(state, task, sharing.pollMs, signal);
  }
}

function lostNote(messageId: string): A2AError {
  return storageUnavailable(new Error(`the record of message ${messageId} is gone`));
}
