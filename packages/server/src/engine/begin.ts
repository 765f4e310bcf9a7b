import { A2AError, isTerminal } from "@a2a/types";
import { Draft } from "./draft.ts";
import type { EngineCore } from "./engine-core.ts";
import { ADMITTED, assertSameMessage, InFlight, type Names, nameOf, repeatKey } from "./in-flight.ts";
import { turnOf } from "./leased-turn.ts";
import { LocalLease } from "./local-lease.ts";
import { invalid, taskNotFound } from "./port/refusals.ts";
import type { Answerable, BeginCommand, Begun, Outcome } from "./port/task-engine.ts";
import { assertPushRoom, registerPush } from "./push-configs.ts";
import { startTurn, type TaskRow, type TurnRow } from "./rules/task-row.ts";
import { encodeReceived, placedMessage } from "./text/event-text.ts";

/** Takes in a message; see `TaskEngine.begin`. */
export async function begin(core: EngineCore, command: BeginCommand): Promise<Begun> {
  const { scope, alias, fingerprint } = command;
  const names = { key: nameOf(scope, repeatKey(command)), name: nameOf(scope, alias) };
  const { key, name } = names;
  if (name !== undefined) {
    // What comes for a task that is being written is to find it.
    for (let first = core.named.get(name); first; first = core.named.get(name)) {
      await first.outcome().catch(() => undefined);
    }
  }
  core.assertOpen();
  if (key !== undefined) {
    const flight = core.inFlight.get(key);
    if (flight) {
      assertSameMessage(flight, fingerprint);
      await flight.admitted;
      return { kind: "duplicate", outcome: (options) => flight.outcome(options) };
    }
    const known = core.store.read(() => outcomeOfSeen(core, command));
    if (known) return { kind: "duplicate", ...decided(known) };
  }
  const needsTask = command.create === "now" || namesTask(core, command);
  return needsTask ? await takeOff(core, command, names) : startLazily(core, command, names);
}

/** Whether a message is for a task that exists. */
function namesTask({ store }: EngineCore, { scope, message, alias }: BeginCommand): boolean {
  if (message.taskId !== undefined) return true;
  return alias !== undefined && store.read(() => store.resolveAlias(scope, alias)) !== undefined;
}

function outcomeOfSeen(core: EngineCore, command: BeginCommand): Outcome | undefined {
  const { scope, fingerprint, message } = command;
  const seen = core.store.seen(scope, message.messageId);
  if (!seen) return undefined;
  assertSameMessage(seen, fingerprint);
  if ("answer" in seen.result) return { message: seen.result.answer };
  const row = core.store.find(seen.result.taskId);
  return row && taskOutcome(row, seen.result.seq);
}

/** From here on the message is in flight: the same one arriving meanwhile joins it. */
async function takeOff(core: EngineCore, command: BeginCommand, { key }: Names): Promise<Begun> {
  const writing = write(core, command);
  const flight = new InFlight({ key, name: undefined }, command.fingerprint, writing);
  if (key !== undefined) core.inFlight.set(key, flight);
  try {
    const { begun, outcome } = await writing;
    flight.settle(outcome);
    return begun;
  } catch (error) {
    flight.fail(error);
    throw error;
  } finally {
    if (key !== undefined) core.inFlight.delete(key);
  }
}

/** Nothing is written: the first append will create the task, if it ever comes to that. One that has a name is created anyway. */
function startLazily(core: EngineCore, command: BeginCommand, names: Names): Begun {
  const { scope, call, push, fingerprint } = command;
  const draft = new Draft(core, command);
  const { taskId, contextId, message } = draft;
  if (push) core.store.read(() => assertPushRoom(core, scope, undefined, push));
  draft.admission = core.store.admit(scope, contextId);
  const { key, name } = names;
  const flight = new InFlight(names, fingerprint, ADMITTED);
  if (key !== undefined) core.inFlight.set(key, flight);
  if (name !== undefined) core.named.set(name, flight);
  const first = { seq: 1, token: 1, turn: 1, attempt: 1, recovered: false, checkpoint: undefined };
  const opensContext = draft.opensContext;
  const turn = { scope, taskId, contextId, message, call, ...first, opensContext };
  const lease = new LocalLease(core, turn, draft, flight);
  lease.open();
  // Whatever the agent says before it has to wait is written with it.
  if (name !== undefined) lease.put([], (refusal) => refusal !== undefined && lease.lose(refusal));
  return { kind: "run", lease, outcome: (options) => flight.outcome(options) };
}

interface TakenIn {
  readonly kind: Begun["kind"];
  readonly row: TaskRow;
  readonly seq: number;
  readonly lease?: LocalLease;
}

async function write(core: EngineCore, command: BeginCommand): Promise<{ begun: Begun; outcome: Outcome }> {
  const { kind, row, seq, lease } = await core.write(
    (): TakenIn => {
      const present = locate(core, command);
      if (present === undefined) return createTask(core, command);
      return reopens(command, present) ? reopenTask(core, command, present) : continueTask(core, command, present);
    },
    (result) => {
      result.lease?.show();
      core.changed(result.row);
    },
  );
  const outcome = taskOutcome(row, seq);
  if (kind === "run" && lease) return { begun: { kind, lease, ...decided(outcome) }, outcome };
  return { begun: { kind: kind === "queued" ? kind : "duplicate", ...decided(outcome) }, outcome };
}

function locate(core: EngineCore, { scope, message, alias }: BeginCommand): TaskRow | undefined {
  const id = message.taskId ?? (alias === undefined ? undefined : core.store.resolveAlias(scope, alias));
  if (id === undefined) return undefined;
  const row = core.own(scope, id);
  if (!row) throw taskNotFound(id);
  return row;
}

/** A 0.1 caller that sends to a task which is over reopens it; what is over stays over, so it gets a new task by the same name. */
function reopens({ alias, message }: BeginCommand, row: TaskRow): boolean {
  return alias !== undefined && message.taskId === undefined && isTerminal(row.state);
}

function reopenTask(core: EngineCore, command: BeginCommand, over: TaskRow): TakenIn {
  const { message } = command;
  const referenceTaskIds = [...(message.referenceTaskIds ?? []), over.id];
  return createTask(core, { ...command, message: { ...message, contextId: over.contextId, referenceTaskIds } }, over);
}

function createTask(core: EngineCore, command: BeginCommand, replaced?: TaskRow): TakenIn {
  const { scope, push } = command;
  const draft = new Draft(core, command);
  if (push) assertPushRoom(core, scope, undefined, push);
  draft.admission = core.store.admit(scope, draft.contextId);
  if (replaced) core.store.releaseAlias(replaced);
  const row = draft.insert();
  const lease = new LocalLease(core, turnOf(row, row.current as TurnRow, draft.message, draft.opensContext));
  return { kind: "run", row, seq: 1, lease };
}

function continueTask(core: EngineCore, command: BeginCommand, row: TaskRow): TakenIn {
  const { scope, message, alias, fingerprint, call, push } = command;
  if (message.contextId !== undefined && message.contextId !== row.contextId) {
    throw invalid("message.contextId", `is not the context of task ${row.id}: leave it out, or send that of the task`);
  }
  // A 0.1 caller has no message ids: what it repeats is recognised by the content, while that is being worked on.
  const same = alias !== undefined && [row.current, ...row.inbox].find((turn) => turn?.fingerprint === fingerprint);
  if (same) return { kind: "duplicate", row, seq: same.seq };
  if (isTerminal(row.state)) {
    throw new A2AError("UNSUPPORTED_OPERATION", `task ${row.id} is over (${row.state}): start a new one`, {
      metadata: { taskId: row.id },
    });
  }
  if (push) assertPushRoom(core, scope, row, push);
  const placed = placedMessage(message, row.id, row.contextId);
  const json = JSON.stringify(placed);
  core.extend(row, [encodeReceived(json)]);
  const turn = { seq: row.seq, message: json, call, fingerprint };
  const idle = row.run === "idle";
  if (idle) startTurn(row, turn);
  else row.inbox = [...row.inbox, turn];
  core.store.save(row);
  const messageId = repeatKey(command);
  if (messageId !== undefined) core.store.rememberMessage(row, messageId, fingerprint, turn.seq);
  if (push) registerPush(core, row, push, turn.seq + 1);
  if (!idle) return { kind: "queued", row, seq: turn.seq };
  return { kind: "run", row, seq: turn.seq, lease: new LocalLease(core, turnOf(row, turn, placed)) };
}

function taskOutcome(row: TaskRow, seq: number): Outcome {
  return { task: { taskId: row.id, contextId: row.contextId, seq } };
}

function decided(outcome: Outcome): Answerable {
  return { outcome: async () => outcome };
}
