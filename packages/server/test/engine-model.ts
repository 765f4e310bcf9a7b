import { isTerminal, type TaskState } from "@a2a/types";
import type { AsyncCommand } from "fast-check";
import * as fc from "fast-check";
import { expect } from "vitest";
import { alice, chunk, command, say, status, taskOf } from "../src/engine/contract/kit.ts";
import type { BeginCommand, Lease, Outcome, TaskEngine } from "../src/engine/port/task-engine.ts";

/** The expected state of a task. */
export interface ModelTask {
  /** The id of the real task. */
  readonly real: number;
  visible: boolean;
  state: TaskState;
  statusAt: number;
  /** The kinds of the events in the log. */
  log: string[];
  texts: string[];
  /** Sequence numbers of the queued messages. */
  inbox: number[];
  run: "idle" | "queued" | "running";
  /** The order in which tasks finished, which is the order of eviction. */
  endedAt: number;
}

/** The reference model: the engine's state in its simplest form. */
export interface Model {
  readonly capacity: number;
  tasks: ModelTask[];
  clock: number;
  submitted: number;
}

/** The engine under test with the handles of its caller. */
export interface Real {
  opened: ModelSubject;
  readonly clock: { now: number };
  readonly sent: BeginCommand[];
  readonly ids: { taskId: string; contextId: string }[];
  /** The current lease of each task, and those it had before. */
  readonly leases: (ModelLease | undefined)[];
  readonly stale: ModelLease[];
}

/** The part of a lease that the model uses. */
export type ModelLease = Pick<Lease, "taskId" | "contextId" | "seq" | "append" | "release">;

/** The part of an engine that the model uses, so that the rules can run without a store. */
export interface ModelSubject {
  readonly engine: Pick<TaskEngine, "get" | "list" | "subscribe" | "cancel"> & {
    begin(command: BeginCommand): Promise<{ kind: "run"; lease: ModelLease } | ModelAnswerable>;
    claim(limit: number): Promise<ModelLease[]>;
  };
  crash?(): Promise<ModelSubject>;
}

interface ModelAnswerable {
  readonly kind: "queued" | "duplicate";
  outcome(): Promise<Outcome>;
}

type Step = AsyncCommand<Model, Real>;

/** Runs one step on the model and on the engine; afterwards their observable states must agree. */
function step(name: string, may: (model: Model) => boolean, act: (model: Model, real: Real) => Promise<void>): Step {
  return {
    check: may,
    run: async (model, real) => {
      model.clock += 1;
      real.clock.now = model.clock;
      await act(model, real);
      await compare(model, real);
    },
    toString: () => name,
  };
}

const submit = (create: "now" | "lazy"): Step =>
  step(
    `submit ${create}`,
    () => true,
    async (model, real) => {
      const sent = command({ create, message: say("go") });
      if (!makeRoom(model)) {
        await expect(real.opened.engine.begin(sent)).rejects.toMatchObject({ code: "CAPACITY_EXCEEDED" });
        return;
      }
      const begun = await real.opened.engine.begin(sent);
      if (begun.kind !== "run") throw new Error(`expected a run, got ${begun.kind}`);
      const { taskId, contextId } = begun.lease;
      real.ids.push({ taskId, contextId });
      real.leases.push(begun.lease);
      real.sent.push(sent);
      model.tasks.push({
        real: model.submitted++,
        visible: create === "now",
        state: "TASK_STATE_SUBMITTED",
        statusAt: model.clock,
        log: ["task"],
        texts: [],
        inbox: [],
        run: "running",
        endedAt: 0,
      });
    },
  );

const repeat = (pick: number): Step =>
  onTask(
    "repeat",
    pick,
    (task) => task.visible,
    async (_model, real, task) => {
      const begun = await real.opened.engine.begin(real.sent[task.real] as BeginCommand);
      if (begun.kind !== "duplicate") throw new Error(`expected a duplicate, got ${begun.kind}`);
      expect(taskOf(await begun.outcome())).toEqual({ ...real.ids[task.real], seq: 1 });
    },
  );

const follow = (pick: number): Step =>
  onTask(
    "follow",
    pick,
    (task) => task.visible,
    async (_model, real, task) => {
      const { taskId } = real.ids[task.real] as ModelLease;
      const sending = real.opened.engine.begin(command({ message: say("more", { taskId }) }));
      if (isTerminal(task.state)) {
        await expect(sending).rejects.toMatchObject({ code: "UNSUPPORTED_OPERATION" });
        return;
      }
      task.log.push("received");
      const begun = await sending;
      expect(begun.kind).toBe(task.run === "idle" ? "run" : "queued");
      if (begun.kind === "run") {
        real.leases[task.real] = begun.lease;
        task.run = "running";
      } else {
        task.inbox.push(task.log.length);
      }
    },
  );

const append = (pick: number, text: string): Step =>
  onTask(`append ${text}`, pick, isRunning, async (_model, real, task) => {
    const lease = real.leases[task.real] as ModelLease;
    task.visible = true;
    task.log.push("artifactUpdate");
    task.texts.push(text);
    expect(await lease.append([chunk(lease, text)])).toBe(task.log.length);
  });

const settle = (pick: number, state: TaskState): Step =>
  onTask(`settle ${state}`, pick, isRunning, async (model, real, task) => {
    const lease = real.leases[task.real] as ModelLease;
    task.visible = true;
    setState(model, task, state);
    const [number, next] = await Promise.all([lease.append([status(lease, state)]), lease.release()]);
    expect(number).toBe(task.log.length);
    real.stale.push(lease);
    const waiting = isTerminal(state) ? undefined : task.inbox.shift();
    expect(next?.seq).toBe(waiting);
    task.run = next ? "running" : "idle";
    if (isTerminal(state)) task.inbox = [];
    real.leases[task.real] = next;
  });

const cancel = (pick: number): Step =>
  onTask(
    "cancel",
    pick,
    (task) => task.visible,
    async (model, real, task) => {
      const { taskId } = real.ids[task.real] as ModelLease;
      const canceling = real.opened.engine.cancel(alice, taskId, { graceMs: 0 });
      if (isTerminal(task.state) && task.state !== "TASK_STATE_CANCELED") {
        await expect(canceling).rejects.toMatchObject({ code: "TASK_NOT_CANCELABLE" });
        return;
      }
      const lease = real.leases[task.real];
      if (task.state !== "TASK_STATE_CANCELED") setState(model, task, "TASK_STATE_CANCELED");
      expect((await canceling).seq).toBe(task.log.length);
      if (lease) real.stale.push(lease);
      real.leases[task.real] = undefined;
      task.run = "idle";
      task.inbox = [];
    },
  );

const requeue = (pick: number): Step =>
  onTask(
    "requeue",
    pick,
    (task) => isRunning(task) && task.visible,
    async (_model, real, task) => {
      const lease = real.leases[task.real] as ModelLease;
      await lease.release({ requeue: true });
      real.stale.push(lease);
      real.leases[task.real] = undefined;
      task.run = "queued";
    },
  );

const claim: Step = step(
  "claim",
  () => true,
  async (model, real) => {
    const queued = model.tasks.filter(({ run }) => run === "queued");
    const leases = await real.opened.engine.claim(100);
    const claimed = leases.map(({ taskId }) => real.ids.findIndex((ids) => ids.taskId === taskId));
    expect([...claimed].sort()).toEqual(queued.map((task) => task.real).sort());
    for (const [index, lease] of leases.entries()) real.leases[claimed[index] as number] = lease;
    for (const task of queued) task.run = "running";
  },
);

const zombie = (pick: number): Step =>
  step(
    "zombie",
    () => true,
    async (_model, real) => {
      const lease = real.stale[pick % Math.max(1, real.stale.length)];
      if (!lease) return;
      await expect(lease.append([chunk(lease, "zombie")])).rejects.toMatchObject({ name: "FencedError" });
    },
  );

const crash: Step = step(
  "crash",
  () => true,
  async (model, real) => {
    if (!real.opened.crash) return;
    real.opened = await real.opened.crash();
    model.tasks = model.tasks.filter(({ visible }) => visible);
    for (const task of model.tasks) if (task.run === "running") task.run = "queued";
    real.leases.fill(undefined);
    // Leases of a closed engine: the new engine cannot report their fate.
    real.stale.length = 0;
  },
);

const ends = fc.constantFrom<TaskState>("TASK_STATE_INPUT_REQUIRED", "TASK_STATE_COMPLETED", "TASK_STATE_FAILED");
const settling = fc.tuple(fc.nat(20), ends).map(([pick, state]) => settle(pick, state));

/** Steps in any order, weighted toward creating and finishing tasks so that limits are reached. */
export const steps = stepsWith(fc.constantFrom<"now" | "lazy">("now", "now", "lazy").map(submit));

/** The same steps, with every task created eagerly. */
export const stepsAtOnce = stepsWith(fc.constant(submit("now")));

function stepsWith(submitting: fc.Arbitrary<Step>) {
  return fc.commands(
    [
      submitting,
      submitting,
      submitting,
      settling,
      settling,
      fc.nat(20).map(repeat),
      fc.nat(20).map(follow),
      fc.tuple(fc.nat(20), fc.string({ maxLength: 3 })).map(([pick, text]) => append(pick, text)),
      fc.nat(20).map(cancel),
      fc.nat(20).map(requeue),
      fc.constant(claim),
      fc.nat(20).map(zombie),
      fc.constant(crash),
    ],
    { maxCommands: 50, size: "max" },
  );
}

function onTask(
  name: string,
  pick: number,
  may: (task: ModelTask) => boolean,
  act: (model: Model, real: Real, task: ModelTask) => Promise<void>,
): Step {
  const chosen = (model: Model) => model.tasks.filter(may)[pick % Math.max(1, model.tasks.filter(may).length)];
  return step(
    `${name} #${pick}`,
    (model) => chosen(model) !== undefined,
    (model, real) => act(model, real, chosen(model) as ModelTask),
  );
}

function isRunning(task: ModelTask): boolean {
  return task.run === "running";
}

function setState(model: Model, task: ModelTask, state: TaskState): void {
  task.log.push("statusUpdate");
  task.state = state;
  task.statusAt = model.clock;
  if (isTerminal(state)) task.endedAt = model.clock;
}

/** Evicts the task that finished first when the limit is reached; returns whether there is capacity. */
function makeRoom(model: Model): boolean {
  if (model.tasks.length < model.capacity) return true;
  const [oldest] = model.tasks.filter(({ state }) => isTerminal(state)).sort((a, b) => a.endedAt - b.endedAt);
  model.tasks = model.tasks.filter((task) => task !== oldest);
  return oldest !== undefined;
}

/** Compares the observable state of the engine with the model. */
async function compare(model: Model, real: Real): Promise<void> {
  const { engine } = real.opened;
  const visible = model.tasks.filter((task) => task.visible);
  const expected = visible
    .map((task) => ({ task, id: real.ids[task.real]?.taskId ?? "" }))
    .sort((a, b) => b.task.statusAt - a.task.statusAt || (a.id < b.id ? 1 : -1));
  const page = await engine.list(alice, { pageSize: 100 });
  expect(page.totalSize).toBe(visible.length);
  expect(page.tasks.map(({ id, state, seq }) => ({ id, state, seq }))).toEqual(
    expected.map(({ id, task }) => ({ id, state: task.state, seq: task.log.length })),
  );
  for (const { id, task } of expected) {
    const stored = await engine.get(alice, id);
    const parts = stored?.task.artifacts?.flatMap((artifact) => artifact.parts) ?? [];
    expect(parts.map((part) => "text" in part && part.text)).toEqual(task.texts);
    const kinds: string[] = [];
    for await (const batch of engine.subscribe(alice, id)) {
      kinds.push(...batch.map(({ event }) => Object.keys(event)[0] ?? ""));
      if (kinds.length >= task.log.length) break;
    }
    expect(kinds).toEqual(task.log);
  }
  const gone = real.ids.filter(({ taskId }) => !expected.some(({ id }) => id === taskId));
  for (const { taskId } of gone) expect(await engine.get(alice, taskId)).toBeUndefined();
}
