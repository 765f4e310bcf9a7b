import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDemoServer } from "../src/index.ts";
import { a2a, emptyFolder, field, jsonLines, startA2a } from "./support/a2a.ts";
import { serveScript, taskIn } from "./support/scripted-agent.ts";

let server: Awaited<ReturnType<typeof startDemoServer>>;
beforeAll(async () => {
  server = await startDemoServer();
});
afterAll(() => server.close({ drainMs: 0 }));
const send = (args: string[], options?: Parameters<typeof a2a>[1]) =>
  a2a(["send", "--agent-card", server.url, ...args], options);

describe.concurrent("a2a send", () => {
  it("A2ACLI_SEND_001 A2ACLI_SEND_002 A2ACLI_OUT_001 A2ACLI_OUT_005 waits, and prints task, context and state in fields and blocks", async () => {
    const { code, out, err } = await send(["hello\n\nState: forged"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(
      /^Task: \S+\nContext: \S+\nState: TASK_STATE_COMPLETED\nArtifact: echo\nText:\n {2}hello\n {2}\n {2}State: forged\n\n$/,
    );
  });

  it("exits with 1 for a task that failed or was rejected if --exit-status asks for it, and with 0 otherwise", async () => {
    const codeOf = async (...args: string[]) => (await send(["--exit-status", ...args])).code;
    expect(await Promise.all([codeOf("fail:because"), codeOf("reject:no"), codeOf("--json", "fail:because")])).toEqual([
      1, 1, 1,
    ]);
    expect(await Promise.all([codeOf("hello"), codeOf("ask:which?")])).toEqual([0, 0]);
  });

  it("prints JSON with --json, failures included, and refuses a contradiction", async () => {
    const { code, out } = await send(["--json", "hello"]);
    expect([code, JSON.parse(out)]).toMatchObject([0, { task: { status: { state: "TASK_STATE_COMPLETED" } } }]);
    const unreachable = await a2a(["send", "http://127.0.0.1:9", "--json", "hello"]);
    expect(JSON.parse(unreachable.out)).toMatchObject({ error: { code: expect.any(String) } });
    const both = await send(["--json", "-o", "text", "hello"]);
    expect([both.code, both.out + both.err]).toEqual([
      2,
      expect.stringContaining("--json and --output text contradict each other"),
    ]);
  });

  it("A2ACLI_SEND_002 A2ACLI_OUT_006 returns immediately with --async and each of its aliases", async () => {
    for (const flag of ["--async", "--return-immediately", "--no-wait"]) {
      const { code, out } = await send([flag, "-o", "json", "hang:500"]);
      expect([code, JSON.parse(out)]).toMatchObject([
        0,
        { task: { id: expect.any(String), contextId: expect.any(String) } },
      ]);
    }
    expect((await send(["--async", "--wait", "x"])).code).toBe(2);
  });

  it("A2ACLI_SEND_003 A2ACLI_OUT_003 streams one object per line, the last one with ids and state", async () => {
    const { out } = await send(["--stream", "-o", "json", "chunks:3x0"]);
    const events = jsonLines(out);
    expect(Object.keys(events[0] ?? {})).toEqual(["task"]);
    expect(events.length).toBeGreaterThan(4);
    expect(events.at(-1)).toMatchObject({ statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } });
  });

  it("A2ACLI_SEND_003 works with a message answer, and without a stream where the agent has none", async () => {
    const message = await send(["--stream", "-o", "json", "message:pong"]);
    expect([message.code, jsonLines(message.out)]).toMatchObject([0, [{ message: { parts: [{ text: "pong" }] } }]]);
    await using mute = await serveScript(
      ({ method }) => (method === "SendMessage" ? { task: taskIn("WORKING") } : taskIn("COMPLETED")),
      { capabilities: {} },
    );
    const { code, out } = await a2a([
      "send",
      "-a",
      mute.url,
      "--stream",
      "-o",
      "json",
      "--poll-interval",
      "10ms",
      "hi",
    ]);
    expect([code, jsonLines(out).at(-1)]).toMatchObject([
      0,
      { statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } },
    ]);
    expect(mute.calls.map(({ method }) => method)).not.toContain("SendStreamingMessage");
  });

  it("A2ACLI_SEND_004 shows text as text, data as JSON, and files by name, type and size", async () => {
    const all = await Promise.all([
      send(["file:report.bin:12"]),
      send(['data:{"a":[1]}']),
      send(["url:https://x.example/"]),
    ]);
    expect(all[0].out).toContain("File: 12 bytes, report.bin, application/octet-stream\n");
    expect(all[1].out).toContain('Data:\n  {\n    "a": [\n      1\n    ]\n  }\n\n');
    expect(all[2].out).toContain("Link: https://x.example/\n");
  });

  it("A2ACLI_SEND_005 A2ACLI_SEND_006 sends parts in the order given, each with its media type", async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, "notes.md"), "# hi");
    writeFileSync(join(folder, "data.json"), "[1]");
    const parts = [
      ...["--text", "one", "--file", "notes.md", "--data", "-", "--media-type", "application/x-a"],
      ...["--file", "notes.md", "--media-type", "text/x-own", "--data", "data.json", "--text", "two"],
      ...["--file", "https://files.example/a/chart.png"],
    ];
    const { out } = await send([...parts, "-o", "json"], { input: '{"k":1}', cwd: folder });
    const { history } = (JSON.parse(out) as { task: { history: { parts: unknown[] }[] } }).task;
    const raw = Buffer.from("# hi").toString("base64");
    expect(history[0]?.parts).toEqual([
      { text: "one" },
      { raw, filename: "notes.md", mediaType: "text/markdown" },
      { data: { k: 1 }, mediaType: "application/x-a" },
      { raw, filename: "notes.md", mediaType: "text/x-own" },
      { data: [1] },
      { text: "two" },
      { url: "https://files.example/a/chart.png", filename: "chart.png", mediaType: "image/png" },
    ]);
    const loose = await send(["hello", "--media-type", "text/html"]);
    expect([loose.code, loose.err]).toEqual([2, expect.stringContaining("A2ACLI_ERR_USAGE")]);
  });

  it("A2ACLI_OUT_002 prints one document, the final object, and never switches to lines by itself", async () => {
    const { out } = await send(["-o", "json", "chunks:3x0"], { env: { A2ACLI_STREAM: "1" } });
    expect(out.trimEnd()).not.toContain("\n");
    expect(JSON.parse(out)).toMatchObject({ task: { status: { state: "TASK_STATE_COMPLETED" }, artifacts: [{}] } });
  });

  it("metadata is sent with the message, and --verbose prints the whole history", async () => {
    const { out } = await send(["--metadata", '{"trace":"t-9"}', "--verbose", "hello"]);
    expect(out).toMatch(/^Message id: \S+\nRole: ROLE_USER\nMetadata:\n {2}\{\n {4}"trace": "t-9"/);
    expect(out).toContain("History: 1 of 1\n");
    expect((await send(["--metadata", "[1]", "hello"])).code).toBe(2);
  });
});

describe.concurrent("interactions", () => {
  it("A2ACLI_INTERACT_001 starts another task in the same context", async () => {
    const first = await send(["one"]);
    const context = field(first.out, "Context");
    const second = await send(["--context-id", context, "two"]);
    expect(field(second.out, "Context")).toBe(context);
    expect(field(second.out, "Task")).not.toBe(field(first.out, "Task"));
  });

  it("A2ACLI_INTERACT_002 A2ACLI_INTERACT_004 prints the exact command to answer a question, which works", async () => {
    const asked = await send(["ask:Which one?"]);
    const id = field(asked.out, "Task");
    expect(field(asked.out, "Resume")).toBe(`a2a send --agent-card ${server.url} --task-id ${id} --text "…"`);
    const done = await send(["--task-id", id, "--text", "blue"]);
    expect(done.out).toContain("answer: blue");
    const other = await send(["ask:And now?"]);
    const ids = ["--task-id", field(other.out, "Task"), "--context-id", field(other.out, "Context")];
    expect((await send([...ids, "--text", "red"])).out).toContain("answer: red");
  });

  it("A2ACLI_INTERACT_002 fails for an id that the agent rejects, creates no task, and mentions --debug", async () => {
    await using own = await startDemoServer();
    const asked = await a2a(["send", "-a", own.url, "ask:Which?"]);
    const id = field(asked.out, "Task");
    for (const flags of [
      ["--task-id", "none"],
      ["--task-id", id, "--context-id", "other"],
    ]) {
      const { code, err } = await a2a(["send", "-a", own.url, ...flags, "--text", "x"]);
      expect([code, err]).toEqual([1, expect.stringMatching(/Error: \w+Error\n(.*\n)*Hint: --debug/)]);
    }
    expect(field((await a2a(["task", "list", "-a", own.url])).out, "Total")).toBe("1");
  });

  it("A2ACLI_INTERACT_003 A2ACLI_INTERACT_005 generates no ids, stores nothing, and does not continue automatically", async () => {
    await using agent = await serveScript(() => ({ stream: [{ task: taskIn("COMPLETED") }] }));
    const home = emptyFolder();
    const once = () => a2a(["send", "-a", agent.url, "hi"], { env: { HOME: home }, cwd: home });
    await once();
    await once();
    for (const { params } of agent.calls) {
      expect(Object.keys(params.message as object).sort()).toEqual(["messageId", "parts", "role"]);
    }
    expect(readdirSync(home)).toEqual([]);
    expect((await a2a(["send", "-a", agent.url, "--continue", "hi"])).code).toBe(2);
  });

  it("A2ACLI_EXIT_002 exits with 0 for any terminal state, and warns on stderr", async () => {
    const outcomes = [
      ["fail", "FAILED", "the task failed"],
      ["reject", "REJECTED", "the agent rejected the task"],
      ["ask", "INPUT_REQUIRED", "the task needs input"],
      ["auth", "AUTH_REQUIRED", "the task needs credentials"],
    ] as const;
    await Promise.all(
      outcomes.map(async ([command, state, warning]) => {
        const { code, out, err } = await send([`${command}:because`]);
        expect([code, err]).toEqual([0, `Warning: ${warning}\n`]);
        expect(field(out, "State")).toBe(`TASK_STATE_${state}`);
      }),
    );
    expect((await send(["--quiet", "fail:because"])).err).toBe("");
  });
});

it("A2ACLI_DEMO_SERVER_001 a2a demo-server is an agent for practice", async () => {
  await using demo = startA2a(["demo-server"]);
  const url = await demo.address();
  expect((await a2a(["send", "-a", url, "hello"])).out).toContain("  hello\n");
});
