import { pause } from "@a2a/types";
import { ACCEPTED, InFlight, type InFlightKeys, scopedKey } from "../live/in-flight.ts";
import type { Answerable, BeginCommand, Begun, Outcome } from "../port/task-engine.ts";
import { DraftedTask, type Reservation } from "./drafted-task.ts";
import type { EngineCore } from "./engine-core.ts";
import { HeldLease } from "./held-lease.ts";
import { type Accepted, acceptMessage, repetition } from "./rules/accept-message.ts";
import type { Admission } from "./rules/change.ts";
import { assertSameMessage, idempotencyKey } from "./rules/idempotency.ts";
import { draftRow, draftTask, type FreshIds, type TaskDraft } from "./rules/task-draft.ts";
import { turnOf } from "./rules/turns.ts";
import { assertPushQuota } from "./rules/webhooks.ts";
import { atOnce } from "./task-store.ts";

/** Accepts a message; see `TaskEngine.begin`. */
export async function begin(core: EngineCore, command: BeginCommand): Promise<Begun> {
  const { scope, alias, fingerprint } = command;
  const keys = { key: scopedKey(scope, idempotencyKey(command)), aliasKey: scopedKey(scope, alias) };
  const { key, aliasKey } = keys;
  if (aliasKey !== undefined) {
    // A message for a task that is being created must find it.
    for (let first = core.aliasesInFlight.get(aliasKey); first; first = core.aliasesInFlight.get(aliasKey)) {
      await first.outcome().catch(() => undefined);
    }
  }
  core.assertOpen();
  if (key !== undefined) {
    const flight = core.inFlight.get(key);
    if (flight) {
      assertSameMessage(flight, fingerprint);
      await flight.accepted;
      return { kind: "duplicate", outcome: (options) => flight.outcome(options) };
    }
    const seen = core.store.sharing ? undefined : atOnce(core.store.seen(scope, command.message.messageId));
    const known = seen && repetition(seen, command, core.now());
    if (known?.kind === "duplicate") return { kind: "duplicate", ...decided(known.outcome) };
  }
  if (createsNow(core, command)) return createOrContinue(core, command, keys);
  if (core.store.sharing) return reserveAndStart(core, command, keys);
  const { push } = command;
  if (push) assertPushQuota([], atOnce(core.store.countPushes(scope)), push, core.limits);
  const draft = draftTask(command, freshIds(core), core.limits);
  const admission = atOnce(core.store.admit(scope, draft.contextId, draft.messageJson.length));
  return startLazily(core, draft, admission, new InFlight(keys, fingerprint, ACCEPTED));
}

/** Whether the message is written at once: for a task that exists, or one that must exist whatever its agent does. */
function createsNow({ store }: EngineCore, { scope, message, alias, create }: BeginCommand): boolean {
  if (create === "now" || message.taskId !== undefined) return true;
  if (alias === undefined) return false;
  // Where engines share a storage, it is the storage that keeps an alias from being given twice.
  return store.sharing !== undefined || atOnce(store.resolveAlias(scope, alias)) !== undefined;
}

/** From here on the message is in flight: a repeated send that arrives meanwhile joins it. */
async function createOrContinue(core: EngineCore, command: BeginCommand, { key }: InFlightKeys): Promise<Begun> {
  const accepting = accept(core, command);
  const flight = new InFlight({ key, aliasKey: undefined }, command.fingerprint, accepting);
  if (key !== undefined) core.inFlight.set(key, flight);
  try {
    const { begun, outcome } = await accepting;
    flight.settle(outcome);
    return begun;
  } catch (error) {
    flight.fail(error);
    throw error;
  } finally {
    if (key !== undefined) core.inFlight.delete(key);
  }
}

async function accept(core: EngineCore, command: BeginCommand): Promise<{ begun: Begun; outcome: Outcome }> {
  const { scope, message, alias, push } = command;
  const messageId = core.store.sharing ? idempotencyKey(command) : undefined;
  const fresh = freshIds(core);
  const options = { fresh, limits: core.limits, leaseMs: core.leaseMs };
  for (;;) {
    let lease: HeldLease | undefined;
    const accepted = await core.commit<Accepted>({
      scope,
      taskId: message.taskId,
      alias: message.taskId === undefined && alias !== undefined ? { scope, alias } : undefined,
      message: messageId === undefined ? undefined : { scope, messageId },
      pushesOf: push && scope,
      decide: (facts) => acceptMessage(facts, command, options),
      done: (result) => {
        if (result.kind === "run") {
          lease = new HeldLease(core, result.turn);
          lease.show();
        }
        if (result.kind === "run" || result.kind === "queued") core.changed(result.row);
      },
    });
    if (accepted.kind === "reserved") {
      await untilDecided(core, command);
      continue;
    }
    const { outcome } = accepted;
    if (accepted.kind === "run" && lease) return { begun: { kind: "run", lease, ...decided(outcome) }, outcome };
    const kind = accepted.kind === "queued" ? "queued" : "duplicate";
    return { begun: { kind, ...decided(outcome) }, outcome };
  }
}

/** Nothing is written: the first append creates the task, if there is one. A task with an alias is created in any case. */
function startLazily(
  core: EngineCore,
  draft: TaskDraft,
  admission: Admission,
  flight: InFlight,
  reservation?: Reservation,
): Begun {
  const { key, aliasKey } = flight;
  if (key !== undefined) core.inFlight.set(key, flight);
  if (aliasKey !== undefined) core.aliasesInFlight.set(aliasKey, flight);
  const lease = new HeldLease(core, firstTurn(draft), new DraftedTask(core, draft, admission, flight, reservation));
  lease.open();
  // Everything the agent yields before it first awaits is written in the same step.
  if (aliasKey !== undefined) lease.enqueue([], (refusal) => refusal !== undefined && lease.lose(refusal));
  return { kind: "run", lease, outcome: (options) => flight.outcome(options) };
}

function firstTurn(draft: TaskDraft) {
  const row = draftRow(draft, { now: 0, leaseMs: undefined });
  return turnOf(row, { message: draft.message, opensContext: draft.opensContext });
}

/** Where other engines may get the same message, the storage says who processes it. */
async function reserveAndStart(core: EngineCore, command: BeginCommand, keys: InFlightKeys): Promise<Begun> {
  const { scope, push } = command;
  const { key } = keys;
  const reserving = reserve(core, command);
  const flight = new InFlight(keys, command.fingerprint, reserving);
  if (key !== undefined) core.inFlight.set(key, flight);
  let reservation: Reservation | undefined;
  try {
    const reserved = await reserving;
    if (reserved && "outcome" in reserved) {
      if (key !== undefined) core.inFlight.delete(key);
      flight.settle(reserved.outcome);
      return { kind: "duplicate", ...decided(reserved.outcome) };
    }
    reservation = reserved;
    if (push) assertPushQuota([], await core.store.countPushes(scope), push, core.limits);
    const draft = draftTask(command, freshIds(core), core.limits);
    const admission = await core.store.admit(scope, draft.contextId, draft.messageJson.length);
    return startLazily(core, draft, admission, flight, reservation);
  } catch (error) {
    if (key !== undefined) core.inFlight.delete(key);
    flight.fail(error);
    await reservation?.extend(() => 0).catch(() => undefined);
    throw error;
  }
}

/** Reserves a message that has not been answered before. */
async function reserve(
  core: EngineCore,
  command: BeginCommand,
): Promise<Reservation | { outcome: Outcome } | undefined> {
  const { scope, fingerprint } = command;
  const messageId = idempotencyKey(command);
  if (messageId === undefined) return undefined;
  const leaseMs = core.leaseMs ?? 0;
  const holder = core.createId();
  const change = (until: number) => ({ kind: "reservation" as const, scope, messageId, fingerprint, holder, until });
  for (;;) {
    const known = await core.commit<Accepted | undefined>({
      message: { scope, messageId },
      decide: ({ seen, now }) => {
        const repeated = seen && repetition(seen, command, now);
        return { result: repeated, change: repeated ? undefined : change(now + leaseMs) };
      },
    });
    if (known?.kind === "duplicate") return { outcome: known.outcome };
    if (known === undefined) break;
    await untilDecided(core, command);
  }
  return {
    scope,
    messageId,
    holder,
    extend: (until) =>
      core.commit<void>({
        message: { scope, messageId },
        decide: ({ seen, now }) => {
          const isHeld = seen !== undefined && "holder" in seen.result && seen.result.holder === holder;
          return { result: undefined, change: isHeld ? change(until(now)) : undefined };
        },
      }),
  };
}

/** Waits until a message that another engine is processing is answered, or no longer reserved. */
async function untilDecided(core: EngineCore, { scope, message }: BeginCommand): Promise<void> {
  for (;;) {
    await pause(core.store.sharing?.pollMs ?? 0);
    core.assertOpen();
    const seen = await core.store.seen(scope, message.messageId);
    if (!seen || !("reservedUntil" in seen.result)) return;
  }
}

function freshIds(core: EngineCore): FreshIds {
  return new LazyIds(core);
}

/** Most messages need only some of the ids. */
class LazyIds implements FreshIds {
  readonly createdAt: number;
  readonly #core: EngineCore;
  #taskId: string | undefined;
  #contextId: string | undefined;
  #pushId: string | undefined;

  constructor(core: EngineCore) {
    this.#core = core;
    this.createdAt = core.now();
  }

  get taskId(): string {
    this.#taskId ??= this.#core.createId();
    return this.#taskId;
  }

  get contextId(): string {
    this.#contextId ??= this.#core.createId();
    return this.#contextId;
  }

  get pushId(): string {
    this.#pushId ??= this.#core.createId();
    return this.#pushId;
  }
}

function decided(outcome: Outcome): Answerable {
  return { outcome: async () => outcome };
}
