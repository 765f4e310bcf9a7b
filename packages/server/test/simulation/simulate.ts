import { isA2AError, isTerminal, type LogEvent, type Message } from "@a2a/types";
import { FencedError, type Lease, type LogEntry, type TaskEngine } from "../../src/engine/port/task-engine.ts";
import type { StoreEvents, TaskStore } from "../../src/engine/store/task-store.ts";
import { createStoreEngine } from "../../src/engine/store-engine.ts";
import { Random } from "./random.ts";
import { type Fault, unreliable } from "./unreliable-store.ts";
import { VirtualScheduler } from "./virtual-scheduler.ts";

/** What to simulate. */
export interface Simulation {
  readonly seed: number;
  /** Opens the store under test. */
  open(events: StoreEvents, scheduler: VirtualScheduler): TaskStore;
  /** A fault of the store that the simulation must find. */
  readonly fault?: Fault;
  /** An agent that completes its task although some of its output was refused; the simulation must find it. */
  readonly completesAnyway?: boolean;
}

const scope = { tenant: "", owner: "alice" };
const CALLERS = 4;

/** What an agent has done to a task. */
interface Output {
  /** The texts it appended, in order. */
  readonly texts: string[];
  /** The sequence numbers it was promised, by the text. */
  readonly promised: Map<string, number>;
}

/**
 * Runs callers, agents, readers and cancels against an engine in virtual time, over a store that is slow and fails, and returns
 * every violation of a guarantee. The same seed does the same again.
 */
export async function simulate({ seed, open, fault = "none", completesAnyway = false }: Simulation): Promise<string[]> {
  const random = new Random(seed);
  const scheduler = new VirtualScheduler(random);
  const outage = { isOver: false };
  let ids = 0;
  const engine = createStoreEngine(
    (events) => unreliable(open(events, scheduler), { random, scheduler, outage, fault }),
    {
      now: () => 1_800_000_000_000 + scheduler.elapsed(),
      elapsed: () => scheduler.elapsed(),
      createId: () => `id-${String(ids++).padStart(4, "0")}`,
      retryMs: random.pick([0, 40, 1_000]),
    },
    scheduler,
  );
  const world = new World(engine, scheduler, random, completesAnyway);
  const callers = Array.from({ length: CALLERS }, (_, n) => world.call(n));
  let isDone = false;
  void Promise.all(callers).then(() => {
    isDone = true;
    outage.isOver = true;
  });
  await scheduler.run(() => isDone);
  let areAgentsDone = false;
  void world.agentsDone().then(() => {
    areAgentsDone = true;
  });
  await scheduler.run(() => areAgentsDone);
  const problems = await world.check();
  let isClosed = false;
  void engine.close({ drainMs: 0 }).then(() => {
    isClosed = true;
  });
  await scheduler.run(() => isClosed);
  return problems;
}

class World {
  readonly #engine: TaskEngine;
  readonly #scheduler: VirtualScheduler;
  readonly #random: Random;
  readonly #completesAnyway: boolean;
  readonly #agents = new Set<Promise<void>>();
  readonly #outputs = new Map<string, Output>();
  /** The tasks that each message was answered with. */
  readonly #answers = new Map<string, Set<string>>();
  readonly #readings: { readonly taskId: string; readonly after: number; readonly entries: LogEntry[] }[] = [];
  readonly #problems: string[] = [];

  constructor(engine: TaskEngine, scheduler: VirtualScheduler, random: Random, completesAnyway: boolean) {
    this.#engine = engine;
    this.#scheduler = scheduler;
    this.#random = random;
    this.#completesAnyway = completesAnyway;
  }

  /** A caller that sends some messages, some of them twice, and follows, continues or cancels what becomes of them. */
  async call(number: number): Promise<void> {
    const known: string[] = [];
    for (let n = 0; n < 3; n++) {
      const messageId = `m-${number}-${n}`;
      const taskId = known.length > 0 && this.#random.chance(0.4) ? this.#random.pick(known) : undefined;
      const message: Message = {
        messageId,
        role: "ROLE_USER",
        parts: [{ text: "go" }],
        ...(taskId !== undefined && { taskId }),
      };
      const create = this.#random.pick(["now", "lazy"] as const);
      const sends = [this.#send(message, create)];
      if (this.#random.chance(0.4)) sends.push(this.#scheduler.soon().then(() => this.#send(message, create)));
      for (const task of await Promise.all(sends)) {
        if (task === undefined) continue;
        known.push(task);
        if (this.#random.chance(0.5)) this.#read(task);
        if (this.#random.chance(0.2)) await this.#cancel(task);
      }
      await this.#scheduler.soon();
    }
  }

  async #send(message: Message, create: "now" | "lazy"): Promise<string | undefined> {
    const command = { scope, message, fingerprint: message.messageId, version: "1.0" as const, call: {}, create };
    try {
      const begun = await this.#engine.begin(command);
      if (begun.kind === "run") this.#start(begun.lease);
      const outcome = await begun.outcome();
      if (!("task" in outcome)) return undefined;
      const { taskId, seq } = outcome.task;
      const answers = this.#answers.get(message.messageId) ?? new Set();
      this.#answers.set(message.messageId, answers.add(`${taskId} ${seq}`));
      return taskId;
    } catch (error) {
      // Refused: the storage was down, or the task had ended.
      if (!isA2AError(error)) this.#problems.push(`begin failed with ${error instanceof Error ? error.stack : error}`);
      return undefined;
    }
  }

  async #cancel(taskId: string): Promise<void> {
    try {
      await this.#engine.cancel(scope, taskId, { graceMs: this.#random.below(20) });
    } catch (error) {
      if (!isA2AError(error)) this.#problems.push(`cancel failed with ${error instanceof Error ? error.stack : error}`);
    }
  }

  #read(taskId: string): void {
    const reading = { taskId, after: this.#random.below(3), entries: [] as LogEntry[] };
    this.#readings.push(reading);
    const read = async () => {
      for await (const batch of this.#engine.subscribe(scope, taskId, { after: reading.after })) {
        reading.entries.push(...batch);
        if (this.#random.chance(0.3)) await this.#scheduler.soon();
      }
    };
    // A log that is shorter than asked for is not an error of the engine.
    read().catch((error: unknown) => this.#problems.push(`reading ${taskId} failed with ${String(error)}`));
  }

  #start(lease: Lease): void {
    const running = this.#turn(lease).finally(() => this.#agents.delete(running));
    this.#agents.add(running);
  }

  async agentsDone(): Promise<void> {
    while (this.#agents.size > 0) await Promise.all(this.#agents);
  }

  /** An agent: it appends chunks without waiting, ends its task, and releases its lease, which may start the next turn. */
  async #turn(lease: Lease): Promise<void> {
    const output = this.#outputs.get(lease.taskId) ?? { texts: [], promised: new Map<string, number>() };
    this.#outputs.set(lease.taskId, output);
    const appending: Promise<unknown>[] = [];
    let refusal: unknown;
    const chunks = this.#random.below(6);
    for (let n = 0; n < chunks && refusal === undefined && lease.stopReason === undefined; n++) {
      const text = `${lease.turn}.${lease.attempt}.${n}`;
      output.texts.push(text);
      const appended = lease.append([chunk(lease, text)]);
      appending.push(
        appended.then(
          (seq) => void output.promised.set(text, seq),
          (error: unknown) => {
            refusal ??= error;
          },
        ),
      );
      if (this.#random.chance(0.5)) await this.#scheduler.soon();
      if (this.#random.chance(0.1)) await lease.save({ n }).catch((error: unknown) => (refusal ??= error));
    }
    if (refusal === undefined || this.#completesAnyway) {
      const state = this.#random.chance(0.3) ? "TASK_STATE_INPUT_REQUIRED" : "TASK_STATE_COMPLETED";
      await lease.append([status(lease, state)]).catch((error: unknown) => (refusal ??= error));
    }
    await Promise.all(appending);
    if (refusal !== undefined) await this.#fail(lease, refusal);
    const next = await this.#repeat(lease, () => lease.release());
    if (next) this.#start(next);
  }

  async #fail(lease: Lease, refusal: unknown): Promise<void> {
    if (refusal instanceof FencedError || lease.isDraft) return;
    const state = this.#completesAnyway ? "TASK_STATE_COMPLETED" : "TASK_STATE_FAILED";
    await this.#repeat(lease, () => lease.append([status(lease, state)]));
  }

  /** Repeats a write while the storage is down. */
  async #repeat<T>(lease: Lease, write: () => Promise<T>): Promise<T | undefined> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!isA2AError(error, "UNAVAILABLE") || lease.isOver) return undefined;
        await this.#scheduler.soon();
      }
    }
  }

  /** Compares everything that was promised and read with everything that is stored. */
  async check(): Promise<string[]> {
    const problems = this.#problems;
    const { tasks } = await this.#engine.list(scope, { pageSize: 1_000 });
    const logs = new Map<string, LogEntry[]>();
    for (const { id, seq, state, task } of tasks) {
      const log = await this.#logOf(id, seq);
      logs.set(id, log);
      if (log.some((entry, index) => entry.seq !== index + 1)) problems.push(`${id}: its numbers have a gap`);
      const ends = log.filter(({ event }) => "statusUpdate" in event && isTerminal(event.statusUpdate.status.state));
      if (isTerminal(state) && (ends.length !== 1 || ends[0] !== log.at(-1)))
        problems.push(`${id}: ended ${ends.length} times`);
      if (!isTerminal(state) && state !== "TASK_STATE_INPUT_REQUIRED") problems.push(`${id}: is stuck in ${state}`);
      const texts = log.flatMap(textsIn);
      const folded = (task.artifacts ?? []).flatMap(({ parts }) =>
        parts.map((part) => ("text" in part ? part.text : "")),
      );
      if (folded.join() !== texts.join()) problems.push(`${id}: the task says ${folded}, its log ${texts}`);
      problems.push(...this.#contentProblems(id, state, log, texts));
    }
    for (const [messageId, answers] of this.#answers) {
      if (answers.size > 1) problems.push(`message ${messageId} was accepted ${answers.size} times`);
      for (const answer of answers) {
        const [taskId = "", seq] = answer.split(" ");
        if (!logs.get(taskId)?.[Number(seq) - 1]?.json.includes(messageId))
          problems.push(`message ${messageId} is lost`);
      }
    }
    for (const { taskId, after, entries } of this.#readings) {
      const log = logs.get(taskId) ?? [];
      if (entries.some((entry, index) => entry.seq !== after + index + 1))
        problems.push(`a reader of ${taskId} missed events`);
      if (entries.some(({ seq, json }) => log[seq - 1]?.json !== json))
        problems.push(`a reader of ${taskId} saw other events`);
    }
    return problems;
  }

  #contentProblems(id: string, state: string, log: readonly LogEntry[], texts: readonly string[]): string[] {
    const { texts: said, promised } = this.#outputs.get(id) ?? { texts: [], promised: new Map<string, number>() };
    const problems: string[] = [];
    const stored = new Set(texts);
    if (stored.size !== texts.length) problems.push(`${id}: has a text twice`);
    if (said.filter((text) => stored.has(text)).join() !== texts.join())
      problems.push(`${id}: has its texts in another order`);
    // What one turn has stored is the beginning of what it said.
    for (const [turn, saidThen] of Map.groupBy(said, (text) => text.split(".", 2).join("."))) {
      const storedThen = texts.filter((text) => text.startsWith(`${turn}.`));
      if (storedThen.join() !== saidThen.slice(0, storedThen.length).join())
        problems.push(`${id}: turn ${turn} has a hole`);
      const isLast = said.at(-1) === saidThen.at(-1);
      const isWhole = storedThen.length === saidThen.length;
      if (isLast && state === "TASK_STATE_COMPLETED" && !isWhole) problems.push(`${id}: is COMPLETED and short`);
    }
    for (const [text, seq] of promised) {
      if (!log[seq - 1]?.json.includes(`"${text}"`))
        problems.push(`${id}: ${text} was promised as event ${seq} and is lost`);
    }
    return problems;
  }

  async #logOf(taskId: string, count: number): Promise<LogEntry[]> {
    const entries: LogEntry[] = [];
    for await (const batch of this.#engine.subscribe(scope, taskId)) {
      entries.push(...batch);
      if (entries.length >= count) break;
    }
    return entries;
  }
}

function textsIn({ event }: LogEntry): string[] {
  if (!("artifactUpdate" in event)) return [];
  return event.artifactUpdate.artifact.parts.map((part) => ("text" in part ? part.text : ""));
}

function chunk({ taskId, contextId }: Lease, text: string): LogEvent {
  return { artifactUpdate: { taskId, contextId, artifact: { artifactId: "answer", parts: [{ text }] }, append: true } };
}

function status(
  { taskId, contextId }: Lease,
  state: "TASK_STATE_COMPLETED" | "TASK_STATE_FAILED" | "TASK_STATE_INPUT_REQUIRED",
): LogEvent {
  return { statusUpdate: { taskId, contextId, status: { state } } };
}
