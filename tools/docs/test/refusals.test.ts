// Exceeds each limit that the server answers with an error, and compares the answer with the page.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { errorTable } from "@a2a/bridge";
import { createMemoryEngine, type MemoryEngineOptions } from "@a2a/server/memory";
import type { RunningAgent } from "@a2a/server/node";
import { createSqliteEngine, type SqliteEngineOptions } from "@a2a/server/sqlite";
import { describe, expect, it } from "vitest";
import { type Limit, limitsOf, sections } from "../src/generated/limits/limits.ts";
import { type Answer, begin, call, halfway, rpcBody, send, start } from "./support/limited-agent.ts";
import { behindGateway, silentServer } from "./support/limited-gateway.ts";

/** A value for a limit, and how it is exceeded. */
type Case = readonly [value: number, exceed: (value: number) => Promise<Answer>];
type Cases = Readonly<Record<string, Case>>;

const PARTS = 1_000;
const many = (count: number) => Array.from({ length: count + 1 }, (_, n) => ({ text: `${n}` }));
const withWebhook = { taskPushNotificationConfig: { url: "http://127.0.0.1:9/" } };

const requests: Cases = {
  "limits.maxBodyBytes": [
    2_000,
    async (maxBodyBytes) => {
      await using agent = await start({ limits: { maxBodyBytes } });
      return await send(agent, "x".repeat(3_000));
    },
  ],
  "limits.maxUnauthenticatedBodyBytes": [
    500,
    async (maxUnauthenticatedBodyBytes) => {
      await using agent = await start({ limits: { maxUnauthenticatedBodyBytes } });
      return await call(agent, "SendMessage", { text: "x".repeat(1_000) }, { Authorization: "Bearer wrong" });
    },
  ],
  "limits.maxBodyBytesInFlight": [
    60_000,
    async (maxBodyBytesInFlight) => {
      await using agent = await start({ limits: { maxBodyBytesInFlight, maxBodyBytes: 50_000 } });
      // Either may come first; there is room for one.
      return await Promise.race([1, 2].map(() => halfway(agent, "x".repeat(40_000), 50_000)));
    },
  ],
  "limits.json.maxDepth": [
    8,
    async (maxDepth) => {
      await using agent = await start({ limits: { json: { maxDepth } } });
      return await send(agent, "x", { metadata: { a: { b: { c: { d: { e: {} } } } } } });
    },
  ],
  "limits.json.maxNodes": [
    50,
    async (maxNodes) => {
      await using agent = await start({ limits: { json: { maxNodes } } });
      return await send(agent, "x", { parts: many(50) });
    },
  ],
  "Parts of a message.": [PARTS, async (value) => refused((agent) => send(agent, "x", { parts: many(value) }))],
  "Tasks that a message refers to.": [
    PARTS,
    (value) => refused((agent) => send(agent, "x", { referenceTaskIds: many(value).map(({ text }) => text) })),
  ],
  "The length of the ids in a message.": [
    1_024,
    (value) => refused((agent) => send(agent, "x", { messageId: "m".repeat(value + 1) })),
  ],
};

const callers: Cases = {
  "limits.maxStreamsPerCaller": [1, (value) => secondStream({ maxStreamsPerCaller: value })],
  "limits.maxStreams": [1, (value) => secondStream({ maxStreams: value })],
  "limits.maxCallsPerCaller": [
    1,
    async (maxCallsPerCaller) => {
      await using agent = await start({ limits: { maxCallsPerCaller } });
      return await Promise.race([send(agent, "hang"), send(agent, "hang")]);
    },
  ],
  "limits.rateLimit": [
    0,
    async () => {
      await using agent = await start({ limits: { rateLimit: () => 1_000 } });
      return await send(agent, "x");
    },
  ],
};

const answers: Cases = {
  "limits.maxAnswerSizeInFlight": [
    200_000,
    async (maxAnswerSizeInFlight) => {
      const engine = createMemoryEngine({ maxTaskSize: 2 ** 26 });
      await using agent = await start({ engine, limits: { maxAnswerSizeInFlight } });
      const { result } = await send(agent, "12000000");
      const body = rpcBody("GetTask", { id: result?.task?.id ?? "" });
      // More than sockets buffer, and not read: one is under way, the other is refused.
      return await Promise.race([1, 2].map(() => halfway(agent, body)));
    },
  ],
};

const turns: Cases = {
  "Messages that wait for the turns of one task.": [
    100,
    (value) =>
      refused(async (agent) => {
        const taskId = await begin(agent, "hang");
        for (let n = 0; n < value; n++) await send(agent, "more", { taskId }, { returnImmediately: true });
        return await send(agent, "more", { taskId }, { returnImmediately: true });
      }),
  ],
};

/** The limits that both engines have. */
function engineCases(open: (options: MemoryEngineOptions & Partial<SqliteEngineOptions>) => OpenedAgent): Cases {
  const second = (limit: MemoryEngineOptions) =>
    within(open(limit), async (agent) => {
      await begin(agent, "hang");
      return await send(agent, "x");
    });
  const followUp = (limit: MemoryEngineOptions) =>
    within(open(limit), async (agent) => {
      const { result } = await send(agent, "ask");
      return await send(agent, "x".repeat(3_000), { taskId: result?.task?.id ?? "" });
    });
  return {
    maxTasks: [1, (maxTasks) => second({ maxTasks })],
    maxContexts: [1, (maxContexts) => second({ maxContexts })],
    maxTaskSize: [2_000, (maxTaskSize) => followUp({ maxTaskSize })],
    maxEvents: [2, (maxEvents) => followUp({ maxEvents })],
    maxWebhooksPerTask: [
      1,
      (maxWebhooksPerTask) =>
        within(open({ maxWebhooksPerTask }), async (agent) => {
          const { result } = await send(agent, "ask", {}, withWebhook);
          const taskId = result?.task?.id ?? "";
          return await call(agent, "CreateTaskPushNotificationConfig", { taskId, url: "http://127.0.0.1:9/b" });
        }),
    ],
    maxWebhooksPerOwner: [
      1,
      (maxWebhooksPerOwner) =>
        within(open({ maxWebhooksPerOwner }), async (agent) => {
          await send(agent, "ask", {}, withWebhook);
          return await send(agent, "ask", {}, withWebhook);
        }),
    ],
  };
}

const memory: Cases = {
  ...engineCases((options) => openAgent(() => createMemoryEngine(options))),
  maxBytes: [
    10_000,
    (maxBytes) =>
      within(
        openAgent(() => createMemoryEngine({ maxBytes })),
        (agent) => send(agent, "x".repeat(20_000)),
      ),
  ],
};

const sqlite: Cases = {
  ...engineCases((options) => openSqlite(options)),
  maxBytes: [
    400_000,
    (maxBytes) =>
      within(openSqlite({ maxBytes }), async (agent) => {
        for (;;) {
          const metadata = { text: "x".repeat(100_000) };
          const { result, ...answer } = await send(agent, "hang", { metadata }, { returnImmediately: true });
          if (!result) return answer;
        }
      }),
  ],
  busyTimeoutMs: [
    50,
    (busyTimeoutMs) =>
      within(openSqlite({ busyTimeoutMs }), async (agent, path) => {
        const other = new DatabaseSync(path);
        other.exec("begin immediate");
        const answer = await send(agent, "x");
        other.exec("rollback");
        other.close();
        return answer;
      }),
  ],
};

const gateways: Cases = {
  maxAgentBytesInFlight: [
    20_000_000,
    (maxAgentBytesInFlight) =>
      behindGateway({ maxAgentBytesInFlight }, {}, async (gateway) => {
        const task = rpcBody("GetTask", { id: await begin(gateway, "9000000") });
        // Neither is read; there is room for one.
        return await Promise.race([halfway(gateway, task), halfway(gateway, task)]);
      }),
  ],
  maxAgentAnswerBytes: [
    10_000,
    (maxAgentAnswerBytes) => behindGateway({ maxAgentAnswerBytes }, {}, (gateway) => send(gateway, "50000")),
  ],
  "agents.NAME.timeoutMs": [
    50,
    (timeoutMs) =>
      silentServer((url) => behindGateway({}, { url, timeoutMs }, (gateway) => call(gateway, "GetTask", { id: "x" }))),
  ],
  "agents.NAME.maxCalls": [
    1,
    (maxCalls) =>
      behindGateway({}, { maxCalls }, (gateway) => {
        // The one that is admitted is not answered.
        return Promise.race([send(gateway, "hang"), send(gateway, "hang")]);
      }),
  ],
  "agents.NAME.breaker.failures": [
    1,
    (failures) =>
      behindGateway({}, { url: "http://127.0.0.1:9", breaker: { failures } }, async (gateway) => {
        await send(gateway, "x");
        return await send(gateway, "x");
      }),
  ],
};

const cases: Readonly<Record<string, Cases>> = {
  Requests: requests,
  Callers: callers,
  "Answers and streams": answers,
  Turns: turns,
  "Tasks in memory": memory,
  "Tasks in SQLite": sqlite,
  Gateways: gateways,
};

for (const section of sections) {
  const limits = limitsOf(section).filter(({ beyond }) => typeof beyond === "object" && "code" in beyond);
  if (limits.length === 0) continue;
  describe(section.title, () => {
    it("has a case for each limit", () => {
      expect(Object.keys(cases[section.title] ?? {}).sort()).toEqual(limits.map(nameOf).sort());
    });

    it.each(limits.map((limit) => [nameOf(limit), limit] as const))("%s", async (name, { beyond }) => {
      const [value, exceed] = cases[section.title]?.[name] ?? [];
      if (value === undefined || !exceed || typeof beyond === "string" || !("code" in beyond)) throw new Error(name);
      const { status, error } = await exceed(value);
      const { rpc, rpcHttp = 200 } = errorTable[beyond.code];
      const [before = "", after = ""] = beyond.message.replace("{}", String(value)).split("…");
      expect({ status, code: error?.code }, JSON.stringify(error)).toEqual({ status: rpcHttp, code: rpc });
      expect(error?.message.startsWith(before) && error.message.endsWith(after), `${error?.message}`).toBe(true);
    });
  });
}

function nameOf({ option, comment }: Limit): string {
  return option ?? comment;
}

async function refused(exceed: (agent: RunningAgent) => Promise<Answer>): Promise<Answer> {
  await using agent = await start({});
  return await exceed(agent);
}

async function secondStream(limits: { maxStreams?: number; maxStreamsPerCaller?: number }): Promise<Answer> {
  await using agent = await start({ limits });
  const body = rpcBody("SubscribeToTask", { id: await begin(agent, "hang") });
  return await Promise.race([halfway(agent, body), halfway(agent, body)]);
}

interface OpenedAgent {
  readonly agent: Promise<RunningAgent>;
  readonly folder: string;
}

function openAgent(engine: (folder: string) => ReturnType<typeof createMemoryEngine>): OpenedAgent {
  const folder = mkdtempSync(join(tmpdir(), "limits-"));
  return { agent: start({ engine: engine(folder) }), folder };
}

function openSqlite(options: Partial<SqliteEngineOptions>): OpenedAgent {
  return openAgent((folder) => createSqliteEngine({ ...options, path: join(folder, "tasks.db") }));
}

async function within(
  { agent: starting, folder }: OpenedAgent,
  exceed: (agent: RunningAgent, path: string) => Promise<Answer>,
): Promise<Answer> {
  try {
    await using agent = await starting;
    return await exceed(agent, join(folder, "tasks.db"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
