import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { storageUnavailable } from "@a2a/server/engine-kit";
import type { Columns } from "@a2a/server/relational-kit";
import { createSession, isLost, type PostgresPool, type Session } from "./connections.ts";

const RETRY_MS = 100;
/** How long a plan made for an almost empty table may be used. */
const PLANS_MS = 10_000;
/** In `writer.refused`: the batch was prevented. No command has this number. */
const FENCED = -1;

/** What became of a batch; `row` is absent when the answer was lost. */
export interface Outcome {
  readonly row: Columns | undefined;
  /** The numbers of the commands that were refused. */
  readonly refused: ReadonlySet<number>;
}

/** Options of a writer. */
export interface WriterOptions {
  readonly id: string;
  /** The quoted name of the table `writer`. */
  readonly table: string;
  readonly timeoutMs: number;
  /** Whether statements are prepared, which a pooler in transaction mode may not support. */
  readonly prepares: boolean;
  /** Called when the database cannot be reached while the outcome of a batch is unknown. */
  failed(error: Error): void;
}

/**
 * The connection that all writes of an engine take, and the row that numbers their batches. When the answer to a batch is lost with
 * its connection, the number in the row says whether it took effect; if not, the number is taken, so that a statement which is
 * still on its way cannot take effect later.
 */
export class Writer {
  readonly #options: WriterOptions;
  readonly #session: Session;
  #batch = 0;
  #plannedAt = 0;
  #isClosed = false;
  /** Set while the database cannot be reached and the outcome of a batch is unknown. */
  failure: Error | undefined;

  constructor(pool: PostgresPool, options: WriterOptions) {
    this.#options = options;
    this.#session = createSession(pool, options.timeoutMs);
  }

  /** Runs a statement that has no batch number. Rejects with `UNAVAILABLE` when the database fails. */
  query(text: string, values: readonly unknown[], name: string): Promise<Columns[]> {
    return this.#session
      .query(text, values, this.#prepared(name))
      .catch((error) => Promise.reject(storageUnavailable(error)));
  }

  /** Runs a batch, whose statement gets the id of the writer and the number of the batch as its first parameters. */
  async execute(name: string, text: string, values: readonly unknown[]): Promise<Outcome> {
    const { id } = this.#options;
    for (let isLastAttempt = false; ; isLastAttempt = true) {
      await this.#begin().catch((error) => Promise.reject(storageUnavailable(error)));
      const batch = this.#batch + 1;
      try {
        const [row] = await this.#session.query(text, [id, batch, ...values], this.#prepared(name));
        // Otherwise the row of this writer was deleted, since it had not been seen for long.
        if (row?.noted !== 1) throw new Error("the row of this writer is missing");
        this.#batch = batch;
        return { row, refused: new Set(row.refused as number[] | null) };
      } catch (error) {
        if (!isLost(error)) throw error;
        const refused = await this.#outcome(batch);
        if (refused) return { row: undefined, refused };
        if (isLastAttempt) throw storageUnavailable(error);
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
    return this.#options.prepares ? name : undefined;
  }

  async #begin(): Promise<void> {
    await this.#session.open();
    if (this.#batch === 0) await this.#register();
    if (!this.#options.prepares || performance.now() - this.#plannedAt < PLANS_MS) return;
    this.#plannedAt = performance.now();
    await this.#session.query("discard plans");
  }

  async #register(): Promise<void> {
    const { table, id } = this.#options;
    const statement = `insert into ${table} (id, host, batch) values ($1, $2, $3) on conflict (id) do nothing`;
    await this.#session.query(statement, [id, `${hostname()}:${process.pid}`, this.#batch]);
  }

  /** The refused commands of a batch that took effect; `undefined` when it did not, and never will. */
  async #outcome(batch: number): Promise<ReadonlySet<number> | undefined> {
    const { table, id, failed } = this.#options;
    const fence = `update ${table} set batch = $2, refused = $3 where id = $1 and batch = $2::bigint - 1`;
    for (; ; await delay(RETRY_MS)) {
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
