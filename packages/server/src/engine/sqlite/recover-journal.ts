import type { Scope } from "../port/task-engine.ts";
import { NO_TURNS, type TaskHead, type TurnRecord } from "../rules/head.ts";
import type { TextEntry } from "../text/log-entry.ts";
import type { JournaledTask, RowImage, TurnImage } from "./sqlite-journal.ts";
import type { SqliteTask } from "./sqlite-task.ts";
import { messageIn } from "./sqlite-task-rows.ts";

/** A task as its rows and the journal have it together. The entries and messages of the journal are unsaved. */
export function merged(
  key: number,
  journaled: JournaledTask,
  row: SqliteTask | undefined,
  scopeOf: (scopeKey: number) => Scope,
  readEntry: (seq: number) => TextEntry | undefined,
): SqliteTask {
  const { image, entries, messages, firstKey, seq, size } = journaled;
  const task = row ?? newTask(key, image, scopeOf);
  const generation = entries.at(-1)?.generation ?? image?.generation ?? task.head.generation;
  const head: TaskHead = { ...task.head, ...(image && membersOf(image)), seq, size, generation };
  const turn = ({ seq: at, call, fingerprint }: TurnImage): TurnRecord => {
    const entry = entries.find((candidate) => candidate.seq === at) ?? readEntry(at);
    if (!entry) throw new TypeError(`the log of task ${head.id} lacks entry ${at}`);
    return { seq: at, call, fingerprint, message: messageIn(entry.event) };
  };
  const turns = image && { current: image.current && turn(image.current), inbox: image.inbox.map(turn) };
  const changedAt = image?.changedAt ?? task.changedAt;
  return {
    ...task,
    head: { ...head, ...turns },
    changedAt,
    unsaved: { firstKey, entries, messages, frame: undefined },
  };
}

function membersOf(image: RowImage) {
  const { alias, state, statusAt, answered, run, token, turn, attempt, checkpoint, pushes } = image;
  return { alias, state, statusAt, answered, run, token, turn, attempt, checkpoint, pushes };
}

/** A task that has no row yet; the image brings the rest. */
function newTask(key: number, image: RowImage | undefined, scopeOf: (scopeKey: number) => Scope): SqliteTask {
  if (!image) throw new TypeError(`the journal has changes of task ${key}, but not its beginning`);
  const { id, contextId, version, scopeKey } = image;
  const none = { current: undefined, inbox: NO_TURNS, seq: 0, size: 0, generation: 0 };
  const head: TaskHead = { scope: scopeOf(scopeKey), id, contextId, version, ...membersOf(image), ...none };
  const state = { saved: undefined, changedAt: 0, snapshot: { seq: 0, size: 0 }, trimmed: false, unsaved: undefined };
  return { key, scopeKey, head, text: undefined, ...state };
}
