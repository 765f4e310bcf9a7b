import type { JsonObject } from "@a2a/types";
import { contentProblem } from "test-kit/content";

/** One event of a stream, as a caller saw it. */
export interface Seen {
  readonly seq: number;
  readonly event: JsonObject;
}

/** The observations of callers about one task. */
export interface Witness {
  readonly messageId: string;
  /** The texts that the agent yields, in order. */
  readonly expected: readonly string[];
  taskId?: string;
  /** The last state that a caller received. */
  state?: string;
  readonly seen: Seen[];
}

/** The violations in a task's log, compared with earlier observations. */
export function checkHistory(witness: Witness, log: readonly Seen[], finalState: string): string[] {
  const problems: string[] = [];
  const name = witness.taskId ?? witness.messageId;
  for (const [index, { seq }] of log.entries()) {
    const before = log[index - 1]?.seq;
    if (before !== undefined && seq <= before) problems.push(`${name}: number ${seq} follows ${before}`);
  }
  const stored = new Map(log.map(({ seq, event }) => [seq, JSON.stringify(event)]));
  // The first frame of a stream is a snapshot of the task, not a log entry.
  for (const { seq, event } of witness.seen.slice(1)) {
    const now = stored.get(seq);
    if (now === undefined) problems.push(`${name}: event ${seq} was seen and is lost`);
    else if (now !== JSON.stringify(event)) problems.push(`${name}: event ${seq} has changed`);
  }
  const wrong = contentProblem(
    log.map(({ event }) => event),
    finalState,
    witness.expected,
  );
  if (wrong) problems.push(`${name}: ${wrong}`);
  const ends = log.filter(({ event }) => TERMINAL.has(stateIn(event)));
  if (!TERMINAL.has(finalState)) problems.push(`${name}: still ${finalState}`);
  if (ends.length > 1) problems.push(`${name}: ended ${ends.length} times`);
  if (ends.length === 1 && ends[0] !== log.at(-1)) problems.push(`${name}: continues after its end`);
  if (witness.state !== undefined && TERMINAL.has(witness.state) && witness.state !== finalState) {
    problems.push(`${name}: was ${witness.state} and is ${finalState}`);
  }
  return problems;
}

/** The state an event brings, or `""`. */
export function stateIn(event: JsonObject): string {
  const update = event.statusUpdate ?? event.task;
  const status = (update as JsonObject | undefined)?.status as JsonObject | undefined;
  return typeof status?.state === "string" ? status.state : "";
}

const TERMINAL = new Set(["TASK_STATE_COMPLETED", "TASK_STATE_FAILED", "TASK_STATE_CANCELED", "TASK_STATE_REJECTED"]);

/** Whether a state is terminal. */
export function isOver(state: string): boolean {
  return TERMINAL.has(state);
}
