import { readFileSync } from "node:fs";
import { connect } from "@a2a/client";
import { serve } from "@a2a/server/node";
import { ask, silentLogger, textOf } from "@a2a/types";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { parse as parseToml } from "smol-toml";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { COMMAND } from "./child.ts";
import { emptyFolder, startA2a } from "./support/a2a.ts";

/** An agent with a skill in plain words and one with a schema, which can ask, wait and be canceled. */
function serveDesk() {
  return serve({
    card: {
      name: "Help Desk",
      description: "Answers questions.",
      skills: [
        { id: "answer", name: "Answer", description: "Answers." },
        {
          id: "sum",
          name: "Sum",
          description: "Adds numbers.",
          inputSchema: { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
        },
      ],
    },
    store: "memory",
    logger: silentLogger,
    executor: async function* ({ message, task, signal }) {
      const text = textOf(message);
      if ((task.history?.length ?? 0) > 1) yield `answer: ${text}`;
      else if (text.startsWith("ask:")) yield ask(text.slice(4));
      else if (text === "hang") {
        yield "working on it ";
        await new Promise((_, stop) => signal.addEventListener("abort", () => stop(signal.reason), { once: true }));
      } else if (text === "two steps") {
        yield "one ";
        await nextStep;
        yield "two";
      } else yield text;
    },
  });
}

/** What the agent waits for between two steps. */
let nextStep: Promise<void>;

let desk: Awaited<ReturnType<typeof serveDesk>>;
beforeAll(async () => {
  desk = await serveDesk();
});
afterAll(() => desk.close({ drainMs: 0 }));

const host = { name: "host", version: "1.0.0" };

function clientOf(mode: "auto" | "legacy" = "auto"): Client {
  const client = new Client(host, {
    versionNegotiation: { mode },
    capabilities: { elicitation: { form: {} } },
  });
  client.setRequestHandler("elicitation/create", async () => ({ action: "accept", content: { answer: "2026" } }));
  return client;
}

/** A host that starts `a2a mcp` as its child. */
async function overStdio(home: string, ...flags: string[]) {
  const [command = "", ...args] = COMMAND;
  const transport = new StdioClientTransport({
    command,
    args: [...args, "mcp", desk.url, ...flags],
    env: { PATH: process.env.PATH ?? "", HOME: home },
    stderr: "inherit",
  });
  const client = clientOf();
  await client.connect(transport);
  return { client, transport, [Symbol.asyncDispose]: () => client.close() };
}

/** A host that calls `a2a mcp --http`. */
const overHttp = (home: string, ...flags: string[]) => callingHttp("auto", home, flags);
/** The same with a revision of MCP that has sessions. */
const overHttpSession = (home: string, ...flags: string[]) => callingHttp("legacy", home, flags);

async function callingHttp(mode: "auto" | "legacy", home: string, flags: readonly string[]) {
  const child = startA2a(["mcp", desk.url, "--http", "0", ...flags], { env: { HOME: home } });
  const url = await child.address();
  const client = clientOf(mode);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return {
    client,
    url,
    async [Symbol.asyncDispose]() {
      await client.close();
      child.kill("SIGTERM");
      expect(await child.ended()).toMatchObject({ code: 0, err: "" });
    },
  };
}

const hosts = { stdio: overStdio, "streamable HTTP": overHttp, "streamable HTTP with sessions": overHttpSession };

/** The task that a host left behind, once the agent has it. */
async function delegated(client: Client): Promise<string> {
  for (;;) {
    const { structuredContent } = await client.callTool({ name: "a2a_tasks", arguments: {} });
    const { tasks } = structuredContent as { tasks: { taskId: string }[] };
    if (tasks[0]) return tasks[0].taskId;
  }
}

describe.each(["stdio", "streamable HTTP"] as const)("a2a mcp over %s", (transport) => {
  it("offers the agent, its skills with a schema, and its tasks", async () => {
    await using mcp = await hosts[transport](emptyFolder());
    const { tools } = await mcp.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "Help_Desk",
      "Help_Desk_sum",
      "a2a_tasks",
      "a2a_result",
      "a2a_cancel",
    ]);
    expect(tools[1]?.inputSchema).toMatchObject({ properties: { input: { properties: { a: { type: "number" } } } } });
  });

  it("keeps the task of a host that is killed, and another host finds it again", async () => {
    const home = emptyFolder();
    await using first = await hosts[transport](home);
    const lost = first.client.callTool({ name: "Help_Desk", arguments: { message: "hang" } }).catch(() => "lost");
    const taskId = await delegated(first.client);
    if ("transport" in first) process.kill(first.transport.pid ?? 0, "SIGKILL");
    else await first.client.close();
    expect(await lost).toBe("lost");
    await using second = await hosts[transport](home, "--wait", "200ms");
    expect(await delegated(second.client)).toBe(taskId);
    const result = await second.client.callTool({ name: "a2a_result", arguments: { taskId } });
    expect(result).toMatchObject({ content: [{ text: `[WORKING:task_id=${taskId}] Task is still running` }] });
    const canceled = await second.client.callTool({ name: "a2a_cancel", arguments: { taskId } });
    expect(canceled).toMatchObject({ isError: true, structuredContent: { status: "canceled" } });
    const { structuredContent } = await second.client.callTool({ name: "a2a_tasks", arguments: {} });
    expect(structuredContent).toEqual({ tasks: [] });
    const client = await connect(desk.url);
    expect((await client.getTask(taskId)).status.state).toBe("TASK_STATE_CANCELED");
    await client.close();
  });
});

describe.each(Object.keys(hosts) as (keyof typeof hosts)[])("a2a mcp over %s", (transport) => {
  it("calls, reports progress, and asks the user", async () => {
    await using mcp = await hosts[transport](emptyFolder());
    const call = (name: string, args: object, onprogress?: (progress: { message?: string | undefined }) => void) =>
      mcp.client.callTool({ name, arguments: { ...args } }, onprogress ? { onprogress } : {});
    // Hosts drop progress that arrives together with the result, so the agent goes on when its first step was reported.
    let report = () => {};
    nextStep = new Promise((resolve) => {
      report = resolve;
    });
    expect(await call("Help_Desk", { message: "two steps" }, () => report())).toMatchObject({
      content: [{ text: "[COMPLETED] one two" }],
    });
    expect(await call("Help_Desk", { message: "ask:Which year?" })).toMatchObject({
      content: [{ text: "[COMPLETED] answer: 2026" }],
    });
    expect(await call("Help_Desk_sum", { input: { a: "one" } })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("data.a") }],
    });
  });

  it("cancels the task of a call that the host cancels", async () => {
    await using mcp = await hosts[transport](emptyFolder(), "--grace", "0s");
    const stop = new AbortController();
    const call = mcp.client.callTool({ name: "Help_Desk", arguments: { message: "hang" } }, { signal: stop.signal });
    const taskId = await delegated(mcp.client);
    stop.abort("changed my mind");
    await expect(call).rejects.toThrow();
    const client = await connect(desk.url);
    await expect.poll(async () => (await client.getTask(taskId)).status.state).toBe("TASK_STATE_CANCELED");
    await client.close();
  });
});

describe("a2a mcp", () => {
  it("ends with its host", async () => {
    const child = startA2a(["mcp", desk.url], { env: { HOME: emptyFolder() } });
    child.write("");
    expect(await child.ended()).toMatchObject({ code: 0, err: "" });
  });

  it("refuses pages of other origins and rebound names", async () => {
    await using mcp = await overHttp(emptyFolder());
    const status = async (headers: Record<string, string>) =>
      (
        await fetch(mcp.url, {
          method: "POST",
          headers: { "Content-Type": "application/json", ...headers },
          body: "{}",
        })
      ).status;
    expect(await status({ Origin: "https://page.example" })).toBe(403);
    expect(await status({ Origin: mcp.url })).not.toBe(403);
  });

  it("leaves out an agent that is down, and fails when none is left", async () => {
    const down = startA2a(["mcp", "http://127.0.0.1:9"], { env: { HOME: emptyFolder() } });
    const { code, err } = await down.ended();
    expect([code, err]).toEqual([3, expect.stringContaining("Warning: http://127.0.0.1:9 is left out: ")]);
    const none = await startA2a(["mcp"], { env: { HOME: emptyFolder() } }).ended();
    expect(none.err).toContain(
      "Message: no agent given: name one as an argument, or add one with a2a agents add NAME URL\n",
    );
  });
});

describe("a2a mcp with hostile agents", () => {
  async function hostile(name: string, said: string) {
    return serve({
      card: { name },
      store: "memory",
      logger: silentLogger,
      executor: async function* () {
        yield said;
      },
    });
  }

  async function offering(...urls: string[]) {
    const child = startA2a(["mcp", ...urls, "--http", "0"], { env: { HOME: emptyFolder() } });
    const client = clientOf();
    await client.connect(new StreamableHTTPClientTransport(new URL(await child.address())));
    return {
      client,
      async [Symbol.asyncDispose]() {
        await client.close();
        child.kill("SIGTERM");
        expect(await child.ended()).toMatchObject({ code: 0, err: "" });
      },
    };
  }

  it("gives every agent a tool name of its own, whatever its card says", async () => {
    const names = ["a2a tasks", "a2a_result", "constructor", "__proto__", "toString"];
    const agents = await Promise.all(names.map((name) => hostile(name, `I am ${name}`)));
    await using mcp = await offering(...agents.map(({ url }) => url), desk.url);
    const { tools } = await mcp.client.listTools();
    const offered = tools
      .map(({ name }) => name)
      .filter((name) => !["a2a_tasks", "a2a_result", "a2a_cancel"].includes(name));
    expect(offered.slice(0, 5)).toEqual([
      "a2a_tasks_2",
      "a2a_result_2",
      "agent_constructor",
      "proto__",
      "agent_toString",
    ]);
    for (const [index, name] of offered.slice(0, 5).entries()) {
      const { content } = await mcp.client.callTool({ name, arguments: { message: "who are you?" } });
      expect(content).toEqual([{ type: "text", text: `[COMPLETED] I am ${names[index]}` }]);
    }
    await Promise.all(agents.map((agent) => agent.close({ drainMs: 0 })));
  });

  it("caps results and removes characters that hide text", async () => {
    const hidden = "\u001b[31mred\u001b[0m \u202eevil\u202c \u{e0041}\u{e0042}tags\u0007\n";
    const agent = await hostile("Flood", hidden + "x".repeat(3_000_000));
    await using mcp = await offering(agent.url);
    const result = await mcp.client.callTool({ name: "Flood", arguments: { message: "go" } });
    const text = JSON.stringify(result);
    expect(text.length).toBeLessThan(250_000);
    expect(text).toContain("[31mred[0m evil tags\\nxxx");
    expect(text).toMatch(/\d+ more characters were left out: ask the agent for a shorter answer or a file/);
    await agent.close({ drainMs: 0 });
  });
});

describe("docs/mcp.md", () => {
  const text = readFileSync(new URL("../../../docs/mcp.md", import.meta.url), "utf8");
  const block = (name: string) => new RegExp(`\\n\`\`\`\\w+ ${name}\\n(.*?)\\n\`\`\``, "s").exec(text)?.[1] ?? "";
  const entry = {
    command: z.literal("npx"),
    args: z.array(z.string()),
    env: z.record(z.string(), z.string()).optional(),
  };

  // As the hosts document their files.
  it.each([
    [
      "claude-code",
      z.strictObject({ mcpServers: z.record(z.string(), z.strictObject({ type: z.literal("stdio"), ...entry })) }),
    ],
    ["cursor", z.strictObject({ mcpServers: z.record(z.string(), z.strictObject(entry)) })],
    [
      "vscode",
      z.strictObject({ servers: z.record(z.string(), z.strictObject({ type: z.literal("stdio"), ...entry })) }),
    ],
  ])("has a valid configuration for %s", (name, schema) => {
    expect(schema.parse(JSON.parse(block(name)))).toBeDefined();
    expect(block(name)).toContain('["-y", "@a2a/cli", "mcp", "https://weather.example"]');
  });

  it("has a valid configuration for codex", () => {
    expect(parseToml(block("codex"))).toEqual({
      mcp_servers: { agents: { command: "npx", args: ["-y", "@a2a/cli", "mcp", "https://weather.example"] } },
    });
  });
});
