import { describe, expect, it } from "vitest";
import { startDemoServer } from "../src/index.ts";
import { listening } from "./official-servers.ts";
import { a2a, field, jsonLines } from "./support/a2a.ts";
import { cardAt, serveScript, taskIn } from "./support/scripted-agent.ts";

/** Nothing a terminal would act on: no controls but line ends, nothing that turns the direction of writing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const HARMFUL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
const EVIL = "\u001b]0;title\u0007\u001b[2J\u001b[31mred\u009b1m\u202egnp.exe\u2066\r\nState: TASK_STATE_FORGED\u0000";

describe.concurrent("failures", () => {
  it("A2ACLI_EXIT_001 A2ACLI_OUT_004 have an exit status and a name each, that of the protocol where it has one", async () => {
    await using agent = await startDemoServer();
    const failing = async (...args: string[]) => {
      const { code, out } = await a2a([...args, "-o", "json"]);
      const { error } = JSON.parse(out) as { error: Record<string, unknown> };
      expect(Object.keys(error)).toEqual(["code", "message", "hint", "a2aCode"]);
      return [code, error.code, error.a2aCode];
    };
    expect(await failing("nonsense")).toEqual([2, "A2ACLI_ERR_USAGE", null]);
    expect(await failing("send", "hi")).toEqual([2, "A2ACLI_ERR_USAGE", null]);
    expect(await failing("send", "-a", agent.url)).toEqual([2, "A2ACLI_ERR_USAGE", null]);
    expect(await failing("send", "-a", "http://127.0.0.1:9", "hi")).toEqual([3, "A2ACLI_ERR_UNREACHABLE", null]);
    expect(await failing("send", "-a", "./none.json", "hi")).toEqual([3, "A2ACLI_ERR_CARD_NOT_FOUND", null]);
    for (const transport of ["JSONRPC", "HTTP+JSON"]) {
      const get = ["task", "get", "none", "-a", agent.url, "--transport", transport];
      expect(await failing(...get)).toEqual([1, "TaskNotFoundError", -32001]);
    }
  });

  it("A2ACLI_OUT_001 A2ACLI_OUT_004 are printed on stderr, and stdout contains only requested output", async () => {
    const { code, out, err } = await a2a(["send", "-a", "http://127.0.0.1:9", "hi"]);
    expect([code, out]).toEqual([3, ""]);
    expect(err).toMatch(/^Error: A2ACLI_ERR_UNREACHABLE\nMessage: .+\nHint: .+\nHelp: https:\S+errors\.md#network\n$/);
  });

  it("A2ACLI_OUT_003 A2ACLI_OUT_004 are the last line of a stream they end", async () => {
    await using agent = await serveScript(() => ({ stream: [{ task: taskIn("WORKING") }, { nonsense: true }] }));
    const { code, out } = await a2a(["send", "-a", agent.url, "--stream", "-o", "json", "hi"]);
    const lines = jsonLines(out);
    expect([code, lines.length, lines[0]]).toMatchObject([1, 2, { task: { id: "t-1" } }]);
    expect(lines[1]).toMatchObject({ error: { code: "InvalidAgentResponseError" } });
  });
});

describe.concurrent("hostile agents", () => {
  it("cannot move the cursor, forge a field or reverse text, in any field and format", async () => {
    const parts = [
      { text: EVIL },
      { data: { [EVIL]: EVIL } },
      { url: `https://x.example/${EVIL}`, filename: EVIL },
      { raw: "AA==", filename: EVIL, mediaType: EVIL },
    ];
    const artifact = { artifactId: EVIL, name: EVIL, parts };
    const status = { state: "TASK_STATE_INPUT_REQUIRED", message: { messageId: EVIL, role: "ROLE_AGENT", parts } };
    const task = { id: `a'; echo ${EVIL}`, contextId: EVIL, status, artifacts: [artifact], metadata: { [EVIL]: EVIL } };
    await using agent = await serveScript(
      ({ method }) => (method === "SendStreamingMessage" ? { stream: [{ task }] } : task),
      {
        name: EVIL,
        description: EVIL,
        skills: [{ id: EVIL, name: EVIL, description: EVIL, tags: [EVIL] }],
      },
    );
    const runs = await Promise.all([
      a2a(["send", "-a", agent.url, "--verbose", "hi"]),
      a2a(["send", "-a", agent.url, "--stream", "hi"]),
      a2a(["send", "-a", agent.url, "-o", "json", "--debug", "hi"]),
      a2a(["card", "get", agent.url, "--lint", "--verbose"]),
      a2a(["skills", agent.url]),
    ]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 1, 0]); // such a card does not pass
    for (const { out, err } of runs) {
      expect([HARMFUL.exec(out), HARMFUL.exec(err)]).toEqual([null, null]);
      expect(out).not.toMatch(/^State: TASK_STATE_FORGED/m);
    }
    expect(field(runs[0].out, "Resume")).toContain("--task-id 'a'\\''; echo ");
    await using refusing = await serveScript(() => ({ error: { code: -32603, message: EVIL } }));
    const refused = await a2a(["task", "get", "x", "-a", refusing.url]);
    expect([refused.code, HARMFUL.exec(refused.err)]).toEqual([1, null]);
  });

  it.each([
    ["HTML", 200, "<html><body>\u001b[31mHello"],
    ["an empty body", 200, ""],
    ["JSON of another kind", 200, '["card"]'],
    ["a card of 10 MB", 200, JSON.stringify({ ...cardAt("http://127.0.0.1:9"), description: "x".repeat(10_000_000) })],
    ["a card nested 10,000 deep", 200, `{"name":${"[".repeat(10_000)}${"]".repeat(10_000)}}`],
  ])("answering for a card with %s are refused", async (_, status, body) => {
    await using agent = await listening((_request, response) => {
      response.writeHead(status, { "Content-Type": "application/json" }).end(body);
    });
    const { code, out, err } = await a2a(["send", "-a", agent.url, "hi"]);
    expect([code, out, field(err, "Error")]).toEqual([1, "", "A2ACLI_ERR_CARD_INVALID"]);
    expect(err.length).toBeLessThan(2_000);
    expect(HARMFUL.exec(err)).toBe(null);
  });

  it("without a card are reported as unreachable", async () => {
    await using agent = await listening((_, response) => void response.writeHead(404).end("<h1>Not here"));
    const { code, err } = await a2a(["card", "get", agent.url]);
    expect([code, field(err, "Error")]).toEqual([3, "A2ACLI_ERR_CARD_NOT_FOUND"]);
  });

  it("that never answer or never stop time out", async () => {
    await using silent = await listening(() => undefined);
    await using endless = await serveScript(() => ({ stream: forever() }));
    await using trickling = await listening((_, response) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      const timer = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(timer));
    });
    const runs = await Promise.all(
      [silent, trickling, endless].map(({ url }) => a2a(["send", "-a", url, "--timeout", "700ms", "-o", "json", "hi"])),
    );
    for (const { code, out } of runs) {
      expect([code, JSON.parse(out)]).toMatchObject([5, { error: { code: "A2ACLI_ERR_TIMEOUT" } }]);
    }
  });

  it("that violate the protocol are reported as such", async () => {
    for (const answer of [
      { stream: [{ task: { id: 7 } }] },
      { stream: [{ task: taskIn("WORKING") }, { task: { ...taskIn("COMPLETED"), id: "t-2" } }] },
    ]) {
      await using agent = await serveScript(() => answer);
      const { code, err } = await a2a(["send", "-a", agent.url, "hi"]);
      expect([code, field(err, "Error")]).toEqual([1, "InvalidAgentResponseError"]);
    }
  });
});

async function* forever() {
  yield { task: taskIn("WORKING") };
  const status = { state: "TASK_STATE_WORKING" };
  for (;;) {
    yield { statusUpdate: { taskId: "t-1", contextId: "c-1", status } };
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
