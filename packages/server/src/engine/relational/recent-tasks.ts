import { isTerminal } from "@a2a/types";
import type { TaskChange } from "../shared/rules/change.ts";
import type { TaskHead, TaskRow } from "../shared/rules/task-row.ts";
import { type EventText, joined } from "../text/event-text.ts";
import { TextEntry } from "../text/log-entry.ts";
import { LogTail } from "../text/log-tail.ts";
import type { TaskText } from "../text/task-text.ts";

/** A task as of the last write of this process. */
export interface RecentTask {
  readonly row: TaskRow;
  /** Its fold; absent when this process has not written it from the start. */
  readonly text: TaskText | undefined;
  /** The latest entries of its log, without gaps up to `row.seq`. */
  readonly entries: LogTail;
  /** How many characters its text and entries take. */
  readonly characters: number;
}

const MAX_TASKS = 1_024;
const MAX_CHARACTERS = 64 * 1_024 * 1_024;

/**
 * A cache for a store that shares its storage: the tasks that this process runs or has finished, so that their readers here need no
 * query. Another engine may have changed a task meanwhile, so the store forgets a task when it hears of that. Tasks that nobody here
 * runs are not kept.
 */
export class RecentTasks {
  readonly #tasks = new Map<string, RecentTask>();
  #characters = 0;

  get(id: string): RecentTask | undefined {
    return this.#tasks.get(id);
  }

  /** At most `limit` entries after a sequence number; `undefined` when they are not all here. */
  entries({ id, seq }: TaskHead, after: number, limit: number): readonly TextEntry[] | undefined {
    const { row, entries } = this.#tasks.get(id) ?? {};
    return row && entries && row.seq >= seq ? entries.after(after, limit) : undefined;
  }

  /** A change is durable. */
  written({ row, created, entries, events }: TaskChange): void {
    const before = this.#tasks.get(row.id);
    this.forget(row.id);
    if (row.run !== "running" && !isTerminal(row.state)) return;
    const isNext = before !== undefined && before.row.seq + entries.length === row.seq;
    const text = created?.text ?? (isNext ? before.text : undefined);
    for (const event of events) text?.apply(event);
    if (isNext) before.entries.push(entries);
    this.#keep({ row, text, entries: isNext ? before.entries : new LogTail(entries) });
  }

  /** Events of the lease holder were appended to a task without loading it. */
  grew(
    id: string,
    token: number,
    { seq, generation, slot }: Pick<TaskRow, "seq" | "generation" | "slot">,
    size: number,
    events: readonly EventText[],
  ): void {
    const before = this.#tasks.get(id);
    if (!before) return;
    this.forget(id);
    const { row, text, entries } = before;
    if (row.token !== token || row.seq + events.length !== seq) return;
    const added = events.map((event, index) => {
      text?.apply(event);
      const frame = event.kind === "artifact" ? event.frame : undefined;
      const own = event.kind === "artifact" && frame ? joined(event.parts) : "";
      return new TextEntry(row.seq + index + 1, row.generation + index + 1, event.json, undefined, true, frame, own);
    });
    entries.push(added);
    this.#keep({ row: { ...row, seq, generation, slot, size: row.size + size }, text, entries });
  }

  /** Another engine may have changed the task. */
  forget(id: string): void {
    const task = this.#tasks.get(id);
    if (!task) return;
    this.#tasks.delete(id);
    this.#characters -= task.characters;
  }

  #keep(task: Omit<RecentTask, "characters">): void {
    const characters = (task.text ? task.row.size : 0) + task.entries.characters;
    this.#tasks.set(task.row.id, { ...task, characters });
    this.#characters += characters;
    for (const id of this.#tasks.keys()) {
      if (this.#tasks.size <= MAX_TASKS && this.#characters <= MAX_CHARACTERS) return;
      this.forget(id);
    }
  }
}
