import type { JsonObject } from "@a2a/types";
import { chunksOf, contentProblem } from "test-kit/content";
import { type Frame, isOver, stateIn } from "./caller.ts";

/** The events of one task that one caller received, over all its connections. */
export interface Witness {
  readonly messageId: string;
  taskId?: string;
  /** The events in the order of their arrival; the first of a connection is a snapshot. */
  readonly seen: (Frame & { readonly isSnapshot: boolean })[];
  /** The state in an answer without a stream. */
  answered?: string;
}

/** An event as stored. */
export interface StoredEvent {
  readonly task: string;
  readonly seq: number;
  readonly token: number;
  readonly event: JsonObject;
}

/** The storage after a run. */
export interface Stored {
  readonly events: readonly StoredEvent[];
  readonly tasks: readonly {
    readonly id: string;
    readonly seq: number;
    readonly state: string;
    readonly messageId: string;
  }[];
}

/**
 * The violations of what the engine guarantees: events are numbered without gaps, a completed task has all of its content in order,
 * delivered events are stored unchanged and arrived once per connection in order, each task has exactly one terminal event as its last
 * one, fenced holders have written nothing, and each message has one task.
 */
export function checkHistory({ events, tasks }: Stored, witnesses: readonly Witness[]): string[] {
  const logs = Map.groupBy(events, ({ task }) => task);
  const problems = tasks.flatMap((task) => checkTask(task, logs.get(task.id) ?? []));
  for (const [messageId, same] of Map.groupBy(tasks, (task) => task.messageId)) {
    if (same.length > 1) problems.push(`message ${messageId} made ${same.length} tasks`);
  }
  const known = new Map(tasks.map((task) => [task.id, task]));
  for (const witness of witnesses) {
    const { taskId } = witness;
    if (taskId === undefined) continue;
    const task = known.get(taskId);
    if (!task) problems.push(`${taskId}: was acknowledged and is lost`);
    else problems.push(...checkWitness(witness, task.state, logs.get(taskId) ?? []));
  }
  return problems;
}

function checkTask({ id, seq, state }: Stored["tasks"][number], log: readonly StoredEvent[]): string[] {
  const problems: string[] = [];
  const numbers = log.map((event) => event.seq);
  if (numbers.some((number, index) => number !== index + 1) || numbers.length !== seq) {
    problems.push(`${id}: has ${seq} events, stored are ${numbers.join(",")}`);
  }
  const ends = log.filter(({ event }) => "statusUpdate" in event && isOver(stateIn(event)));
  if (!isOver(state)) problems.push(`${id}: is stuck in ${state}`);
  else if (ends.length !== 1 || ends[0] !== log.at(-1)) problems.push(`${id}: has ${ends.length} terminal events`);
  const expected = chunksOf(messageIn(log[0]?.event));
  const wrong =
    expected &&
    contentProblem(
      log.map(({ event }) => event),
      state,
      expected,
    );
  if (wrong) problems.push(`${id}: ${wrong}`);
  let latest = 0;
  for (const { seq: number, token } of log) {
    // A received message has no token.
    if (token === 0) continue;
    if (token < latest) problems.push(`${id}: event ${number} was written with token ${token} after ${latest}`);
    latest = Math.max(latest, token);
  }
  return problems;
}

/** The text of the message that began a task. */
function messageIn(created: JsonObject | undefined): string {
  const { history } = (created?.task ?? {}) as { history?: { parts?: { text?: string }[] }[] };
  return history?.[0]?.parts?.[0]?.text ?? "";
}

function checkWitness({ taskId, seen, answered }: Witness, state: string, log: readonly StoredEvent[]): string[] {
  const problems: string[] = [];
  let last = 0;
  for (const { seq, event, isSnapshot } of seen) {
    if (!isSnapshot && seq !== last + 1) problems.push(`${taskId}: event ${seq} arrived after ${last}`);
    if (isSnapshot && seq < last) problems.push(`${taskId}: a stream resumed at ${seq} after ${last}`);
    last = seq;
    const stored = log[seq - 1];
    if (!stored) problems.push(`${taskId}: event ${seq} arrived and is lost`);
    else if (!isSnapshot && JSON.stringify(stored.event) !== JSON.stringify(event)) {
      problems.push(`${taskId}: event ${seq} has changed`);
    }
  }
  if (answered !== undefined && isOver(answered) && answered !== state)
    problems.push(`${taskId}: was ${answered} and is ${state}`);
  return problems;
}
