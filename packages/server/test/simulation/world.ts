import { isA2AError, type LogEvent, type Message, type TaskState } from "@a2a/types";
import { FencedError, type Lease, type LogEntry } from "../../src/engine/port/task-engine.ts";
import { Crashed, type SimulatedProcess } from "./process.ts";
import type { Random } from "./random.ts";
import type { VirtualScheduler } from "./virtual-scheduler.ts";

/** The owner of everything in a simulation. */
export const scope = { tenant: "", owner: "alice" };
const CALLERS = 4;

/** What the agents have done to a task. */
export interface Output {
  /** The texts they appended, in order. */
  readonly texts: string[];
  /** The sequence numbers they were promised, by the text. */
  readonly promised: Map<string, number>;
}

/** What a reader has seen. */
export interface Reading {
  readonly taskId: string;
  readonly after: number;
  readonly entries: LogEntry[];
}

/** The callers, agents and readers of a simulation, and what they remember. */
export class World {
  readonly outputs = new Map<string, Output>();
  /** The tasks that each message was answered with, as `id seq`. */
  readonly answers = new Map<string, Set<string>>();
  readonly readings: Reading[] = [];
  readonly problems: string[] = [];
  readonly #processes: readonly SimulatedProcess[];
  readonly #scheduler: VirtualScheduler;
  readonly #random: Random;
  readonly #completesAnyway: boolean;
  /** The process of each agent that is at work. */
  readonly #agents = new Map<Promise<void>, SimulatedProcess>();
  #isOver = false;

  constructor(
    processes: readonly SimulatedProcess[],
    scheduler: VirtualScheduler,
    random: Random,
    completesAnyway: boolean,
  ) {
    this.#processes = processes;
    this.#scheduler = scheduler;
    this.#random = random;
    this.#completesAnyway = completesAnyway;
  }

  get alive(): SimulatedProcess[] {
    return this.#processes.filter(({ isDead }) => !isDead);
  }

  /** No process looks for turns any more. */
  end(): void {
    this.#isOver = true;
  }

  /** Whether no agent is at work. */
  get isQuiet(): boolean {
    return [...this.#agents.values()].every(({ isDead }) => isDead);
  }

  async runCallers(): Promise<void> {
    let isDone = false;
    let failure: unknown;
    Promise.all(Array.from({ length: CALLERS }, (_, n) => this.#call(n))).then(
      () => {
        isDone = true;
      },
      (error: unknown) => {
        isDone = true;
        failure = error;
      },
    );
    await this.#scheduler.run(() => isDone, 60_000);
    if (failure !== undefined) throw failure;
  }

  /** Carries out turns that have lost their process. */
  async recover(process: SimulatedProcess): Promise<void> {
    const { engine } = process;
    while (!process.isDead && !this.#isOver) {
      try {
        const leases = await engine.claim(3);
        for (const lease of leases) this.#start(lease, process);
        if (leases.length === 0) await engine.ready("turns");
      } catch (error) {
        this.#refused("claim", error);
        await process.soon();
      }
    }
  }

  /** A caller that sends some messages, some of them twice, and follows, continues or cancels what becomes of them. */
  async #call(number: number): Promise<void> {
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
    const process = this.#random.pick(this.alive);
    try {
      const begun = await this.#at(process, process.engine.begin(command));
      if (begun.kind === "run") this.#start(begun.lease, process);
      const outcome = await this.#at(process, begun.outcome());
      if (!("task" in outcome)) return undefined;
      const { taskId, seq } = outcome.task;
      const answers = this.answers.get(message.messageId) ?? new Set();
      this.answers.set(message.messageId, answers.add(`${taskId} ${seq}`));
      return taskId;
    } catch (error) {
      // Refused: the storage was down, the task had ended, or the process died.
      return this.#refused("begin", error);
    }
  }

  async #cancel(taskId: string): Promise<void> {
    const process = this.#random.pick(this.alive);
    try {
      await this.#at(process, process.engine.cancel(scope, taskId, { graceMs: this.#random.below(20) }));
    } catch (error) {
      this.#refused("cancel", error);
    }
  }

  #read(taskId: string): void {
    const process = this.#random.pick(this.alive);
    const reading = { taskId, after: this.#random.below(3), entries: [] as LogEntry[] };
    this.readings.push(reading);
    const read = async () => {
      for await (const batch of process.engine.subscribe(scope, taskId, { after: reading.after })) {
        reading.entries.push(...batch);
        if (this.#random.chance(0.3)) await process.soon();
      }
    };
    // A log that is shorter than asked for is not an error of the engine.
    read().catch((error: unknown) => this.#refused(`reading ${taskId}`, error));
  }

  #start(lease: Lease, process: SimulatedProcess): void {
    const running = this.#turn(lease, process)
      .catch((error: unknown) => void this.#refused("a turn", error))
      .finally(() => this.#agents.delete(running));
    this.#agents.set(running, process);
  }

  /** An agent: it appends chunks without waiting, ends its task, and releases its lease, which may start the next turn. */
  async #turn(lease: Lease, process: SimulatedProcess): Promise<void> {
    const output = this.outputs.get(lease.taskId) ?? { texts: [], promised: new Map<string, number>() };
    this.outputs.set(lease.taskId, output);
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
      if (this.#random.chance(0.5)) await process.soon();
      if (this.#random.chance(0.1)) await lease.save({ n }).catch((error: unknown) => (refusal ??= error));
      if (this.#random.chance(0.1)) await lease.take().catch((error: unknown) => (refusal ??= error));
    }
    if (refusal === undefined || this.#completesAnyway) {
      const state = this.#random.chance(0.3) ? "TASK_STATE_INPUT_REQUIRED" : "TASK_STATE_COMPLETED";
      await lease.append([status(lease, state)]).catch((error: unknown) => (refusal ??= error));
    }
    await Promise.all(appending);
    if (refusal !== undefined) await this.#fail(lease, process, refusal);
    const next = await this.#repeat(lease, process, () => lease.release());
    if (next) this.#start(next, process);
  }

  async #fail(lease: Lease, process: SimulatedProcess, refusal: unknown): Promise<void> {
    if (refusal instanceof FencedError || lease.isDraft) return;
    const state = this.#completesAnyway ? "TASK_STATE_COMPLETED" : "TASK_STATE_FAILED";
    await this.#repeat(lease, process, () => lease.append([status(lease, state)]));
  }

  /** Repeats a write while the storage is down. */
  async #repeat<T>(lease: Lease, process: SimulatedProcess, write: () => Promise<T>): Promise<T | undefined> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!isA2AError(error, "UNAVAILABLE") || lease.isOver) return undefined;
        await process.soon();
      }
    }
  }

  /** The answer of a process, unless it dies before. */
  #at<T>({ died }: SimulatedProcess, answer: Promise<T>): Promise<T> {
    return Promise.race([answer, died]);
  }

  /** A call may be refused for reasons that callers are told; any other error is a fault of the engine. */
  #refused(what: string, error: unknown): undefined {
    if (isA2AError(error) || error instanceof Crashed) return;
    this.problems.push(`${what} failed with ${error instanceof Error ? error.stack : error}`);
  }
}

function chunk({ taskId, contextId }: Lease, text: string): LogEvent {
  return { artifactUpdate: { taskId, contextId, artifact: { artifactId: "answer", parts: [{ text }] }, append: true } };
}

/** A status that says which attempt of which turn it comes from. */
function status({ taskId, contextId, turn, attempt }: Lease, state: TaskState): LogEvent {
  const message: Message = { messageId: "status", role: "ROLE_AGENT", parts: [{ text: `${turn}.${attempt}` }] };
  return { statusUpdate: { taskId, contextId, status: { state, message } } };
}
