import pg from "pg";
import { expect, it } from "vitest";
import { hasLargeBytes, queryDirectly } from "../src/database/direct-query.ts";
import { temporarySchema } from "./harness.ts";

const large = Buffer.alloc(1_000_000, "ä");

it("writes large parameters among others, in prepared statements as well", async () => {
  await using place = temporarySchema();
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  const text =
    "select octet_length($1::bytea) as n, md5($1) as md5, $2::text as text, $3::int as number, $4::text as nothing";
  const [expected] = (await client.query(text, [large, "ü", 7, null])).rows;
  for (const name of [undefined, "twice", "twice"]) {
    const config = { text, values: [large, "ü", 7, null], query_timeout: 5_000, ...(name && { name }) };
    expect(await queryDirectly(client, config)).toEqual([expected]);
  }
  expect(expected).toMatchObject({ n: 1_000_000, text: "ü", number: 7, nothing: null });
  await client.end();
});

it("rejects with the error of the database, after which the connection can be used", async () => {
  await using place = temporarySchema();
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  const config = { text: "select $1::bytea, 1 / $2::int", values: [large, 0], query_timeout: 5_000 };
  await expect(queryDirectly(client, config)).rejects.toMatchObject({ code: "22012" });
  expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await client.end();
});

it("is for statements with large bytes only", () => {
  expect([hasLargeBytes([large]), hasLargeBytes(["x".repeat(1e6), Buffer.alloc(10)])]).toEqual([true, false]);
});
