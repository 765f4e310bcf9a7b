import type { LogEvent, ProtocolVersion, Task, TaskState } from "@a2a/types";

/** Which members of a task are wanted. What is left out is not even put together. */
export interface TaskView {
  /** At most this many of the latest messages, oldest first; 0 omits `history`. Default: all that are kept. */
  readonly historyLength?: number;
  /** `false` omits `artifacts`; `true` has the member always, `[]` when there are none. Default: present when there are some. */
  readonly artifacts?: boolean;
}

/** A task as it stood after its event number `seq`. It does not change when the task goes on. */
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
  /** The task in the view asked for, as JSON text: ready to be put into an answer without being serialised again. */
  readonly json: string;
  /** The same as an object, parsed on first use. It is the reader's own: a change reaches nobody else. */
  readonly task: Task;
}

/** One entry of a task's log. Entries are shared between readers: neither they nor their events may be changed. */
export interface LogEntry {
  /** Its sequence number: 1 for the first entry of a task, then without a gap. */
  readonly seq: number;
  /** The task's `generation` as of this entry; a received message leaves it as it was. */
  readonly generation: number;
  /** The event as JSON text, serialised once for all readers. */
  readonly json: string;
  /** The event as an object, parsed on first use. `received` events are for the log only and never go on a wire. */
  readonly event: LogEvent;
  /**
   * Set on a status that settles the task (terminal or interrupted): every message of the user whose number is at most this has
   * been answered. A message still waiting in the inbox has a higher number, so its sender keeps waiting.
   */
  readonly answered: number | undefined;
  /** Whether it goes on a wire: messages of the user, as events, are for the log only. */
  readonly isShown: boolean;
}
