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
  /** The id a 0.1 caller chose for the task; only such a caller ever sees it. */
  readonly alias: string | undefined;
  /** The generation through which the task was created. */
  readonly version: ProtocolVersion;
  readonly state: TaskState;
  /** The number of the last event folded in. */
  readonly seq: number;
  /** The task in the view asked for, as JSON text: ready to be put into an answer without being serialised again. */
  readonly json: string;
  /** The same as an object, parsed on first use. It is the reader's own: a change reaches nobody else. */
  readonly task: Task;
}

/** One entry of a task's log. Entries are shared between readers: neither they nor their events may be changed. */
export interface LogEntry {
  /** Its number: 1 for the first entry of a task, then without a gap. */
  readonly seq: number;
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
