import { storageUnavailable } from "@a2a/server/engine-kit";
import type { BatchSession, Columns } from "@a2a/server/relational-kit";
import pg from "pg";
import { fromText, toText } from "./columns.ts";
import { hasLargeBytes, queryDirectly } from "./direct-query.ts";

/** A pool of `pg`, or any object with these methods. */
export type PostgresPool = Pick<pg.Pool, "connect" | "query" | "end">;

/** Runs a statement, and returns its rows. */
export type Query = (text: string, values?: readonly unknown[], name?: string) => Promise<Columns[]>;

const parsers: Readonly<Record<number, (value: string) => unknown>> = {
  [pg.types.builtins.INT8]: Number, // no count or time here exceeds 2^53
  [pg.types.builtins.TEXT]: fromText,
  [pg.types.builtins.JSON]: (text: string) => JSON.parse(text, text.includes("\\u001a") ? textReviver : undefined),
};
const textReviver = (_: string, value: unknown) => (typeof value === "string" ? fromText(value) : value);
const types: pg.CustomTypesConfig = {
  // The overloads of `pg` differ in a literal type only.
  getTypeParser: (oid, format) => parsers[oid] ?? pg.types.getTypeParser(oid, format as "text"),
};

/** Runs a statement on any connection. Rejects with `UNAVAILABLE` when the database fails. */
export function createReader(pool: PostgresPool, timeoutMs: number): Query {
  return async (text, values = []) => {
    try {
      // The pool closes the connection of a query that failed or timed out.
      return (await pool.query<Columns>(queryOf(text, values, timeoutMs))).rows;
    } catch (error) {
      throw storageUnavailable(error);
    }
  };
}

/**
 * One connection that is taken from a pool for good, and replaced when it fails. Queries reject with the errors of `pg`.
 * @param onOpen Prepares a new connection.
 */
export function createSession(
  pool: PostgresPool,
  timeoutMs: number,
  onOpen: (client: pg.PoolClient) => Promise<unknown> = async () => undefined,
): BatchSession {
  let opening: Promise<pg.PoolClient> | undefined;
  let isClosed = false;
  const connect = async () => {
    const client = await pool.connect();
    // Without a listener, a connection that breaks would end the process.
    client.on("error", () => drop(client));
    await onOpen(client);
    return client;
  };
  const drop = (client: pg.PoolClient) => {
    if (dropped.has(client)) return;
    dropped.add(client);
    opening = undefined;
    client.release(true);
  };
  const open = () => {
    if (isClosed) return Promise.reject(new Error("the store is closed"));
    opening ??= connect().catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    open,
    async query(text, values = [], name) {
      const client = await open();
      try {
        const query = { ...queryOf(text, values, timeoutMs), ...(name && { name }) };
        if (hasLargeBytes(values)) return await queryDirectly<Columns>(client, query);
        return (await client.query<Columns>(query)).rows;
      } catch (error) {
        if (isLost(error)) drop(client);
        throw error;
      }
    },
    async close() {
      isClosed = true;
      const client = await opening?.catch(() => undefined);
      if (client) drop(client);
    },
  };
}
const dropped = new WeakSet<pg.PoolClient>();

/** `query_timeout` is not among the types of `pg`. */
function queryOf(text: string, given: readonly unknown[], query_timeout: number) {
  const values = given.map((value) => (Array.isArray(value) ? value.map(escaped) : escaped(value)));
  return { text, values, types, query_timeout };
}

function escaped(value: unknown): unknown {
  return typeof value === "string" ? toText(value) : value;
}

/** Whether the connection failed, so that the statement may or may not have taken effect. */
export function isLost(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(57P|08)/.test(sqlState(error));
}

/** Whether the database refused the values of a statement: a batch may succeed without one of its members. */
export function isRefused(error: unknown): boolean {
  return /^(2[123]|54)/.test(sqlState(error));
}

/** The SQLSTATE of an error that the database reported. */
export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? "") : "";
}
