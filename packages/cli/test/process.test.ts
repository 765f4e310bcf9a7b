import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDemoServer } from "../src/index.ts";
import { a2a, a2aProcess, field, jsonLines } from "./support/a2a.ts";

let server: Awaited<ReturnType<typeof startDemoServer>>;
beforeAll(async () => {
  server = await startDemoServer();
});
afterAll(() => server.close({ drainMs: 0 }));

// Most tests run commands in their own process: these show that it makes no difference.
describe.concurrent("a process of its own ends by itself, and prints what the command prints in this process", () => {
  it.each([
    ["card", "get", "URL"],
    ["skills", "URL", "-o", "json"],
    ["card", "get", "URL", "--lint", "--json"],
    ["task", "get", "missing", "URL"],
    ["task", "get", "missing", "URL", "--json"],
    ["auth", "status"],
    ["config"],
    ["agents", "list"],
    ["remote"],
    ["completion", "zsh"],
    ["help", "doctor"],
    ["store", "status"],
    ["conformance"],
    ["send", "http://127.0.0.1:9", "hi"],
    ["doctor", "http://127.0.0.1:9"],
    ["sned"],
  ])("a2a %s %s %s", async (...args) => {
    const given = args.map((each) => (each === "URL" ? server.url : each));
    expect(await a2aProcess(given)).toEqual(await a2a(given));
  });

  it("a2a bridge detect, from standard input", async () => {
    const input = '{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"id":"t-1"}}';
    const ran = await a2aProcess(["bridge", "detect"], { input });
    expect(ran).toEqual(await a2a(["bridge", "detect"], { input }));
    expect(JSON.parse(ran.out)).toMatchObject({ kind: "request", operation: "getTask" });
  });

  it("a2a send, with and without a stream", async () => {
    const ran = await a2aProcess(["send", server.url, "-"], { input: "from a pipe" });
    expect([ran.code, ran.err, field(ran.out, "State")]).toEqual([0, "", "TASK_STATE_COMPLETED"]);
    expect(ran.out).toContain("  from a pipe\n");
    const streamed = await a2aProcess(["send", server.url, "--stream", "-o", "json", "chunks:3x0"]);
    expect([streamed.code, streamed.err]).toEqual([0, ""]);
    expect(jsonLines(streamed.out).at(-1)).toMatchObject({
      statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } },
    });
  });
});
