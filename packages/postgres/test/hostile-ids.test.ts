import { bearer } from "@a2a/server";
import { storageUnavailable, type TaskEngine } from "@a2a/server/engine-kit";
import { serve } from "@a2a/server/node";
import { BatchRejected, createSharedEngine, RelationalStore } from "@a2a/server/relational-kit";
import { createId, silentLogger, type Task, textOf } from "@a2a/types";
import { expect, it } from "vitest";
import { openDatabase } from "../src/database/open-database.ts";
import { quoted } from "../src/database/schema.ts";
import { createPostgresEngine } from "../src/engine/postgres-engine.ts";
import { PostgresDatabase } from "../src/store/postgres-database.ts";
import { temporarySchema } from "./harness.ts";

const HOSTILE = ["\ud800", "a\udc00b", "\ud83d\ud83d", "\0", "a\0b"];
const alice = { tenant: "", owner: "alice" };

async function open(): Promise<AsyncDisposable & { readonly engine: TaskEngine }> {
  const place = temporarySchema();
  const engine = await createPostgresEngine({ connectionString: place.url, schema: place.schema, pollMs: 20 });
  return {
    engine,
    async [Symbol.asyncDispose]() {
      await engine.close({ drainMs: 0 });
      await place[Symbol.asyncDispose]();
    },
  };
}

it("240 concurrent calls with hostile ids get a refusal each, and the tasks of another owner are not affected", async () => {
  await using opened = await open();
  const agent = await serve({
    card: { name: "Echo" },
    engine: opened.engine,
    logger: silentLogger,
    auth: [bearer({ verify: (token) => ({ subject: token }) })],
    // 20 chunks, so that the tasks of the other owner are being written all the while.
    executor: async function* ({ message }) {
      for (let n = 0; n < 20; n++) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        yield `${textOf(message)}${n};`;
      }
    },
  });
  const call = async (token: string, method: string, params: object) => {
    const response = await fetch(`${agent.url}/a2a`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "A2A-Version": "1.0", Authorization: `Bearer ${token}` },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return (await response.json()) as { result?: { task: Task }; error?: { code: number; message: string } };
  };
  const send = (token: string, members: object) => {
    const message = { messageId: createId(), role: "ROLE_USER", parts: [{ text: "w" }], ...members };
    return call(token, "SendMessage", { message });
  };
  const hostile = Array.from({ length: 240 }, (_, n) => {
    const id = HOSTILE[n % HOSTILE.length] as string; // the index is within bounds
    if (n % 4 === 0) return { field: "message.messageId", sent: send("mallory", { messageId: `${id}${n}` }) };
    if (n % 4 === 1) return { field: "message.contextId", sent: send("mallory", { contextId: `${id}${n}` }) };
    if (n % 4 === 2) return { field: "id", sent: call("mallory", "GetTask", { id: `${id}${n}` }) };
    return { field: "contextId", sent: call("mallory", "ListTasks", { contextId: `${id}${n}` }) };
  });
  const honest = await Promise.all(Array.from({ length: 20 }, () => send("alice", {})));
  for (const { field, sent } of hostile) {
    const { error } = await sent;
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(`${field}: expected`) });
  }
  const whole = Array.from({ length: 20 }, (_, n) => `w${n};`).join("");
  for (const { result } of honest) {
    expect(result?.task.status.state).toBe("TASK_STATE_COMPLETED");
    expect(textOf(result?.task.artifacts?.[0]?.parts ?? [])).toBe(whole);
  }
  await agent.close();
});

it("holds hostile ids that reach it, finds them again, and mixes up none of them", async () => {
  await using opened = await open();
  const { engine } = opened;
  const begin = (messageId: string, contextId: string, owner: string) =>
    engine.begin({
      scope: { tenant: "", owner },
      message: { messageId, contextId, role: "ROLE_USER", parts: [{ text: contextId }] },
      fingerprint: messageId,
      version: "1.0",
      call: {},
      create: "now",
    });
  const ids = [...HOSTILE, "\ufffd", "\x1a0", "\x1aud800", "plain"];
  const begun = await Promise.all(ids.map((id) => begin(id, id, id)));
  expect(begun.map(({ kind }) => kind)).toEqual(ids.map(() => "run"));
  const again = await Promise.all(ids.map((id) => begin(id, id, id)));
  expect(again.map(({ kind }) => kind)).toEqual(ids.map(() => "duplicate"));
  for (const id of ids) {
    const scope = { tenant: "", owner: id };
    const { tasks, totalSize } = await engine.list(scope, { pageSize: 10, contextId: id });
    expect({ totalSize, contexts: tasks.map(({ contextId }) => contextId) }).toEqual({ totalSize: 1, contexts: [id] });
    const [message] = await engine.contextHistory(scope, id, { limit: 5 });
    expect(message).toMatchObject({ messageId: id, parts: [{ text: id }] });
  }
  expect(await Promise.all(ids.map((id) => engine.get(alice, id)))).toEqual(ids.map(() => undefined));
});

it("a command that makes its batch fail fails alone, wherever that is noticed", async () => {
  await using place = temporarySchema();
  // Creates the tables.
  await (await createPostgresEngine({ connectionString: place.url, schema: place.schema })).close();
  const database = poisonable(place);
  const engine = createSharedEngine((events) => new RelationalStore(database, events), {});
  const begin = (messageId: string) =>
    engine.begin({
      scope: alice,
      message: { messageId, role: "ROLE_USER", parts: [{ text: messageId }] },
      fingerprint: messageId,
      version: "1.0",
      call: {},
      create: "now",
    });
  const outcomes = await Promise.allSettled(["m0", POISON, "m1", "m2"].map(begin));
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(outcomes[1]).toMatchObject({ reason: { code: "UNAVAILABLE" } });
  const leases = outcomes.flatMap((outcome) =>
    outcome.status === "fulfilled" && outcome.value.kind === "run" ? [outcome.value.lease] : [],
  );
  const append = async (index: number, text: string) => {
    const { taskId, contextId } = leases[index] as (typeof leases)[0]; // there are three
    const artifact = { artifactId: "a", parts: [{ text }] };
    return leases[index]?.append([{ artifactUpdate: { taskId, contextId, artifact } }]);
  };
  const grown = await Promise.allSettled([append(0, "x"), append(1, POISON), append(2, "z")]);
  expect(grown.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  const ids = leases.map(({ taskId }) => taskId);
  const read = await Promise.allSettled([...ids, POISON].map((id) => engine.waitFor(alice, id, { until: "changed" })));
  expect(read.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
  await engine.close({ drainMs: 0 });
});

const POISON = "poison";

/** A database that refuses whatever contains one word, as PostgreSQL refuses values that it cannot hold. */
function poisonable({ url, schema }: ReturnType<typeof temporarySchema>): PostgresDatabase {
  const { pool, end } = openDatabase({ connectionString: url, schema });
  const place = { pool, end, timeoutMs: 5_000, schema: quoted(schema), channel: undefined };
  const [eventTtlMs, taskTtlMs, messageTtlMs] = [60_000, 60_000, 60_000];
  const times = { leaseMs: 15_000, pollMs: 20, cleanupIntervalMs: 3_600_000, eventTtlMs, taskTtlMs, messageTtlMs };
  return new (class extends PostgresDatabase {
    override reserve(...args: Parameters<PostgresDatabase["reserve"]>) {
      return refuse(args, () => super.reserve(...args));
    }
    override write(...args: Parameters<PostgresDatabase["write"]>) {
      return refuse(args, () => super.write(...args)).catch((error: unknown) => {
        throw error instanceof BatchRejected ? storageUnavailable(error) : error;
      });
    }
    override heads(...args: Parameters<PostgresDatabase["heads"]>) {
      return refuse(args, () => super.heads(...args));
    }
  })(place, times);
}

async function refuse<Result>(asked: unknown, answer: () => Promise<Result>): Promise<Result> {
  if (JSON.stringify(asked).includes(POISON)) throw new BatchRejected("it contains poison");
  return answer();
}
