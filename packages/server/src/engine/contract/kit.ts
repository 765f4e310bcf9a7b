import { createId, type LogEvent, type Message, type TaskState } from "@a2a/types";
import type { EngineOptions } from "../engine-core.ts";
import type { BeginCommand, Lease, LogEntry, Outcome, Scope, StoredTask, TaskEngine } from "../port/task-engine.ts";

/** The matchers the suite uses; those of any common test runner fit. */
export interface ContractMatchers {
  toBe(expected: unknown): void;
  toEqual(expected: unknown): void;
  toMatchObject(expected: object): void;
  toHaveLength(expected: number): void;
  toBeUndefined(): void;
  toBeGreaterThan(expected: number): void;
  toBeLessThanOrEqual(expected: number): void;
  /** The same for the error a promise rejects with. */
  rejects: { toMatchObject(expected: object): Promise<void> };
}

/** The parts of a test runner the suite needs. */
export interface ContractRunner {
  describe(name: string, body: () => void): void;
  it(name: string, body: () => Promise<void>): void;
  expect(actual: unknown): ContractMatchers;
}

/** What the suite may ask of an engine it opens; an engine without limits ignores those. */
export interface ContractEngineOptions extends EngineOptions {
  maxTasks?: number;
  maxContexts?: number;
}

/** An engine under test. */
export interface OpenedEngine {
  readonly engine: TaskEngine;
  /** Ends the test: closes the engine and removes what it kept. */
  close(): Promise<void>;
  /** Leaves the engine as a crash would, and opens another one on what the storage kept. Absent where nothing is kept. */
  crash?(): Promise<OpenedEngine>;
}

/** Two engines on one storage, as two processes would have it. Leases should last well below a second. */
export interface EnginePair {
  readonly first: TaskEngine;
  readonly second: TaskEngine;
  /** Stops the first engine as SIGSTOP would: until `resume`, nothing it does reaches the storage. */
  pause(): void;
  resume(): void;
  close(): Promise<void>;
}

/** How to open the engine under test. */
export interface EngineHarness {
  readonly name: string;
  open(options: ContractEngineOptions): Promise<OpenedEngine>;
  /** Opens two engines on one storage; absent where a storage has one engine at a time. */
  openPair?(): Promise<EnginePair>;
  /** The engine refuses new tasks at `maxTasks` and `maxContexts`. */
  readonly hasCapacity?: boolean;
}

/** What every chapter of the suite is given. */
export interface Chapter {
  readonly runner: ContractRunner;
  readonly harness: EngineHarness;
  /** One case, with an engine of its own that is closed afterwards. */
  test(
    title: string,
    body: (engine: TaskEngine, opened: OpenedEngine) => Promise<void>,
    options?: ContractEngineOptions,
  ): void;
}

export const alice: Scope = { tenant: "", owner: "alice" };
export const bob: Scope = { tenant: "", owner: "bob" };

/** A message of the user. */
export function say(text: string, members: Partial<Message> = {}): Message {
  return { messageId: createId(), ...members, role: "ROLE_USER", parts: [{ text }] };
}

/** A command with defaults for what a case does not care about. */
export function command(members: Partial<BeginCommand> = {}): BeginCommand {
  const message = members.message ?? say("hello");
  return {
    scope: alice,
    fingerprint: JSON.stringify(message),
    version: "1.0",
    call: {},
    create: "now",
    ...members,
    message,
  };
}

/** Begins a turn that the case itself carries out. */
export async function start(engine: TaskEngine, members: Partial<BeginCommand> = {}): Promise<Lease> {
  const begun = await engine.begin(command(members));
  if (begun.kind !== "run") throw new Error(`expected a turn to run, got ${begun.kind}`);
  return begun.lease;
}

/** A message to a task that exists. */
export function follow(lease: Lease, text: string, members: Partial<Message> = {}): Partial<BeginCommand> {
  return { scope: lease.scope, message: say(text, { taskId: lease.taskId, ...members }) };
}

/** The number of a message in its task's log. */
export function taskOf(outcome: Outcome): { taskId: string; contextId: string; seq: number } {
  if (!("task" in outcome)) throw new Error("expected a task, got a message");
  return outcome.task;
}

type Ids = Pick<Lease, "taskId" | "contextId">;

/** A status update of a task. */
export function status({ taskId, contextId }: Ids, state: TaskState, text?: string): LogEvent {
  const message: Message | undefined =
    text === undefined ? undefined : { messageId: createId(), role: "ROLE_AGENT", parts: [{ text }] };
  return { statusUpdate: { taskId, contextId, status: { state, ...(message && { message }) } } };
}

/** A chunk of the artifact `answer`. */
export function chunk({ taskId, contextId }: Ids, text: string): LogEvent {
  return { artifactUpdate: { taskId, contextId, artifact: { artifactId: "answer", parts: [{ text }] }, append: true } };
}

/** Ends a turn, by default with the end of the task. */
export async function finish(lease: Lease, state: TaskState = "TASK_STATE_COMPLETED"): Promise<Lease | undefined> {
  await lease.append([status(lease, state)]);
  return lease.release();
}

/** The entries after a number, until the task is over or `count` were read. */
export async function readLog(
  engine: TaskEngine,
  { scope, taskId }: Pick<Lease, "scope" | "taskId">,
  { after = 0, count = Number.POSITIVE_INFINITY } = {},
): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for await (const batch of engine.subscribe(scope, taskId, { after })) {
    entries.push(...batch);
    if (entries.length >= count) break;
  }
  return entries;
}

/** The task, which must exist. */
export async function load(
  engine: TaskEngine,
  { scope, taskId }: Pick<Lease, "scope" | "taskId">,
): Promise<StoredTask> {
  const stored = await engine.get(scope, taskId);
  if (!stored) throw new Error(`task ${taskId} is missing`);
  return stored;
}

/** Everything there is to see of a scope, to tell whether a refused call left a trace. */
export async function everything(engine: TaskEngine, scope: Scope): Promise<string[]> {
  const { tasks, totalSize } = await engine.list(scope, { pageSize: 100 });
  return [String(totalSize), ...tasks.map(({ seq, json }) => `${seq} ${json}`)];
}

/** How a promise stands after everything that can happen without waiting has happened. */
export async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol("pending");
  const soon = new Promise((resolve) => setTimeout(resolve, 20, pending));
  return (await Promise.race([promise, soon])) === pending;
}
