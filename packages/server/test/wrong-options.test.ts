import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { AgentExecutor } from "@a2a/types";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createAgentHandler } from "../src/index.ts";
import { type ServeOptions, serve } from "../src/node.ts";
import { temporaryFolder } from "./sqlite-harness.ts";
import { rpc, say, serveAgent, taskOf } from "./support/agent.ts";

async function* echo() {
  yield "hello";
}
const right: ServeOptions = { card: { name: "Echo" }, executor: echo, store: "memory" };
const circular: Record<string, unknown> = {};
circular.self = circular;
/** Options as a program without types may give them. */
const wrong = (options: object) => ({ ...right, ...options }) as ServeOptions;

const both: [string, object, string][] = [
  ["no card", { card: undefined }, 'card: expected an object such as { name: "Echo" }, found undefined'],
  ["no card name", { card: {} }, 'card.name: expected the name of the agent, such as "Echo", found undefined'],
  ["an empty name", { card: { name: "" } }, 'card.name: expected the name of the agent, such as "Echo", found ""'],
  [
    "no executor",
    { executor: undefined },
    'executor: expected an async generator function, such as async function* () { yield "Hello"; }, found undefined',
  ],
  [
    "an executor that is an object",
    { executor: { run: echo } },
    'executor: expected an async generator function, such as async function* () { yield "Hello"; }, found an object',
  ],
  [
    "an async function as executor",
    { executor: async () => "hello" },
    'executor: expected an async generator function, such as async function* () { yield "Hello"; }, found an async function',
  ],
  [
    "a synchronous generator as executor",
    {
      *executor() {
        yield "hello";
      },
    },
    'executor: expected an async generator function, such as async function* () { yield "Hello"; }, ' +
      "found a generator function that is not async",
  ],
  [
    "auth that is no list",
    { auth: "k-123" },
    "auth: expected a list of authenticators, such as [bearer({ tokens })], found a string",
  ],
  [
    "an empty list of authenticators",
    { auth: [] },
    "auth: name at least one authenticator, or omit it to accept every caller",
  ],
  [
    "a token as authenticator",
    { auth: ["k-123"] },
    "auth[0]: expected an authenticator with a method authenticate, found a string",
  ],
  ["an unknown version", { versions: ["2.0"] }, 'versions: "2.0" is not supported; supported: 1.0, 0.3, 0.2, 0.1'],
  ["a version that is no list", { versions: "1.0" }, 'versions: expected a list such as ["1.0"], found a string'],
  ["no version", { versions: [] }, "versions: name at least one of 1.0, 0.3, 0.2, 0.1"],
  ["an unknown binding", { bindings: ["GRPC"] }, 'bindings: "GRPC" is not supported; supported: JSONRPC, HTTP+JSON'],
  [
    "a binding that no version has",
    { bindings: ["HTTP+JSON"], versions: ["0.1"] },
    "bindings: HTTP+JSON does not exist in the protocol versions served",
  ],
  ["an unknown name in a group", { turns: { timeout: 5 } }, 'unknown option "turns.timeout"; did you mean timeoutMs?'],
  ["a group that is none", { limits: 5 }, "limits: expected an object, found a number"],
  ["a mount without a slash", { mount: "a2a" }, 'mount: expected a path such as "/a2a", found "a2a"'],
  [
    "a key in the place of a signer",
    { signCard: {} },
    "signCard: expected a function such as (card) => signCard(card, { key }), found an object",
  ],
  ["a misspelled name of the agent", { card: { nmae: "Echo" } }, 'unknown member "card.nmae"; did you mean name?'],
  [
    "skills that are no list",
    { card: { name: "Echo", skills: "echo" } },
    "card.skills: expected a list of skills, found a string",
  ],
  [
    "a limit that is not a number",
    { limits: { maxStreams: Number.NaN } },
    "limits.maxStreams: expected a number that is not negative, found NaN",
  ],
  [
    "a duration as text",
    { turns: { timeoutMs: "5" } },
    'turns.timeoutMs: expected a number that is not negative, found "5"',
  ],
  ["a logger that does not log", { logger: {} }, "logger: expected an object with a method debug, found an object"],
];

describe("wrong options", () => {
  it.each(both)("%s is refused by serve and by createAgentHandler", async (_, options, message) => {
    await expect(serve(wrong(options))).rejects.toThrow(new TypeError(message));
    const { store: __, ...rest } = wrong(options);
    expect(() => createAgentHandler(rest as never)).toThrow(new TypeError(message));
  });

  it.each<[string, object, string]>([
    ["a port out of range", { port: 70_000 }, "port: expected a whole number from 0 to 65535, found 70000"],
    ["a port as text", { port: "4100" }, 'port: expected a whole number from 0 to 65535, found "4100"'],
    [
      "a public address without a scheme",
      { publicUrl: "agent.example" },
      'publicUrl: expected an absolute URL such as "https://agent.example", found "agent.example"',
    ],
    [
      "an open address without credentials",
      { host: "0.0.0.0" },
      "0.0.0.0 can be reached from other machines: pass `auth` to ask callers for credentials, or `security: { allowAnonymous: true }`",
    ],
    [
      "gRPC in cleartext on an open address",
      { host: "0.0.0.0", security: { allowAnonymous: true }, grpc: true },
      "grpc: 0.0.0.0 can be reached from other machines: pass `tls`, or `grpc: { cleartext: true }` behind a proxy that terminates TLS",
    ],
    ["a host that is not a text", { host: 5 }, 'host: expected a text such as "127.0.0.1", found 5'],
    ["a store that is not a text", { store: 5 }, 'store: expected a text such as "sqlite:tasks.db", found 5'],
    ["TLS without a key", { tls: {} }, "tls.key: expected PEM text, found undefined"],
    ["TLS with a misspelled key", { tls: { keyy: "" } }, 'unknown option "tls.keyy"; did you mean key?'],
    [
      "a file as store",
      { store: "./tasks.db" },
      'store "./tasks.db": expected memory, sqlite:FILE or postgres://…; did you mean sqlite:./tasks.db?',
    ],
    ["an unknown store", { store: "redis:x" }, 'store "redis:x": expected memory, sqlite:FILE or postgres://…'],
  ])("%s is refused by serve", async (_, options, message) => {
    await expect(serve(wrong(options))).rejects.toThrow(new TypeError(message));
  });

  it("an unknown name is refused with the one that was meant, or those that exist", async () => {
    const meant = new TypeError('unknown option "excutor"; did you mean executor?');
    expect(() => createAgentHandler({ card: { name: "Echo" }, executor: echo, excutor: echo } as never)).toThrow(meant);
    await expect(serve(wrong({ excutor: echo }))).rejects.toThrow(meant);
    await expect(serve(wrong({ deduplicate: false }))).rejects.toThrow(
      new TypeError('unknown option "deduplicate"; it is turns.deduplicate now'),
    );
    await expect(serve(wrong({ push: false }))).rejects.toThrow('unknown option "push"; it is webhooks now');
    await expect(serve(wrong({ colour: "red" }))).rejects.toThrow(
      /^unknown option "colour"; expected one of: agents, aliases, .*\bplatform, port, publicUrl\b/,
    );
    expect(() => createAgentHandler({ card: { name: "Echo" }, executor: echo, port: 1 } as never)).toThrow(
      /^unknown option "port"; expected one of: .*\bexecutor\b/,
    );
    await expect(serve(undefined as never)).rejects.toThrow(
      new TypeError("expected options such as { card, executor }, found undefined"),
    );
  });

  it("a database that cannot be written is refused in words", async () => {
    using folder = temporaryFolder();
    const taken = join(folder.path, "taken");
    writeFileSync(taken, "");
    const refused = (path: string, problem: string) =>
      expect(serve(wrong({ store: `sqlite:${path}` }))).rejects.toMatchObject({
        code: "CONFIG",
        message: `cannot open the task database ${path}: ${problem}`,
      });
    await refused(folder.path, "it is a folder, expected a file");
    await refused(join(taken, "x", "tasks.db"), `a part of ${join(taken, "x")} is a file, expected a folder`);
    await refused(join(taken, "tasks.db"), `${taken} is a file, expected a folder`);
  });

  it("leave no socket behind, whenever they are found", async () => {
    const port = await freePort();
    await expect(serve(wrong({ port, versions: ["2.0"] }))).rejects.toThrow(TypeError);
    await expect(serve(wrong({ port, card: { name: "Echo", url: "nowhere" } }))).rejects.toThrow("invalid card");
    await expect(serve(wrong({ port, extendedCard: {}, tls: { key: "", cert: "no certificate" } }))).rejects.toThrow();
    // Found when the handler is made, while the server listens already.
    const security = {
      get pageTokenSecret(): string {
        throw new Error("late");
      },
    };
    await expect(serve(wrong({ port, security }))).rejects.toThrow("late");
    await using agent = await serve({ ...right, port });
    expect(new URL(agent.url).port).toBe(String(port));
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe("failures of the agent", () => {
  afterEach(() => void vi.restoreAllMocks());

  /** The lines that a program with this agent writes to stderr when it is sent one message. */
  async function logged(executor: AgentExecutor): Promise<{ lines: string[]; answer: string; taskId: string }> {
    const lines: string[] = [];
    vi.spyOn(process.stderr, "write").mockImplementation((text) => lines.push(String(text)) > 0);
    await using agent = await serve({ ...right, executor });
    const answer = await rpc(agent, "SendMessage", say("go"));
    return { lines, answer: JSON.stringify(answer.body), taskId: taskOf(answer).id };
  }

  it("are logged to stderr on one line, with task, turn and stack; the caller sees none of it", async () => {
    const { lines, answer, taskId } = await logged(async function* () {
      yield "half";
      throw new Error("no\n2026-01-01T00:00:00.000Z error forged\u001b[31m\u2028", { cause: new Error("root") });
    });
    expect(lines).toHaveLength(1);
    const [line = ""] = lines;
    expect(JSON.parse(line)).toMatchObject({
      level: "error",
      message: "turn failed",
      taskId,
      turn: 1,
      error: { name: "Error", stack: expect.stringContaining("wrong-options.test.ts"), cause: { message: "root" } },
    });
    expect(line.slice(0, -1)).not.toMatch(/\p{Cc}/u);
    expect(line.endsWith("\n")).toBe(true);
    expect(answer).not.toMatch(/forged|wrong-options|root/);
  });

  it.each<[string, unknown, string]>([
    ["42", 42, "an agent yields text, parts, status(), artifact(), ask() or save(); found 42"],
    ["undefined", undefined, "an agent yields text, parts, status(), artifact(), ask() or save(); found undefined"],
    ["a Map", new Map(), "an agent yields text, parts, status(), artifact(), ask() or save(); found a Map"],
    [
      "a Map as data",
      { data: new Map() },
      "data: expected JSON, found a Map; Object.fromEntries(map) makes an object of it",
    ],
    [
      "circular data",
      { artifact: { artifactId: "a", parts: [{ data: circular }] } },
      "artifact.parts[0].data.self: expected JSON, found an object that contains itself",
    ],
    [
      "a bigint in the metadata of a status",
      { status: { state: "TASK_STATE_WORKING" }, metadata: { rows: 5n } },
      "metadata.rows: expected JSON, found a bigint",
    ],
    [
      "a function in a message",
      {
        status: {
          state: "TASK_STATE_WORKING",
          message: { role: "ROLE_AGENT", messageId: "m", parts: [{ data: { run: echo } }] },
        },
      },
      "message.parts[0].data.run: expected JSON, found an async generator function",
    ],
    ["a date that is lost in a checkpoint", { save: { at: Number.NaN } }, "save.at: expected JSON, found NaN"],
    [
      "a Buffer",
      Buffer.from("x"),
      "an agent yields text, parts, status(), artifact(), ask() or save(); found a Buffer: file(bytes) makes a part of it",
    ],
    [
      "a Buffer as raw",
      { raw: Buffer.from("x") },
      "raw: expected base64 text, found a Buffer: file(bytes) makes a part of it",
    ],
    [
      "a Uint8Array as raw of an artifact",
      { artifact: { artifactId: "a", parts: [{ text: "x" }, { raw: new Uint8Array(2) }] } },
      "raw: expected base64 text, found a Uint8Array: file(bytes) makes a part of it",
    ],
  ])("by yielding %s are explained", async (_, value, message) => {
    const { lines } = await logged(async function* () {
      yield value as string;
    });
    expect(lines.map((line) => JSON.parse(line).error)).toMatchObject([{ name: "TypeError", message }]);
    expect(lines.join()).not.toContain("Cannot read properties");
  });

  it.each<[string, () => unknown, string]>([
    [
      "a Promise instead of an async iterable",
      () => Promise.resolve("hello"),
      'executor: expected an async generator function, such as async function* () { yield "Hello"; }, found a function that returned a Promise',
    ],
    [
      "a string after output",
      async function* () {
        yield "hello";
        return "bye";
      },
      "executor: returned a string after it had yielded output; yield it instead",
    ],
    [
      "a number",
      // biome-ignore lint/correctness/useYield: that it yields nothing is the point
      async function* () {
        return 42;
      },
      "executor: returned a number; return a message, or yield text",
    ],
  ])("by returning %s are explained", async (_, executor, message) => {
    const { lines } = await logged(executor as never);
    expect(lines.map((line) => JSON.parse(line).error)).toMatchObject([{ name: "TypeError", message }]);
  });

  it("are not logged with the silent logger", async () => {
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    await using agent = await serveAgent(async function* () {
      yield "half";
      throw new Error("unseen");
    });
    await rpc(agent, "SendMessage", say("go"));
    expect(written).not.toHaveBeenCalled();
  });
});
