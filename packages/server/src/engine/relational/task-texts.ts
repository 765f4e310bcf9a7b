import { isTerminal } from "@a2a/types";
import type { TaskView } from "../port/stored-task.ts";
import type { TaskHead, TaskRow } from "../shared/rules/task-row.ts";
import { foldLog } from "../text/fold-log.ts";
import { TextEntry } from "../text/log-entry.ts";
import { joinTask, type TaskPieces } from "../text/task-text.ts";
import { ChangeRows } from "./change-rows.ts";
import { putLargeStrings } from "./large-strings.ts";
import { slotOf } from "./records.ts";
import type {
  EventRecord,
  LogPlace,
  RelationalDatabase,
  SnapshotRecord,
  TaskQuery,
  TaskRecord,
} from "./relational-database.ts";

/** The fewest events between two snapshots. */
const MIN_EVENTS = 128;

/** A task that was read. */
export interface ReadTask {
  readonly row: TaskHead;
  /** Its JSON in a view. */
  json(view: TaskView | undefined): string;
  pieces(): TaskPieces;
}

/** Reads logs and snapshots with their large strings, and folds them. */
export class TaskTexts {
  readonly #database: RelationalDatabase;

  constructor(database: RelationalDatabase) {
    this.#database = database;
  }

  async read(query: TaskQuery, withArtifacts: boolean): Promise<ReadTask[]> {
    return Promise.all((await this.#database.tasks(query, withArtifacts)).map((task) => this.#fold(task)));
  }

  async tails(places: readonly LogPlace[]): Promise<TextEntry[][]> {
    const tails = await this.#database.tails(places);
    return Promise.all(tails.map((events, index) => this.#entries(places[index]?.task ?? 0, events)));
  }

  async snapshot(task: number, seq: number): Promise<SnapshotRecord | undefined> {
    const snapshot = await this.#database.snapshot(task, seq);
    return snapshot && { ...snapshot, ...(await this.#pieces(task, snapshot)) };
  }

  async saveSnapshot(row: TaskHead, pieces: TaskPieces): Promise<void> {
    const task = slotOf(row).key;
    const { seq, generation } = row;
    const rows = new ChangeRows(this.#database.strings);
    const [head, history, artifacts] = piecesTexts(pieces).map((json) => rows.take(task, json));
    const { messages } = pieces;
    await this.#database.saveSnapshot({ task, seq, generation, messages, head, history, artifacts }, rows.largeStrings);
  }

  async #fold({ row, snapshot, tail }: TaskRecord): Promise<ReadTask> {
    const { key } = slotOf(row);
    const pieces = snapshot && (await this.#pieces(key, snapshot));
    if (pieces && tail.length === 0) return { row, json: (view) => joinTask(pieces, view), pieces: () => pieces };
    const text = foldLog(pieces, await this.#entries(key, tail));
    return { row, json: (view) => text.json(view), pieces: () => text.pieces() };
  }

  async #pieces(task: number, pieces: TaskPieces): Promise<TaskPieces> {
    const [head = "", history = "", artifacts = ""] = await this.#restored(task, piecesTexts(pieces));
    return { head, history, artifacts, messages: pieces.messages };
  }

  async #entries(task: number, events: readonly EventRecord[]): Promise<TextEntry[]> {
    const texts = await this.#restored(
      task,
      events.map(({ json }) => json),
    );
    return events.map(({ seq, generation, answered }, index) => {
      return new TextEntry(seq, generation, texts[index] ?? "", answered ?? undefined);
    });
  }

  #restored(task: number, texts: readonly string[]): Promise<readonly string[]> {
    return putLargeStrings(texts, (hashes) => this.#database.largeStrings(task, hashes));
  }
}

/**
 * Whether a snapshot of a task is worthwhile: when its log has grown by half since the last one, so that a reader folds at most a
 * third of it, and the cost of snapshots stays proportional to the events; and when a task with a long tail has ended.
 */
export function isSnapshotDue({ seq, state }: Pick<TaskRow, "seq"> & Partial<TaskRow>, snapshotSeq: number): boolean {
  const events = seq - snapshotSeq;
  if (events < MIN_EVENTS) return false;
  return events >= snapshotSeq / 2 || (state !== undefined && isTerminal(state));
}

function piecesTexts({ head, history, artifacts }: TaskPieces): string[] {
  return [head, history, artifacts];
}
