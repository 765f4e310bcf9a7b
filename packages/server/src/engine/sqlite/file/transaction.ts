import type { DatabaseSync, StatementSync } from "node:sqlite";
import { closed } from "../../port/refusals.ts";
import { StorageFailure } from "../../store/task-store.ts";

/** The callbacks of a transaction into its store. */
export interface TransactionHooks {
  /** Whether this process may write; asked at the start of every transaction. */
  mayWrite(): boolean;
  /** Forgets what the transaction may have noted in memory. */
  rolledBack(): void;
  /** Another process owns the database now, or its file is gone. */
  lost(): void;
  /** The storage has failed. */
  failed(): void;
}

/** Work to be done in memory once a transaction is durable. */
export type Effects = (() => void)[];

const SQLITE_BUSY = 5;

/** Runs transactions. Memory changes after the commit only, so that a rollback has nothing to undo. */
export class Transactions {
  readonly #hooks: TransactionHooks;
  readonly #busyTimeoutMs: number;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #rollback: StatementSync;

  constructor(database: DatabaseSync, hooks: TransactionHooks, busyTimeoutMs: number) {
    this.#hooks = hooks;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#begin = database.prepare("begin immediate");
    this.#commit = database.prepare("commit");
    this.#rollback = database.prepare("rollback");
  }

  /** Runs work in a transaction, then its effects. Throws a `StorageFailure` when it cannot be written. */
  run<T>(work: (effects: Effects) => T): T {
    const effects: Effects = [];
    let hasBegun = false;
    let mayWrite = true;
    try {
      this.#begin.run();
      hasBegun = true;
      mayWrite = this.#hooks.mayWrite();
      if (!mayWrite) throw closed();
      const result = work(effects);
      this.#commit.run();
      for (const effect of effects) effect();
      return result;
    } catch (error) {
      if (hasBegun) this.#undo();
      if (!mayWrite) {
        this.#hooks.lost();
        throw error;
      }
      if (isBusy(error)) throw new StorageFailure(error, this.#busyTimeoutMs);
      this.#hooks.failed();
      throw new StorageFailure(error);
    }
  }

  #undo(): void {
    this.#hooks.rolledBack();
    try {
      this.#rollback.run();
    } catch {
      // The storage error has already ended the transaction.
    }
  }
}

/** Whether an error comes from SQLite, as opposed to a refusal. */
export function isSqliteError(error: unknown): error is Error & { errcode: number } {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}

function isBusy(error: unknown): boolean {
  return isSqliteError(error) && (error.errcode & 0xff) === SQLITE_BUSY;
}
