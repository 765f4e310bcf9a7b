import { isTerminal } from "@a2a/types";
import type { LogEntry, StoredTask, TaskEngine } from "../../src/engine/port/task-engine.ts";
import { type Output, scope, type World } from "./world.ts";

/** Compares everything that was promised and read with everything that is stored. */
export async function checkWorld(world: World): Promise<string[]> {
  const { answers, readings, outputs } = world;
  const problems = [...world.problems];
  const [first] = world.alive;
  if (!first) return [...problems, "no process is left"];
  const { tasks } = await first.engine.list(scope, { pageSize: 1_000 });
  const logs = new Map<string, LogEntry[]>();
  for (const stored of tasks) {
    const { id, seq, state } = stored;
    const log = await logOf(first.engine, id, seq);
    logs.set(id, log);
    problems.push(...logProblems(stored, log));
    problems.push(...outputProblems(id, state, log, outputs.get(id)));
  }
  const received = new Map<string, number>();
  for (const messageId of [...logs.values()].flat().flatMap(messageIn)) {
    received.set(messageId, (received.get(messageId) ?? 0) + 1);
  }
  for (const [messageId, count] of received) {
    if (count > 1) problems.push(`message ${messageId} is in ${count} places`);
  }
  for (const [messageId, answered] of answers) {
    if (answered.size > 1) problems.push(`message ${messageId} was accepted ${answered.size} times`);
    for (const answer of answered) {
      const [taskId = "", seq] = answer.split(" ");
      const entry = logs.get(taskId)?.[Number(seq) - 1];
      if (!entry || messageIn(entry)[0] !== messageId) problems.push(`message ${messageId} is lost`);
    }
  }
  for (const { taskId, after, entries } of readings) {
    const log = logs.get(taskId) ?? [];
    if (entries.some((entry, index) => entry.seq !== after + index + 1))
      problems.push(`a reader of ${taskId} missed events`);
    if (entries.some(({ seq, json }) => log[seq - 1]?.json !== json))
      problems.push(`a reader of ${taskId} saw other events`);
  }
  return problems;
}

function logProblems({ id, state, task }: StoredTask, log: readonly LogEntry[]): string[] {
  const problems: string[] = [];
  if (log.some((entry, index) => entry.seq !== index + 1)) problems.push(`${id}: its numbers have a gap`);
  const ends = log.filter(({ event }) => "statusUpdate" in event && isTerminal(event.statusUpdate.status.state));
  if (isTerminal(state) && (ends.length !== 1 || ends[0] !== log.at(-1)))
    problems.push(`${id}: ended ${ends.length} times`);
  if (!isTerminal(state) && state !== "TASK_STATE_INPUT_REQUIRED") problems.push(`${id}: is stuck in ${state}`);
  const folded = (task.artifacts ?? []).flatMap(({ parts }) => parts.map((part) => ("text" in part ? part.text : "")));
  const texts = log.flatMap(textsIn);
  if (folded.join() !== texts.join()) problems.push(`${id}: the task says ${folded}, its log ${texts}`);
  const answered = Math.max(...log.map((entry) => entry.answered ?? 0));
  const unanswered = log.find((entry) => "received" in entry.event && entry.seq > answered);
  if (unanswered) problems.push(`${id}: message ${messageIn(unanswered)} was not answered`);
  return problems;
}

function outputProblems(id: string, state: string, log: readonly LogEntry[], output: Output | undefined): string[] {
  const { texts: said, promised } = output ?? { texts: [], promised: new Map<string, number>() };
  const problems: string[] = [];
  const texts = log.flatMap(textsIn);
  const stored = new Set(texts);
  if (stored.size !== texts.length) problems.push(`${id}: has a text twice`);
  if (said.filter((text) => stored.has(text)).join() !== texts.join())
    problems.push(`${id}: has its texts in another order`);
  // What one attempt has stored is the beginning of what it said; the one that completed the task has stored everything.
  const last = log.at(-1)?.event;
  const message = last && "statusUpdate" in last ? last.statusUpdate.status.message : undefined;
  const [by] = (message?.parts ?? []).map((part) => ("text" in part ? part.text : ""));
  for (const [attempt, saidThen] of Map.groupBy(said, (text) => text.split(".", 2).join("."))) {
    const storedThen = texts.filter((text) => text.startsWith(`${attempt}.`));
    if (storedThen.join() !== saidThen.slice(0, storedThen.length).join())
      problems.push(`${id}: attempt ${attempt} has a hole`);
    const isWhole = storedThen.length === saidThen.length;
    if (attempt === by && state === "TASK_STATE_COMPLETED" && !isWhole) problems.push(`${id}: is COMPLETED and short`);
  }
  for (const [text, seq] of promised) {
    if (!log[seq - 1]?.json.includes(`"${text}"`))
      problems.push(`${id}: ${text} was promised as event ${seq} and is lost`);
  }
  return problems;
}

async function logOf(engine: TaskEngine, taskId: string, count: number): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for await (const batch of engine.subscribe(scope, taskId)) {
    entries.push(...batch);
    if (entries.length >= count) break;
  }
  return entries;
}

function textsIn({ event }: LogEntry): string[] {
  if (!("artifactUpdate" in event)) return [];
  return event.artifactUpdate.artifact.parts.map((part) => ("text" in part ? part.text : ""));
}

/** The id of the message that an entry is about. */
function messageIn({ event }: LogEntry): string[] {
  if ("received" in event) return [event.received.messageId];
  return "task" in event ? (event.task.history ?? []).slice(0, 1).map(({ messageId }) => messageId) : [];
}
