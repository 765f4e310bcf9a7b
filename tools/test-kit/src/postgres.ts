import { randomBytes } from "node:crypto";
import pg from "pg";

/** The address of the database that all tests of a run share. */
export function sharedDatabase(): string {
  const url = process.env.A2A_TEST_PG_URL;
  if (url === undefined)
    throw new Error(
      'no PostgreSQL runs: it starts for test files that import "test-kit/postgres", directly or through files beside them',
    );
  return url;
}

/** A database of its own, deleted when it goes out of scope. */
export async function createDatabase(): Promise<{ readonly url: string } & AsyncDisposable> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await query(`create database ${name}`);
  const url = new URL(sharedDatabase());
  url.pathname = `/${name}`;
  return {
    url: url.href,
    [Symbol.asyncDispose]: () => query(`drop database ${name} with (force)`),
  };
}

async function query(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: sharedDatabase() });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
