import { statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { IN_MEMORY } from "./sqlite-schema.ts";
import { isSqliteError } from "./transaction.ts";

/**
 * A checkpoint moves the write-ahead log to the file. It blocks the process until the disk has it, so there are fewer than by
 * default: one per 16 MB of log.
 */
const MAX_PAGES = 4_096;
const MIN_PAGES = 64;
/** The part of the space left on the disk that the log may take: the file has to grow by what is in it. */
const SHARE = 1 / 4;
/** The shortest time between two checkpoints of a full disk, each of which writes to it. */
const RETRY_MS = 1_000;
const SQLITE_FULL = 13;

/** Keeps the write-ahead log of a database small enough for its disk. */
export class Checkpoints {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #now: () => number;
  readonly #pageSize: number;
  #pages = 0;
  #triedAt = Number.NEGATIVE_INFINITY;

  /** @param now A monotonic clock in milliseconds. */
  constructor(database: DatabaseSync, path: string, now: () => number) {
    this.#database = database;
    this.#path = path;
    this.#now = now;
    this.#pageSize = Number(database.prepare("pragma page_size").get()?.page_size);
    this.adapt();
  }

  /** Adapts the largest size of the log to the space that is left on the disk. */
  adapt(): void {
    const pages = checkpointPages(this.#space() / this.#pageSize);
    if (pages === this.#pages) return;
    const maxBytes = 2 * pages * this.#pageSize; // a log that has become larger is cut off
    this.#database.exec(`pragma wal_autocheckpoint = ${pages}; pragma journal_size_limit = ${maxBytes}`);
    this.#pages = pages;
  }

  /** Empties the log of a full disk; returns whether that succeeded, so that there may be space for what failed. */
  makeRoom(): boolean {
    if (this.#now() < this.#triedAt + RETRY_MS) return false;
    this.#triedAt = this.#now();
    try {
      return this.#database.prepare("pragma wal_checkpoint(truncate)").get()?.busy === 0;
    } catch {
      return false; // the file cannot grow by what is in the log yet
    }
  }

  /** The bytes that the log has and could get. */
  #space(): number {
    if (this.#path === IN_MEMORY) return Number.POSITIVE_INFINITY;
    try {
      const { bavail, bsize } = statfsSync(dirname(this.#path));
      return bavail * bsize + (statSync(`${this.#path}-wal`, { throwIfNoEntry: false })?.size ?? 0);
    } catch {
      return Number.POSITIVE_INFINITY; // the next write will fail, and say why
    }
  }
}

/** How many pages the log may have, by those that are left on the disk. */
export function checkpointPages(space: number): number {
  return Math.max(MIN_PAGES, Math.min(MAX_PAGES, Math.floor(space * SHARE)));
}

/** Whether a write failed for lack of space. */
export function isFull(error: unknown): boolean {
  return isSqliteError(error) && (error.errcode & 0xff) === SQLITE_FULL;
}
