import { pause } from "@a2a/types";
import { storageUnavailable } from "../port/refusals.ts";
import { StorageFailure } from "../store/task-store.ts";
import type { Columns } from "./records.ts";

const RETRY_MS = 100;
/** How long a batch is retried for callers that do not wait, in milliseconds: enough for a single retry. */
const RETRY_FOR_MS = 1;
/** How long to use a query plan that was made for an almost empty table. */
const PLANS_MS = 10_000;
/** Among the refused commands: the batch was prevented. No command has this number. */
const FENCED = -1;

/** The outcome of a batch; `row` is absent when the answer was lost. */
export interface BatchOutcome {
  readonly row: Columns | undefined;
  /** The numbers of the commands that were refused. */
  readonly refused: ReadonlySet<number>;
}

/** One connection, which is replaced when it fails. */
export interface BatchSession {
  /** Connects, if necessary. */
  open(): Promise<unknown>;
  /** Runs a statement, prepared under the name if there is one, and returns its rows. */
  query(text: string, values?: readonly unknown[], name?: string): Promise<Columns[]>;
  close(): Promise<void>;
}

/** Options of a writer. */
export interface BatchWriterOptions {
  readonly id: string;
  /** The name of this process, for operators. */
  readonly process: string;
  /** The quoted name of the table of writers: `id`, `host`, `batch`, `refused`. */
  readonly table: string;
  /** The statement that drops prepared plans; absent when statements cannot be prepared. */
  readonly dropPlans: string | undefined;
  /** Whether the connection failed, so that it is unknown whether the statement took effect. */
  isLost(error: unknown): boolean;
  /** Called when the database cannot be reached while the outcome of a batch is unknown. */
  failed(error: Error): void;
}

/**
 * The connection for all writes of an engine, and the row that numbers their batches. If the response to a batch is lost with its
 * connection, the number in the row says whether the batch took effect. If it did not, the number is used up, so that a statement that
 * is still under way cannot take effect later.
 */
export class BatchWriter {
  readonly #options: BatchWriterOptions;
  readonly #session: BatchSession;
  #batch = 0;
  #plannedAt = 0;
  #isClosed = false;
  /** Set while the database is unreachable and the outcome of a batch is unknown. */
  failure: Error | undefined;

  constructor(session: BatchSession, options: BatchWriterOptions) {
    this.#options = options;
    this.#session = session;
  }

  /** Runs a statement that has no batch number. Rejects with `UNAVAILABLE` when the database fails. */
  query(text: string, values: readonly unknown[], name: string): Promise<Columns[]> {
    return this.#session
      .query(text, values, this.#prepared(name))
      .catch((error) => Promise.reject(storageUnavailable(error)));
  }

  /**
   * Runs a batch, whose statement gets the id of the writer and the number of the batch as its first parameters. Rejects with a
   * `StorageFailure` when the database cannot be reached and the batch has not taken effect, nor ever will.
   */
  async execute(name: string, text: string, values: readonly unknown[]): Promise<BatchOutcome> {
    const { id, isLost } = this.#options;
    for (let isLastAttempt = false; ; isLastAttempt = true) {
      await this.#begin().catch((error) => Promise.reject(new StorageFailure(error, RETRY_FOR_MS)));
      const batch = this.#batch + 1;
      try {
        const [row] = await this.#session.query(text, [id, batch, ...values], this.#prepared(name));
        // Otherwise, the row of this writer was deleted because it was stale.
        if (row?.counted !== 1) throw new Error("the row of this writer is missing");
        this.#batch = batch;
        return { row, refused: new Set(row.refused as number[] | null) };
      } catch (error) {
        if (!isLost(error)) throw error;
        const refused = await this.#outcome(batch);
        if (refused) return { row: undefined, refused };
        if (isLastAttempt) throw new StorageFailure(error, RETRY_FOR_MS);
      }
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const { table, id } = this.#options;
    await this.#session.query(`delete from ${table} where id = $1`, [id]).catch(() => undefined);
    await this.#session.close();
  }

  #prepared(name: string): string | undefined {
    return this.#options.dropPlans === undefined ? undefined : name;
  }

  async #begin(): Promise<void> {
    await this.#session.open();
    if (this.#batch === 0) await this.#register();
    const { dropPlans } = this.#options;
    if (dropPlans === undefined || performance.now() - this.#plannedAt < PLANS_MS) return;
    this.#plannedAt = performance.now();
    await this.#session.query(dropPlans);
  }

  async #register(): Promise<void> {
    const { table, id, process } = this.#options;
    const statement = `insert into ${table} (id, host, batch) values ($1, $2, $3) on conflict (id) do nothing`;
    await this.#session.query(statement, [id, process, this.#batch]);
  }

  /** The refused commands of a batch that took effect; `undefined` when it did not, and never will. */
  async #outcome(batch: number): Promise<ReadonlySet<number> | undefined> {
    const { table, id, failed } = this.#options;
    const fence = `update ${table} set batch = $2, refused = $3 where id = $1 and batch = $2 - 1`;
    for (; ; await pause(RETRY_MS)) {
      try {
        await this.#register();
        await this.#session.query(fence, [id, batch, [FENCED]]);
        const [row] = await this.#session.query(`select refused from ${table} where id = $1`, [id]);
        const refused = new Set(row?.refused as number[] | null);
        this.#batch = batch;
        this.failure = undefined;
        return refused.has(FENCED) ? undefined : refused;
      } catch (error) {
        this.failure = storageUnavailable(error);
        failed(this.failure);
        if (this.#isClosed) throw this.failure;
      }
    }
  }
}
