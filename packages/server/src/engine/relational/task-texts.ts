import { isTerminal } from "@a2a/types";
import type { TaskHead } from "../rules/head.ts";
import { foldLog } from "../text/fold-log.ts";
import { TextEntry } from "../text/log-entry.ts";
import { SealedTask } from "../text/sealed-task.ts";
import type { TaskPieces } from "../text/task-text.ts";
import { ChangeRows } from "./change-rows.ts";
import { putLargeStrings } from "./large-strings.ts";
import type { StoredRecord } from "./records.ts";
import type {
  EventRecord,
  LogPlace,
  RelationalDatabase,
  SnapshotRecord,
  TaskQuery,
  TaskRows,
} from "./relational-database.ts";

/** The fewest events between two snapshots. */
const MIN_EVENTS = 128;

/** A task that was read, with its text. */
export type TextRecord = StoredRecord & { readonly key: number; text: NonNullable<StoredRecord["text"]> };

/** Reads logs and snapshots with their large strings, and folds them. */
export class TaskTexts {
  readonly #database: RelationalDatabase;

  constructor(database: RelationalDatabase) {
    this.#database = database;
  }

  async read(query: TaskQuery, withArtifacts: boolean): Promise<TextRecord[]> {
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

  async saveSnapshot(task: number, { seq, generation }: TaskHead, pieces: TaskPieces): Promise<void> {
    const rows = new ChangeRows(this.#database.strings);
    const snapshot = { task, seq, generation, ...rows.takePieces(task, pieces) };
    await this.#database.saveSnapshot(snapshot, rows.largeStrings);
  }

  async #fold({ record, snapshot, tail }: TaskRows): Promise<TextRecord> {
    const key = Number(record.key);
    const pieces = snapshot && (await this.#pieces(key, snapshot));
    const isWhole = pieces !== undefined && tail.length === 0;
    const text = isWhole ? new SealedTask(pieces) : foldLog(pieces, await this.#entries(key, tail));
    return { ...record, key, text };
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
export function isSnapshotDue({ seq, state }: TaskHead, snapshotSeq: number): boolean {
  const events = seq - snapshotSeq;
  if (events < MIN_EVENTS) return false;
  return events >= snapshotSeq / 2 || isTerminal(state);
}

function piecesTexts({ head, history, artifacts }: TaskPieces): string[] {
  return [head, history, artifacts];
}
