import { storageUnavailable } from "@a2a/server/engine-kit";
import pg from "pg";

/** A pool of `pg`, or any object with these methods. */
export type PostgresPool = Pick<pg.Pool, "connect" | "query" | "end">;

/** A row of a result. Integers of 64 bits are numbers: no count or time here exceeds 2^53. */
export type Row = Record<string, unknown>;

// biome-ignore lint/suspicious/noExplicitAny: the type of pg's own parsers.
type Parser = (value: any) => any;
const INT8 = 20;
const types = {
  getTypeParser(oid: number, format?: "text" | "binary"): Parser {
    // The overloads of `pg` differ in a literal type only.
    return oid === INT8 ? Number : (pg.types.getTypeParser(oid, format as "text") as Parser);
  },
};

/** Reads in one statement each, on any connection. */
export class Reader {
  readonly #pool: PostgresPool;
  readonly #timeoutMs: number;

  constructor(pool: PostgresPool, timeoutMs: number) {
    this.#pool = pool;
    this.#timeoutMs = timeoutMs;
  }

  /** Rejects with `UNAVAILABLE` when the database fails. */
  async query(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      // A pool closes the connection of a query that failed or timed out.
      const config = { text, values: [...values], types, query_timeout: this.#timeoutMs };
      return (await this.#pool.query<Row>(config)).rows;
    } catch (error) {
      throw storageUnavailable(error);
    }
  }
}

/** One connection that is taken from the pool for good, and replaced when it fails. */
export class Session {
  readonly #pool: PostgresPool;
  readonly #timeoutMs: number;
  readonly #onOpen: (client: pg.PoolClient) => Promise<unknown>;
  #client: Promise<pg.PoolClient> | undefined;
  #closed = false;

  constructor(pool: PostgresPool, timeoutMs: number, onOpen = async (_: pg.PoolClient): Promise<unknown> => undefined) {
    this.#pool = pool;
    this.#timeoutMs = timeoutMs;
    this.#onOpen = onOpen;
  }

  /** Connects, if necessary. */
  async open(): Promise<pg.PoolClient> {
    if (this.#closed) throw new Error("the store is closed");
    this.#client ??= this.#connect();
    return this.#client;
  }

  /** Runs a statement, prepared under a name if one is given. Rejects with the error of `pg`. */
  async query(text: string, values: readonly unknown[], name?: string): Promise<Row[]> {
    const client = await this.open();
    try {
      const config = { text, values: [...values], types, query_timeout: this.#timeoutMs, ...(name && { name }) };
      return (await client.query<Row>(config)).rows;
    } catch (error) {
      if (isLost(error)) this.#drop(client);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const client = await this.#client?.catch(() => undefined);
    if (client) this.#drop(client);
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      const client = await this.#pool.connect();
      // Without a listener, a connection that breaks would end the process.
      client.on("error", () => this.#drop(client));
      await this.#onOpen(client);
      return client;
    } catch (error) {
      this.#client = undefined;
      throw error;
    }
  }

  #drop(client: pg.PoolClient): void {
    if (dropped.has(client)) return;
    dropped.add(client);
    this.#client = undefined;
    client.release(true);
  }
}

const dropped = new WeakSet<pg.PoolClient>();

/** Whether the connection failed, so that nobody knows whether the statement took effect. */
export function isLost(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(57P|08)/.test(error.code ?? "");
}

/** The SQLSTATE of an error that the database reported. */
export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? "") : "";
}
