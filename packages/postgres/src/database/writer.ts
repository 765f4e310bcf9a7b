import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { storageUnavailable } from "@a2a/server/engine-kit";
import { isLost, type PostgresPool, type Row, Session } from "./connections.ts";

const RETRY_MS = 100;
/** How long a plan made for an almost empty table may be used. */
const PLANS_MS = 10_000;
/** In `writer.refused`: the batch was prevented. No command has this number. */
const FENCED = -1;

/** What became of a batch; `row` is absent when the answer was lost. */
export interface Outcome {
  readonly row: Row | undefined;
  /** The numbers of the commands that were refused. */
  readonly refused: ReadonlySet<number>;
}

/**
 * The connection that all writes of an engine take, and the row that numbers their batches. When the answer to a batch is lost with
 * its connection, the number in the row says whether it took effect; if not, the number is taken, so that a statement which is
 * still on its way cannot take effect later.
 */
export class Writer {
  readonly #session: Session;
  readonly #schema: string;
  readonly #id: string;
  readonly #prepares: boolean;
  readonly #failed: (error: Error) => void;
  #batch = 0;
  #plannedAt = 0;
  #closed = false;
  /** Set while the database cannot be reached and the outcome of a batch is unknown. */
  failure: Error | undefined;

  constructor(
    pool: PostgresPool,
    { schema, id, timeoutMs, prepares }: { schema: string; id: string; timeoutMs: number; prepares: boolean },
    failed: (error: Error) => void,
  ) {
    this.#session = new Session(pool, timeoutMs);
    this.#schema = schema;
    this.#id = id;
    this.#prepares = prepares;
    this.#failed = failed;
  }

  /** Runs a statement that has no batch number. */
  async query(text: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#session.query(text, values).catch((error) => Promise.reject(storageUnavailable(error)));
  }

  /** Runs a batch, whose statement gets the id of the writer and the number of the batch as its first parameters. */
  async execute(name: string, text: string, values: readonly unknown[]): Promise<Outcome> {
    for (let isLastAttempt = false; ; isLastAttempt = true) {
      await this.#prepare();
      const batch = this.#batch + 1;
      try {
        const statementName = this.#prepares ? name : undefined;
        const [row] = await this.#session.query(text, [this.#id, batch, ...values], statementName);
        if (row?.noted === 1) {
          this.#batch = batch;
          return { row, refused: new Set(row.refused as number[] | null) };
        }
        // The row was deleted, since this engine had not been seen for long.
        if (isLastAttempt) throw new Error("the writer's row is missing");
        await this.#register();
      } catch (error) {
        if (!isLost(error)) throw error;
        const refused = await this.#outcome(batch);
        if (refused) return { row: undefined, refused };
        if (isLastAttempt) throw storageUnavailable(error);
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#session.query(`delete from ${this.#schema}.writer where id = $1`, [this.#id]).catch(() => undefined);
    await this.#session.close();
  }

  async #prepare(): Promise<void> {
    try {
      await this.#session.open();
      if (this.#batch === 0) await this.#register();
      if (!this.#prepares || performance.now() - this.#plannedAt < PLANS_MS) return;
      this.#plannedAt = performance.now();
      await this.#session.query("discard plans", []);
    } catch (error) {
      throw storageUnavailable(error);
    }
  }

  async #register(): Promise<void> {
    const values = [this.#id, `${hostname()}:${process.pid}`, this.#batch];
    const statement = `insert into ${this.#schema}.writer (id, host, batch) values ($1, $2, $3) on conflict (id) do nothing`;
    await this.#session.query(statement, values);
  }

  /** The refused commands of a batch that took effect; `undefined` when it did not, and never will. */
  async #outcome(batch: number): Promise<ReadonlySet<number> | undefined> {
    for (;;) {
      try {
        const values = [this.#id, batch, [FENCED]];
        const fence = `update ${this.#schema}.writer set batch = $2, refused = $3 where id = $1 and batch = $2::bigint - 1`;
        await this.#session.query(fence, values);
        const [row] = await this.#session.query(`select refused from ${this.#schema}.writer where id = $1`, [this.#id]);
        const refused = new Set(row?.refused as number[] | null | undefined);
        this.#batch = batch;
        this.failure = undefined;
        return !row || refused.has(FENCED) ? undefined : refused;
      } catch (error) {
        this.failure = storageUnavailable(error);
        this.#failed(this.failure);
        if (this.#closed) throw this.failure;
        await delay(RETRY_MS);
      }
    }
  }
}
