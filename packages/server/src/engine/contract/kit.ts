import { createId, type LogEvent, type Message, type TaskState } from "@a2a/types";
import type { EngineOptions } from "../port/engine-options.ts";
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

/** Options the suite passes when it opens an engine; an engine without limits ignores them. */
export interface ContractEngineOptions extends EngineOptions {
  maxTasks?: number;
  maxContexts?: number;
}

/** An engine under test. */
export interface OpenedEngine {
  readonly engine: TaskEngine;
  /** Ends the test: closes the engine and deletes its data. */
  close(): Promise<void>;
  /** Simulates a crash and opens a new engine on the same storage. Absent for engines that are not durable. */
  crash?(): Promise<OpenedEngine>;
}

/** Two engines on one storage, as in two processes. */
export interface EnginePair {
  readonly first: TaskEngine;
  readonly second: TaskEngine;
  /** Stops the first engine as SIGSTOP would: until `resume`, nothing it does reaches the storage. */
  pause(): void;
  resume(): void;
  close(): Promise<void>;
}

/** An engine whose storage can be made unavailable. */
export interface FailingEngine {
  readonly engine: TaskEngine;
  /** Makes writes wait until `fail` or `repair`. */
  hold(): Promise<void> | void;
  /** Makes writes fail until `repair`, those that wait included. */
  fail(): Promise<void> | void;
  repair(): Promise<void> | void;
  close(): Promise<void>;
}

/** Opens the engine under test. */
export interface EngineHarness {
  readonly name: string;
  open(options: ContractEngineOptions): Promise<OpenedEngine>;
  /** Opens two engines on one storage, whose leases last so long; absent where a storage has one engine at a time. */
  openPair?(options: { readonly leaseMs: number }): Promise<EnginePair>;
  /** Opens an engine whose storage can fail; absent where that cannot be arranged. */
  openFailing?(options: ContractEngineOptions): Promise<FailingEngine>;
  /** Whether the engine enforces `maxTasks` and `maxContexts`. */
  readonly hasCapacity?: boolean;
}

/** The tools that every chapter of the suite receives. */
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

/** A command with defaults. */
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

/** Begins a turn that the case carries out itself. */
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

/** Ends a turn, by default by completing the task. */
export async function finish(lease: Lease, state: TaskState = "TASK_STATE_COMPLETED"): Promise<Lease | undefined> {
  await lease.append([status(lease, state)]);
  return lease.release();
}

/** The entries after a sequence number, until the task finishes or `count` were read. */
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

/** The texts in the artifact updates of a task that has finished, in the order of its log. */
export async function textsOf(engine: TaskEngine, lease: Pick<Lease, "scope" | "taskId">): Promise<string[]> {
  return (await readLog(engine, lease)).flatMap(({ event }) =>
    "artifactUpdate" in event
      ? event.artifactUpdate.artifact.parts.map((part) => ("text" in part ? part.text : ""))
      : [],
  );
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

/** The observable state of a scope, to check that a rejected call had no side effects. */
export async function everything(engine: TaskEngine, scope: Scope): Promise<string[]> {
  const { tasks, totalSize } = await engine.list(scope, { pageSize: 100 });
  return [String(totalSize), ...tasks.map(({ seq, json }) => `${seq} ${json}`)];
}

/** Whether a promise is still pending after 20 ms. */
export async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol("pending");
  const soon = new Promise((resolve) => setTimeout(resolve, 20, pending));
  return (await Promise.race([promise, soon])) === pending;
}
