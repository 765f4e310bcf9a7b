import type { Scope } from "../port/task-engine.ts";
import type { TaskRow, TurnRow } from "../rules/task-row.ts";
import type { TextEntry } from "../text/log-entry.ts";
import { LogTail } from "../text/log-tail.ts";
import { flushedRow, type HotTask, notInTables } from "./hot-task.ts";
import type { JournaledTask, RowImage, TurnImage } from "./sqlite-journal.ts";
import { type DatabaseTask, messageIn } from "./sqlite-task-rows.ts";

/** Finds an entry in the log of a task. */
type FindEntry = (task: HotTask, seq: number) => TextEntry | undefined;

/** Replays the journal of a task on top of its tables. */
export function reopenTask(task: DatabaseTask, journaled: JournaledTask, find: FindEntry): HotTask {
  const { image, entries, messages, firstKey, seq, size } = journaled;
  const { row } = task;
  const generation = entries.at(-1)?.generation ?? image?.generation ?? row.generation;
  Object.assign(row, { seq, size, generation });
  const hot: HotTask = { ...task, ...notInTables(), recent: new LogTail(entries) };
  if (image) {
    const { alias, state, statusAt, answered, run, token, turn, attempt, checkpoint, pushes, current, inbox } = image;
    Object.assign(row, { alias, state, statusAt, answered, run, token, turn, attempt, checkpoint, pushes });
    row.current = current && turnOf(hot, current, find);
    row.inbox = inbox.map((waiting) => turnOf(hot, waiting, find));
    hot.changedAt = image.changedAt;
  }
  hot.flushed = flushedRow(row);
  const length = entries.reduce((sum, { json }) => sum + json.length, 0);
  hot.unsaved = { firstKey, entries, messages, size: length, frame: undefined };
  return hot;
}

function turnOf(task: HotTask, { seq, call, fingerprint }: TurnImage, find: FindEntry): TurnRow {
  const entry = find(task, seq);
  if (!entry) throw new TypeError(`the log of task ${task.row.id} lacks entry ${seq}`);
  return { seq, call, fingerprint, message: messageIn(entry.event) };
}

/** A task that has no row yet; the image brings the rest. */
export function newTask(key: number, image: RowImage | undefined, scopeOf: (scopeKey: number) => Scope): DatabaseTask {
  if (!image) throw new TypeError(`the journal has changes of task ${key}, but not its beginning`);
  const { id, contextId, version, scopeKey } = image;
  const row: TaskRow = {
    scope: scopeOf(scopeKey),
    id,
    contextId,
    alias: undefined,
    version,
    state: image.state,
    statusAt: 0,
    seq: 0,
    generation: 0,
    answered: 0,
    size: 0,
    run: "idle",
    token: 0,
    leaseUntil: undefined,
    cancel: undefined,
    turn: 0,
    attempt: 0,
    current: undefined,
    inbox: [],
    checkpoint: undefined,
    pushes: 0,
  };
  return { key, scopeKey, row, saved: undefined, changedAt: 0, snapshot: { seq: 0, size: 0 }, trimmed: false };
}
