import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DemoServerOptions, startDemoServer } from "../src/index.ts";

const script = fileURLToPath(new URL("../src/main.ts", import.meta.url));

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command as a process of its own, as people do. */
function a2a(args: string[], input = ""): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--conditions=@a2a/source", script, ...args], {
      env: { ...process.env, NO_COLOR: "1" },
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk) => (out += String(chunk)));
    child.stderr.on("data", (chunk) => (err += String(chunk)));
    child.on("close", (code) => resolve({ code, out, err }));
    child.stdin.end(input);
  });
}

let server: Awaited<ReturnType<typeof startDemoServer>>;
const serve = (options: DemoServerOptions = {}) => startDemoServer(options);
beforeAll(async () => {
  server = await serve();
});
afterAll(() => server.close({ drainMs: 0 }));
const to = () => ["--agent-card", server.url];
const field = (text: string, label: string) => new RegExp(`^${label}: (.*)$`, "m").exec(text)?.[1];

describe("a2a send", () => {
  it("A2ACLI_SEND_001 A2ACLI_SEND_002 A2ACLI_OUT_001 A2ACLI_OUT_005 waits, and names task, context and state", async () => {
    const { code, out, err } = await a2a(["send", ...to(), "hello"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^Task: .+\nContext: .+\nState: TASK_STATE_COMPLETED\nArtifact echo:\nhello\n/);
  });

  it("A2ACLI_SEND_002 A2ACLI_OUT_006 returns at once with --async", async () => {
    const { code, out } = await a2a(["send", ...to(), "--async", "-o", "json", "hang:200"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ task: { id: expect.any(String), contextId: expect.any(String) } });
  });

  it("A2ACLI_SEND_003 A2ACLI_OUT_003 streams one object a line, and a bare message ends cleanly", async () => {
    const { out } = await a2a(["send", ...to(), "--stream", "-o", "json", "chunks:3x0"]);
    const events = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(Object.keys(events[0] ?? {})).toEqual(["task"]);
    expect(events.at(-1)).toMatchObject({ statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } });
    const message = await a2a(["send", ...to(), "--stream", "message:pong"]);
    expect([message.code, message.out]).toEqual([0, expect.stringContaining("pong")]);
  });

  it("A2ACLI_SEND_005 A2ACLI_SEND_006 sends parts in the order given, each with its media type", async () => {
    const args = ["--text", "one", "--data", "-", "--media-type", "application/x-a", "--text", "two", "-o", "json"];
    const { out } = await a2a(["send", ...to(), ...args], '{"k":1}');
    const { history } = (JSON.parse(out) as { task: { history: { parts: unknown[] }[] } }).task;
    expect(history[0]?.parts).toEqual([
      { text: "one" },
      { data: { k: 1 }, mediaType: "application/x-a" },
      { text: "two" },
    ]);
  });

  it("A2ACLI_SEND_004 shows every part, also those that are no text", async () => {
    expect((await a2a(["send", ...to(), "file:report.bin:12"])).out).toContain(
      "Artifact report.bin: 12 bytes (report.bin",
    );
    expect((await a2a(["send", ...to(), 'data:{"a":[1]}'])).out).toContain('"a": [');
    expect((await a2a(["send", ...to(), "url:https://x.example/"])).out).toContain("https://x.example/");
  });

  it("A2ACLI_INTERACT_002 A2ACLI_INTERACT_004 A2ACLI_EXIT_002 asks, exits 0 with a warning, and says how to go on", async () => {
    const asked = await a2a(["send", ...to(), "ask:Which one?"]);
    expect([asked.code, asked.err]).toEqual([0, "Warning: the task is TASK_STATE_INPUT_REQUIRED\n"]);
    const id = field(asked.out, "Task") as string;
    expect(field(asked.out, "Resume")).toBe(`a2a send --agent-card ${server.url} --task-id ${id} --text "…"`);
    const done = await a2a(["send", ...to(), "--task-id", id, "--text", "blue"]);
    expect(done.out).toContain("answer: blue");
    const wrong = await a2a(["send", ...to(), "--task-id", "none", "--text", "x"]);
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("TaskNotFoundError")]);
  });

  it.each(["1.0", "0.3", "0.2", "0.1"])("A2ACLI_VER_001 speaks %s when told to", async (version) => {
    const { out } = await a2a(["send", ...to(), "--a2a-version", version, "hi"]);
    expect(out).toContain("State: TASK_STATE_COMPLETED");
  });

  it("A2ACLI_TX_002 A2ACLI_TX_004 uses the transport it is told to", async () => {
    const { out } = await a2a(["send", ...to(), "--transport", "HTTP+JSON", "whoami"]);
    expect(out).toContain('"binding": "HTTP+JSON"');
  });
});

describe("a2a task", () => {
  it("A2ACLI_TASK_GET_001 A2ACLI_TASK_POLL_001 A2ACLI_TASK_POLL_002 reads a task and waits for it", async () => {
    const sent = await a2a(["send", ...to(), "--async", "-o", "json", "chunks:3x50"]);
    const { id } = (JSON.parse(sent.out) as { task: { id: string } }).task;
    const { code, out } = await a2a(["task", "get", id, ...to(), "--wait", "--poll-interval", "20ms"]);
    expect([code, out]).toEqual([0, expect.stringContaining("State: TASK_STATE_COMPLETED")]);
    expect(out).toContain("#2");
  });

  it("A2ACLI_TASK_CANCEL_001 cancels, twice if need be", async () => {
    const sent = await a2a(["send", ...to(), "--async", "-o", "json", "hang:60000"]);
    const { id } = (JSON.parse(sent.out) as { task: { id: string } }).task;
    for (let n = 0; n < 2; n++) {
      expect((await a2a(["task", "cancel", id, ...to()])).out).toContain("State: TASK_STATE_CANCELED");
    }
  });

  it("A2ACLI_TASK_LIST_001 lists tasks, page by page", async () => {
    await a2a(["send", ...to(), "--context-id", "talk", "one"]);
    await a2a(["send", ...to(), "--context-id", "talk", "two"]);
    const first = await a2a(["task", "list", ...to(), "--context-id", "talk", "--page-size", "1"]);
    expect(field(first.out, "Total")).toBe("2");
    const token = field(first.out, "Next page")?.split(" ")[1] as string;
    const second = await a2a([
      "task",
      "list",
      ...to(),
      "--context-id",
      "talk",
      "--page-size",
      "1",
      "--page-token",
      token,
    ]);
    expect(field(second.out, "Task")).not.toBe(field(first.out, "Task"));
    expect((await a2a(["task", "list", ...to(), "--status", "HAPPY"])).code).toBe(2);
  });

  it("A2ACLI_TASK_SUBSCRIBE_001 follows a task to its end", async () => {
    const sent = await a2a(["send", ...to(), "--async", "-o", "json", "chunks:20x50"]);
    const { id } = (JSON.parse(sent.out) as { task: { id: string } }).task;
    const { out } = await a2a(["task", "subscribe", id, ...to()]);
    expect(out).toMatch(/^Task: /);
    expect(out.trimEnd().endsWith("State: TASK_STATE_COMPLETED")).toBe(true);
  });
});

describe("a2a card and bridge", () => {
  it("A2ACLI_CARD_GET_001 A2ACLI_CARD_GET_002 S4-33 shows and checks a card, and its skills", async () => {
    const { code, out } = await a2a(["card", "get", server.url, "--validate"]);
    expect([code, out]).toEqual([0, expect.stringContaining("Name: Probe")]);
    expect((await a2a(["skills", ...to()])).out).toContain("Skill: probe");
  });

  it("is a filter: builds, parses, detects and converts", async () => {
    const built = await a2a(["bridge", "build-send", "--goal", "Sum up", "--task-id", "t-1"]);
    expect(JSON.parse(built.out)).toMatchObject({ id: "t-1", method: "tasks/send", params: { id: "t-1" } });
    const detected = await a2a(["bridge", "detect"], built.out);
    expect(JSON.parse(detected.out)).toEqual({ kind: "request", versions: ["0.1"], operation: "sendMessage" });
    const converted = await a2a(
      ["bridge", "convert", "--object", "request", "--from", "0.1", "--to", "1.0"],
      built.out,
    );
    expect(JSON.parse(converted.out)).toMatchObject({
      method: "SendMessage",
      params: { message: { role: "ROLE_USER", parts: [{ text: "Sum up" }] } },
    });
    const error = { jsonrpc: "2.0", id: "t-1", error: { code: -32600, message: "Invalid request" } };
    const parsed = await a2a(["bridge", "parse"], JSON.stringify(error));
    expect(JSON.parse(parsed.out)).toMatchObject({ taskId: "t-1", status: "failed", error: "Invalid request" });
    const bad = await a2a(["bridge", "convert", "--object", "task", "--from", "0.3", "--to", "1.0"], '{"id":"x"}');
    expect([bad.code, bad.err]).toEqual([1, expect.stringContaining("status")]);
  });
});

describe("what goes wrong", () => {
  it("A2ACLI_EXIT_001 A2ACLI_OUT_004 has its own status and its own name", async () => {
    expect((await a2a(["nonsense"])).code).toBe(2);
    expect((await a2a(["send", ...to()])).code).toBe(2);
    const nobody = await a2a(["send", "--agent-card", "http://127.0.0.1:9", "-o", "json", "hi"]);
    expect([nobody.code, JSON.parse(nobody.out)]).toMatchObject([3, { error: { code: "A2ACLI_ERR_UNREACHABLE" } }]);
  });

  it("A2ACLI_AUTH_001 A2ACLI_AUTH_004 A2ACLI_OUT_007 proves itself, and never shows how", async () => {
    const locked = await serve({ auth: "bearer:s3cret=ann" });
    try {
      const refused = await a2a(["send", "--agent-card", locked.url, "hi"]);
      expect(refused.code).toBe(4);
      const let_in = await a2a(["send", "--agent-card", locked.url, "--bearer", "s3cret", "--debug", "whoami"]);
      expect(let_in.out).toContain('"subject": "ann"');
      expect(let_in.err).toContain("> POST");
      expect(let_in.out + let_in.err).not.toContain("s3cret");
    } finally {
      await locked.close({ drainMs: 0 });
    }
  });

  it("text of an agent cannot move the cursor", async () => {
    const { out } = await a2a(["send", ...to(), "\u001b[2Jgone\u202e"]);
    expect(["\u001b", "\u202e"].some((character) => out.includes(character))).toBe(false);
    expect(out).toContain("\\u{1b}[2Jgone\\u{202e}");
  });

  it("an agent that is none ends in an error, not in a hang", async () => {
    const liar = createServer((_, response) => response.end("<html>\u001b[31mno"));
    await new Promise<void>((resolve) => liar.listen(0, "127.0.0.1", resolve));
    const { code, err } = await a2a([
      "send",
      "--agent-card",
      `http://127.0.0.1:${(liar.address() as AddressInfo).port}`,
      "hi",
    ]);
    expect(code).not.toBe(0);
    expect(err).not.toContain("\u001b");
    liar.close();
  });
});

describe("the tool itself", () => {
  it("A2ACLI_CLI_001 A2ACLI_DEFAULT_001 tells its version, its commands and its defaults", async () => {
    expect((await a2a(["--version"])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await a2a(["help"])).out).toContain("text (default) or json");
    expect((await a2a(["send", "--help"])).out).toContain("--stream");
  });
});
