import type { LogEvent, ProtocolVersion, Task, TaskState } from "@a2a/types";

/** The members of a task to return. Omitted members are not even serialized. */
export interface TaskView {
  /** At most this many of the latest messages, oldest first; 0 omits `history`. Default: all stored messages. */
  readonly historyLength?: number;
  /** `false` omits `artifacts`; `true` always includes the member, `[]` if empty. Default: included unless empty. */
  readonly artifacts?: boolean;
}

/** An immutable snapshot of a task after its event number `seq`. */
export interface StoredTask {
  readonly id: string;
  readonly contextId: string;
  /** The task id chosen by the caller, in protocol versions that allow it; only such callers see it. */
  readonly alias: string | undefined;
  /** The protocol version through which the task was created. */
  readonly version: ProtocolVersion;
  readonly state: TaskState;
  /** The sequence number of the last log entry folded in. */
  readonly seq: number;
  /** How many changes a client has been able to see: 1 for a new task, then one more per status or artifact update. */
  readonly generation: number;
  /** About how many characters `json` has, known without building it. */
  readonly size: number;
  /** The task in the requested view, as JSON text that can be embedded in an answer without serializing it again. */
  readonly json: string;
  /** The same as an object, parsed on first access. The reader owns it and may change it. */
  readonly task: Task;
}

/** What is known of a task without reading its text. */
export type TaskSummary = Omit<StoredTask, "json" | "task">;

/** One entry of a task's log. Entries and their events are shared between readers and must not be changed. */
export interface LogEntry {
  /** Its sequence number: from 1, without gaps. */
  readonly seq: number;
  /** The task's `generation` as of this entry; a received message does not change it. */
  readonly generation: number;
  /** The event as JSON text, serialized once for all readers. */
  readonly json: string;
  /** The event as an object, parsed on first access. `received` events are internal to the log and never sent. */
  readonly event: LogEvent;
  /**
   * Set on a terminal or interrupted status: every user message with at most this sequence number has
   * been answered. A message still queued in the inbox has a higher number, so its sender keeps waiting.
   */
  readonly answered: number | undefined;
  /** Whether clients see it: `received` events are internal to the log. */
  readonly isShown: boolean;
}
