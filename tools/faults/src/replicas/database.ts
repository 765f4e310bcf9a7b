import pg from "pg";
import type { Stored } from "./history.ts";

/** Runs a statement on a connection of its own. */
export async function query(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Everything that a schema holds. */
export async function readStored(url: string, schema: string): Promise<Stored> {
  const events = await query(
    url,
    `select t.id as task, e.seq, e.token::int as token, e.json from ${schema}.event e join ${schema}.task t on t.key = e.task order by e.task, e.seq`,
  );
  const tasks = await query(
    url,
    `select t.id, t.seq, t.state, coalesce(m.id, t.id) as "messageId" from ${schema}.task t left join ${schema}.message m on m.task = t.key and m.seq = 1`,
  );
  // The columns have these types.
  return {
    events: events.map(({ json, ...event }) => ({
      ...event,
      event: JSON.parse(String(json)),
    })) as unknown as Stored["events"],
    tasks: tasks as unknown as Stored["tasks"],
  };
}
