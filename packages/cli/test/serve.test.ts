import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { connect as connectSocket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { connect } from "@a2a/client";
import { extractText, statusText } from "@a2a/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Child, runChild } from "./child.ts";
import { runHere } from "./here.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "a2a-serve-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("a2a serve MODULE", () => {
  it("serves an executor and its card in every protocol version, and stops on SIGTERM", async () => {
    const file = join(folder, "greeter.ts");
    await writeFile(
      file,
      `export const card = { name: "Greeter", description: "Greets" };
       export default async function* ({ message }: { message: { parts: { text?: string }[] } }) {
         yield "hello " + message.parts[0]?.text;
       }`,
    );
    await using child = new Child(["serve", "greeter.ts", "--store", "memory", "--description", "Greets all"], {
      cwd: folder,
    });
    const url = await child.address();
    for (const version of ["1.0", "0.1"] as const) {
      await using agent = await connect(url, { versions: [version] });
      expect([agent.card.name, agent.card.description]).toEqual(["Greeter", "Greets all"]);
      const answer = await agent.send("Ann");
      expect("task" in answer && extractText(answer.task)).toBe("hello Ann");
    }
    child.kill("SIGTERM");
    const { code, out, err } = await child.ended();
    expect([code, out]).toEqual([0, `${url}\n`]);
    expect(err).toMatch(/^Inspector: \S+\/inspect\/#token=[\w-]{43}\n$/);
    expect(err).toContain(url);
  });

  it("accepts the options of serve(); flags take precedence, and tasks are stored in a file by default", async () => {
    await writeFile(
      join(folder, "desk.mjs"),
      `export default {
         card: { name: "Desk" },
         versions: ["1.0", "0.3"],
         async *executor() { throw new Error("the safe is open"); },
       };`,
    );
    const args = ["serve", "desk.mjs", "--versions", "0.3", "--auth", "bearer:t-1=ann"];
    await using child = new Child(args, { cwd: folder });
    const url = await child.address();
    const card = (await (await fetch(`${url}/.well-known/agent-card.json`)).json()) as { protocolVersion: string };
    expect(card.protocolVersion).toBe("0.3.0");
    await expect((await connect(url)).send("hi")).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    await using agent = await connect(url, { headers: { Authorization: "Bearer t-1" } });
    const answer = await agent.send("hi");
    expect(JSON.stringify(answer)).not.toContain("safe");
    expect(child.err).toContain("the safe is open");
    expect(existsSync(join(folder, ".a2a", "desk.db"))).toBe(true);
  });

  it("listens on a public address only with authentication or when told to", async () => {
    const file = join(folder, "open.mjs");
    await writeFile(file, "export default async function* () {}");
    const refused = await runHere(["serve", file, "--host", "0.0.0.0", "--store", "memory"]);
    const none = await runHere(["serve"]);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("can be reached from other machines")]);
    expect([none.code, none.err]).toEqual([
      2,
      expect.stringContaining("Message: a2a serve needs a module, or --exec with a command\n"),
    ]);
  });
});

describe("a2a serve --exec", () => {
  it("serves a command without revealing its stderr", async () => {
    const args = [
      "serve",
      "--exec",
      "cat; echo problem >&2; exit 4",
      "--store",
      "memory",
      "--name",
      "Shell",
      "--inspector",
      "off",
    ];
    await using child = new Child(args, { cwd: folder });
    await using agent = await connect(await child.address());
    expect(agent.card.name).toBe("Shell");
    const answer = await agent.send("hello");
    if (!("task" in answer)) throw new Error("expected a task");
    expect(extractText(answer.task)).toContain("hello");
    expect(statusText(answer.task)).toBe("the command ended with status 4");
    expect(child.err).toBe("problem\n");
  });

  it("says what Ctrl-C waits for, and ends at once at the second", async () => {
    await using child = new Child(["serve", "--exec", "sleep 600", "--store", "memory"], { cwd: folder });
    const agent = await connect(await child.address(), { maxRetries: 0 });
    const sending = agent.send("wait").catch((error: unknown) => error);
    await expect.poll(async () => (await agent.listTasks()).tasks).toHaveLength(1);
    child.kill("SIGINT");
    await expect.poll(() => child.err).toContain("Waiting for a turn to end; Ctrl-C again stops at once.\n");
    child.kill("SIGINT");
    expect((await child.ended()).code).not.toBe(0);
    await sending;
    await agent.close();
  });

  it("answers 503 while it has no file descriptors for another command, and goes on when it has", async () => {
    const args = ["serve", "--exec", "cat", "--store", "memory"];
    await using child = new Child(args, { cwd: folder, maxFiles: 80 });
    const url = await child.address();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = () => postMessage(`${url}/a2a`, agent);
    expect(await send()).toMatchObject({ status: 200, body: { result: { task: { status: COMPLETED } } } });
    // The connection of the calls is open already; these take what is left.
    const { port, hostname } = new URL(url);
    const idle = Array.from({ length: 100 }, () => connectSocket(Number(port), hostname).on("error", () => undefined));
    await expect.poll(send).toMatchObject({ status: 503, body: { error: { code: -32603 } } });
    for (const socket of idle) socket.destroy();
    await expect.poll(send).toMatchObject({ status: 200 });
    agent.destroy();
    child.kill("SIGTERM");
    expect((await child.ended()).code).toBe(0);
  });
});

const COMPLETED = { state: "TASK_STATE_COMPLETED" };

/** Posts a message, over the connection of the agent. */
function postMessage(url: string, agent: Agent): Promise<{ status: number | undefined; body: unknown }> {
  const message = { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text: "hi" }] };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message } });
  const headers = { "Content-Type": "application/json", "A2A-Version": "1.0" };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", agent, headers }, (response) => {
      json(response).then((answer) => resolve({ status: response.statusCode, body: answer }), reject);
    });
    sent.on("error", reject).end(body);
  });
}

describe("a2a serve and the configuration file", () => {
  it("S4-37 starts from the server section, and flags override it", async () => {
    const own = join(folder, "section");
    await mkdir(own);
    await writeFile(join(own, "agent.mjs"), "export default async function* () { yield 'hello'; }");
    const server = { port: 0, bindAddress: "127.0.0.1", allowedOrigins: ["https://desk.example"], store: "memory" };
    await writeFile(join(own, "a2a.config.json"), JSON.stringify({ a2a: { enabled: true, server } }));
    await using child = new Child(["serve", "agent.mjs"], { cwd: own });
    const url = await child.address();
    const allowed = await fetch(`${url}/.well-known/agent-card.json`, { headers: { Origin: "https://desk.example" } });
    expect(allowed.headers.get("access-control-allow-origin")).toBe("https://desk.example");
    expect(existsSync(join(own, ".a2a"))).toBe(false);
    const { port } = new URL(url);
    const taken = await runChild(["serve", "agent.mjs", "--port", port], { cwd: own });
    expect([taken.code, taken.err]).toEqual([2, expect.stringContaining(port)]);
  });

  it("S4-37 ignores the section until it is enabled, and requires authentication on a public address", async () => {
    const own = join(folder, "disabled");
    await mkdir(own);
    await writeFile(join(own, "agent.mjs"), "export default async function* () { yield 'hello'; }");
    const file = join(own, "a2a.config.json");
    const server = { port: 1, bindAddress: "0.0.0.0", store: "memory" };
    await writeFile(file, JSON.stringify({ a2a: { server } }));
    await using child = new Child(["serve", "agent.mjs", "--store", "memory"], { cwd: own });
    expect(await child.address()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(child.err).toContain(
      `Warning: ${file} has a server section, but a2a.enabled is not true: the section is ignored\n`,
    );
    await writeFile(file, JSON.stringify({ a2a: { enabled: true, server } }));
    const refused = await runChild(["serve", "agent.mjs"], { cwd: own });
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining("pass --auth to ask callers for credentials, or --allow-anonymous"),
    ]);
    await writeFile(file, JSON.stringify({ a2a: { enabled: true, server: { ...server, port: 0 } } }));
    await using permitted = new Child(["serve", "agent.mjs", "--allow-anonymous"], { cwd: own });
    expect(await permitted.address()).toMatch(/^http:/);
  });
});
