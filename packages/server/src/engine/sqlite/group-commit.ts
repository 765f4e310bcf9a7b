import type { DatabaseSync, StatementSync } from "node:sqlite";
import { TurnBatch } from "../../scheduling/turn-batch.ts";
import { closed, storageUnavailable } from "../port/refusals.ts";

/** The callbacks of a transaction into its store. */
export interface TransactionHooks {
  /** Whether this process may write; asked at the start of every transaction. */
  mayWrite(): boolean;
  /** Writes the rows that the jobs changed in memory. */
  flush(): void;
  /** A transaction is durable, and its callers know. */
  committed(): void;
  /** Drops the rows in memory after a rollback. */
  discard(): void;
  /** Another process owns the database now, or its file is gone. */
  lost(): void;
  /** The storage has failed. */
  failed(): void;
}

interface Job {
  readonly deadline: number;
  readonly work: () => unknown;
  done(result: unknown): void;
  fail(error: unknown): void;
}

const SQLITE_BUSY = 5;
const RETRY_MS = 10;

/**
 * Group commit: one write transaction per event loop turn; a lone job does not wait for it. All jobs of the turn are committed
 * together, and their callers are notified afterwards. A job that throws a refusal is left out. When the storage fails, the transaction is rolled back and each job
 * is retried in a transaction of its own, so that one job cannot fail the others.
 */
export class GroupCommit {
  readonly #hooks: TransactionHooks;
  readonly #busyTimeoutMs: number;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #rollback: StatementSync;
  readonly #next = new TurnBatch<Job>((jobs) => this.#run(jobs));
  /** Jobs that wait for a lock, and those behind them. */
  #waiting: Job[] = [];
  /** Since when another program has locked the file, if it has. */
  #lockedSince: number | undefined;

  constructor(database: DatabaseSync, hooks: TransactionHooks, busyTimeoutMs: number) {
    this.#hooks = hooks;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#begin = database.prepare("begin immediate");
    this.#commit = database.prepare("commit");
    this.#rollback = database.prepare("rollback");
  }

  write<T>(work: () => T, done?: (result: T) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const job: Job = {
        // A caller that makes several writes waits for a locked file once, not once for each of them.
        deadline: (this.#lockedSince ?? performance.now()) + this.#busyTimeoutMs,
        work,
        done: (result) => {
          // The result of `work`.
          done?.(result as T);
          resolve(result as T);
        },
        fail: reject,
      };
      this.#next.add(job);
    });
  }

  #run(jobs: Job[]): void {
    if (this.#waiting.length > 0) this.#waiting.push(...jobs);
    else this.#waitFor(this.#attempt(jobs));
  }

  #waitFor(jobs: Job[]): void {
    this.#waiting = jobs;
    if (jobs.length > 0) setTimeout(() => this.#waitFor(this.#attempt(this.#waiting)), RETRY_MS);
  }

  /** Returns the jobs that have to wait because another program has locked the file. */
  #attempt(jobs: Job[]): Job[] {
    const refused = this.#start(jobs);
    if (refused) return refused;
    const settle: (() => void)[] = [];
    try {
      for (const job of jobs) settle.push(perform(job));
      this.#hooks.flush();
      this.#commit.run();
    } catch (error) {
      this.#undo();
      return this.#salvage(jobs, error);
    }
    for (const tell of settle) tell();
    this.#hooks.committed();
    return [];
  }

  /** Retries the jobs one by one; once a job has to wait, the ones behind it wait too, which preserves their order. */
  #salvage(jobs: Job[], error: unknown): Job[] {
    const [only, ...others] = jobs;
    if (others.length === 0) {
      only?.fail(isSqliteError(error) ? storageUnavailable(error) : error);
      if (isSqliteError(error)) this.#hooks.failed();
      return [];
    }
    const waiting: Job[] = [];
    for (const job of jobs) waiting.push(...(waiting.length > 0 ? [job] : this.#attempt([job])));
    return waiting;
  }

  /** Opens the transaction; on failure returns the jobs whose busy timeout has not passed. */
  #start(jobs: Job[]): Job[] | undefined {
    let hasBegun = false;
    try {
      this.#begin.run();
      hasBegun = true;
      this.#lockedSince = undefined;
      if (this.#hooks.mayWrite()) return undefined;
    } catch (error) {
      if (hasBegun) this.#undo();
      const now = performance.now();
      if (isBusy(error)) this.#lockedSince ??= now;
      const mayWait = (job: Job) => isBusy(error) && job.deadline > now;
      for (const job of jobs) if (!mayWait(job)) job.fail(storageUnavailable(error));
      if (!isBusy(error)) this.#hooks.failed();
      return jobs.filter(mayWait);
    }
    this.#undo();
    for (const job of jobs) job.fail(closed());
    this.#hooks.lost();
    return [];
  }

  #undo(): void {
    this.#hooks.discard();
    try {
      this.#rollback.run();
    } catch {
      // The storage error has already ended the transaction.
    }
  }
}

/** Runs a job; returns the function that settles its promise once the transaction is durable. */
function perform(job: Job): () => void {
  try {
    const result = job.work();
    return () => job.done(result);
  } catch (error) {
    if (isSqliteError(error)) throw error;
    return () => job.fail(error);
  }
}

/** Whether an error comes from SQLite, as opposed to a refusal. */
export function isSqliteError(error: unknown): error is Error & { errcode: number } {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}

function isBusy(error: unknown): boolean {
  return isSqliteError(error) && (error.errcode & 0xff) === SQLITE_BUSY;
}
