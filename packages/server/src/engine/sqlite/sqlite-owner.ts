import { realpathSync, statSync } from "node:fs";
import { hostname } from "node:os";
import type { DatabaseSync } from "node:sqlite";
import { createId, LocalError } from "@a2a/types";
import { IN_MEMORY } from "./file/sqlite-schema.ts";
import { type Sql, statementsOf } from "./file/statements.ts";

/** The files that engines of this process have open, by the engine. */
const openHere = new Map<string, string>();

/**
 * The process that owns a database file, as recorded in the file with a lease that the process renews. A dead owner is detected
 * immediately on the same host, and on other hosts when its lease expires. Every transaction checks the owner, which fences a
 * process that missed its renewal.
 */
export class SqliteOwner {
  readonly #instance = createId();
  readonly #file: string;
  readonly #inode: string | undefined;
  readonly #leaseMs: number;
  readonly #sql: Sql;

  /**
   * Becomes the owner, and makes the turns of the previous owner available to `claim`. Throws when that owner is alive.
   *
   * @param recover Recovers the writes of the previous owner.
   */
  constructor(database: DatabaseSync, path: string, leaseMs: number, recover: () => void) {
    this.#file = path === IN_MEMORY ? `${IN_MEMORY}${this.#instance}` : realpathSync(path);
    this.#inode = path === IN_MEMORY ? undefined : inodeOf(this.#file);
    this.#leaseMs = leaseMs;
    this.#sql = statementsOf(database);
    // The previous owner may be in the middle of a write.
    database.exec("pragma busy_timeout = 2000; begin immediate; pragma busy_timeout = 0");
    try {
      this.#takeOver(database, path, recover);
      database.exec("commit");
    } catch (error) {
      // An error of the storage may have ended the transaction.
      if (database.isTransaction) database.exec("rollback");
      throw error;
    }
    openHere.set(this.#instance, this.#file);
  }

  /** Whether this process is still the owner; within a transaction the answer holds until its end. */
  isHeld(): boolean {
    return this.#sql("select instance from owner").get()?.instance === this.#instance;
  }

  /** Whether the file was deleted, moved away or replaced. */
  isMoved(): boolean {
    return this.#inode !== undefined && inodeOf(this.#file) !== this.#inode;
  }

  renew(): void {
    this.#sql("update owner set until = ? where instance = ?").run(Date.now() + this.#leaseMs, this.#instance);
  }

  resign(): void {
    openHere.delete(this.#instance);
    this.#sql("delete from owner where instance = ?").run(this.#instance);
  }

  #takeOver(database: DatabaseSync, path: string, recover: () => void): void {
    const owner = database.prepare("select instance, pid, host, until from owner").get();
    if (owner && this.#isAlive(owner)) {
      throw new LocalError(
        "CONFIG",
        `the task database ${path} is in use by process ${owner.pid} on ${owner.host}: one process at a time can serve it`,
        { retryable: owner.host === hostname() && owner.pid !== process.pid },
      );
    }
    database
      .prepare("insert or replace into owner (id, instance, pid, host, until) values (1, ?, ?, ?, ?)")
      .run(this.#instance, process.pid, hostname(), Date.now() + this.#leaseMs);
    recover();
    database.exec(`
      update task set run = 1, token = token + 1 where run = 2;
      update push set claimed_until = null where claimed_until is not null;`);
  }

  #isAlive({ instance, pid, host, until }: Record<string, unknown>): boolean {
    if (Number(until) <= Date.now()) return false;
    if (host !== hostname()) return true;
    // A restarted container often gets the same process id.
    if (pid === process.pid) return openHere.get(String(instance)) === this.#file;
    return isRunning(Number(pid));
  }
}

/** Identifies the file at a path; `undefined` when there is none, and always the same on systems without inodes. */
function inodeOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
