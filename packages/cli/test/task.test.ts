import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serve } from "@a2a/server/node";
import { artifact } from "@a2a/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDemoServer } from "../src/index.ts";
import { a2a, emptyFolder, field, jsonLines, startA2a } from "./support/a2a.ts";
import { serveCutting } from "./support/cutting-proxy.ts";
import { serveScript, taskIn } from "./support/scripted-agent.ts";

let server: Awaited<ReturnType<typeof startDemoServer>>;
beforeAll(async () => {
  server = await startDemoServer({ allowLoopbackWebhooks: true });
});
afterAll(() => server.close({ drainMs: 0 }));
const to = () => ["--agent-card", server.url];
const task = (args: string[], options?: Parameters<typeof a2a>[1]) => a2a(["task", ...args, ...to()], options);
/** Starts a task and gives its id. */
const begin = async (text: string) => field((await a2a(["send", ...to(), "--async", text])).out, "Task");

describe.concurrent("a2a task", () => {
  it("A2ACLI_TASK_GET_001 shows state, artifacts and history of a task", async () => {
    const id = field((await a2a(["send", ...to(), "hello"])).out, "Task");
    const { code, out } = await task(["get", id]);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        /^Task: \S+\nContext: \S+\nState: TASK_STATE_COMPLETED\nArtifact: echo\nText:\n {2}hello\n/,
      ),
    ]);
    const histories = await Promise.all(["0", "1"].map((n) => task(["get", id, "--history", n, "-o", "json"])));
    const lengths = histories.map((run) => (JSON.parse(run.out) as { history?: unknown[] }).history?.length ?? 0);
    expect(lengths).toEqual([0, 1]);
  });

  it("A2ACLI_TASK_POLL_001 A2ACLI_TASK_POLL_002 polls once, or repeatedly until the task finishes", async () => {
    const id = await begin("chunks:4x100");
    expect((await task(["get", id])).code).toBe(0);
    const { out } = await task(["get", id, "--wait", "--poll-interval", "20ms"]);
    expect(field(out, "State")).toBe("TASK_STATE_COMPLETED");
    expect(out).toContain("#3");
  });

  it("A2ACLI_TASK_POLL_002 A2ACLI_INTERACT_004 can be interrupted, and still prints the task id", async () => {
    await using agent = await serveScript(() => ({ stream: [{ task: taskIn("WORKING") }, "hang"] }));
    await using child = startA2a(["send", "-a", agent.url, "--stream", "hi"]);
    await child.printed(/^State: TASK_STATE_WORKING/m);
    child.kill("SIGINT");
    const { code, out, err } = await child.ended();
    expect([code, field(out, "Task")]).toEqual([130, "t-1"]);
    expect(err).toContain("Interrupted: a2a task get t-1 ");
  });

  it("A2ACLI_TASK_POLL_003 stops when the caller has to act, and continues while the state is unknown", async () => {
    const states = ["UNSPECIFIED", "UNSPECIFIED", "AUTH_REQUIRED"];
    await using agent = await serveScript((_, index) => taskIn(states[index] ?? "COMPLETED"));
    const { code, out, err } = await a2a(["task", "get", "t-1", "-a", agent.url, "--wait", "--poll-interval", "10ms"]);
    expect([code, field(out, "State")]).toEqual([0, "TASK_STATE_AUTH_REQUIRED"]);
    expect(err).toBe("Warning: the task needs credentials\n");
    expect(agent.calls).toHaveLength(3);
    await using unsure = await serveScript(() => taskIn("UNSPECIFIED"));
    expect((await a2a(["task", "get", "t-1", "-a", unsure.url])).out).toContain("State: TASK_STATE_UNSPECIFIED\n");
  });

  it("A2ACLI_TASK_POLL_004 falls back to polling when the stream of a wait fails", async () => {
    await using agent = await serveScript(({ method }) => {
      if (method === "SendStreamingMessage") return { stream: [{ task: taskIn("WORKING") }, "cut"] };
      if (method === "SubscribeToTask") return { error: { code: -32004, message: "no streams today" } };
      return taskIn("COMPLETED", { artifacts: [{ artifactId: "a", parts: [{ text: "done" }] }] });
    });
    const { code, out } = await a2a(["send", "-a", agent.url, "-o", "json", "hi"]);
    expect([code, JSON.parse(out)]).toMatchObject([0, { task: { status: { state: "TASK_STATE_COMPLETED" } } }]);
  });

  it("A2ACLI_TASK_CANCEL_001 cancels, repeatedly if necessary, and explains why it cannot", async () => {
    const id = await begin("hang:60000");
    for (let n = 0; n < 2; n++) expect(field((await task(["cancel", id])).out, "State")).toBe("TASK_STATE_CANCELED");
    const done = await begin("hello");
    await task(["get", done, "--wait", "--poll-interval", "10ms"]);
    const { code, out, err } = await task(["cancel", done]);
    expect([code, field(err, "Error")]).toEqual([1, "TaskNotCancelableError"]);
    expect(field(out, "State")).toBe("TASK_STATE_COMPLETED");
  });

  it("A2ACLI_TASK_CANCEL_001 is idempotent with an agent that is not", async () => {
    await using agent = await serveScript(({ method }) =>
      method === "CancelTask" ? { error: { code: -32002, message: "it is over" } } : taskIn("CANCELED"),
    );
    const { code, out } = await a2a(["task", "cancel", "t-1", "-a", agent.url]);
    expect([code, field(out, "State")]).toEqual([0, "TASK_STATE_CANCELED"]);
  });

  it("A2ACLI_TASK_LIST_001 lists tasks in pages, by context and state", async () => {
    const first = await a2a(["send", ...to(), "one"]);
    const context = ["--context-id", field(first.out, "Context")];
    await a2a(["send", ...to(), ...context, "two"]);
    const page = await task(["list", ...context, "--page-size", "1"]);
    expect(field(page.out, "Total")).toBe("2");
    const token = field(page.out, "Next").split(" ").at(-1) as string;
    const next = await task(["list", ...context, "--page-size", "1", "--page-token", token]);
    const [row, following] = [page, next].map(({ out }) => out.split("\n")[1] ?? "");
    const [id = "", , updated = ""] = row?.split(/ +/) ?? [];
    const columns = ["TASK".padEnd(id.length), "STATE".padEnd(9), "UPDATED".padEnd(updated.length), "CONTEXT"];
    expect(page.out).toBe(
      [
        columns.join("  "),
        `${id}  completed  ${updated}  ${field(first.out, "Context")}`,
        "",
        "Total: 2",
        `Next: a2a task list --agent-card ${to()[1]} --page-token ${token}`,
        "",
      ].join("\n"),
    );
    expect(new Date(updated).toISOString()).toBe(updated);
    expect(following).not.toBe(row);
    expect((await task(["list", ...context, "--verbose"])).out).toContain("State: TASK_STATE_COMPLETED\n");
    const none = await task(["list", ...context, "--status", "failed", "-o", "json"]);
    expect(JSON.parse(none.out)).toMatchObject({ tasks: [], totalSize: 0 });
    const lines = await task(["list", ...context, "-o", "json", "--stream"]);
    expect(jsonLines(lines.out).map(({ contextId }) => contextId)).toEqual([context[1], context[1]]);
    expect((await task(["list", "--status", "HAPPY"])).code).toBe(2);
  });

  it("A2ACLI_TASK_SUBSCRIBE_001 follows a task: events in text and JSON Lines, the outcome alone as one document", async () => {
    const ids = { taskId: "t-1", contextId: "c-1" };
    const events = [
      { task: taskIn("WORKING") },
      { artifactUpdate: { ...ids, artifact: { artifactId: "a", parts: [{ text: "half" }] } } },
      { statusUpdate: { ...ids, status: { state: "TASK_STATE_COMPLETED" } } },
    ];
    await using agent = await serveScript(() => ({ stream: events }));
    const subscribe = (...flags: string[]) => a2a(["task", "subscribe", "t-1", "-a", agent.url, ...flags]);
    expect((await subscribe()).out).toMatch(
      /^Task: t-1\nContext: c-1\nState: TASK_STATE_WORKING\nResume: .*\nArtifact: a\nText:\n {2}half\n\nTask: t-1\nContext: c-1\nState: TASK_STATE_COMPLETED\n$/,
    );
    expect(jsonLines((await subscribe("-o", "json", "--stream")).out)).toEqual(events);
    const outcome = JSON.parse((await subscribe("-o", "json")).out) as object;
    expect(outcome).toMatchObject({ id: "t-1", status: { state: "TASK_STATE_COMPLETED" }, artifacts: [{}] });
  });

  it("A2ACLI_TASK_SUBSCRIBE_002 resumes after a broken connection without losing an event or repeating a question", async () => {
    let target = "";
    await using proxy = await serveCutting(() => target);
    await using agent = await serve({
      card: { name: "Behind" },
      // It says nothing more until the connection has broken: whatever comes then has to be asked for again.
      async *executor() {
        yield artifact({ artifactId: "a", parts: [{ text: "#0" }] });
        await proxy.cut;
        for (let n = 1; n < 5; n++) yield artifact({ artifactId: "a", parts: [{ text: `#${n}` }] }, { append: true });
      },
      store: "memory",
      publicUrl: proxy.url,
    });
    target = agent.url;
    const sent = await a2a(["send", "-a", proxy.url, "--async", "go"]);
    const { out, err } = await a2a(["task", "subscribe", field(sent.out, "Task"), "-a", proxy.url, "-o", "json"]);
    const { artifacts } = JSON.parse(out) as { artifacts: { parts: { text: string }[] }[] };
    expect([err, artifacts[0]?.parts.map(({ text }) => text)]).toEqual(["", ["#0", "#1", "#2", "#3", "#4"]]);
  });

  it("A2ACLI_DOWNLOAD_001 saves artifacts, overwrites nothing, and writes only to the given folder", async () => {
    const folder = emptyFolder();
    const artifacts = [
      { artifactId: "a", name: "notes", parts: [{ text: "hi" }, { data: { k: 1 } }] },
      { artifactId: "b", parts: [{ raw: "AAEC", filename: "../../up.bin" }, { url: "https://x.example/f" }] },
    ];
    await using agent = await serveScript(() => taskIn("COMPLETED", { artifacts }));
    mkdirSync(join(folder, "out"));
    writeFileSync(join(folder, "out", "notes.txt"), "mine");
    const { code, out } = await a2a(["task", "download", "t-1", "-a", agent.url, "--dir", "out"], { cwd: folder });
    expect([code, readdirSync(folder), readdirSync(join(folder, "out")).sort()]).toEqual([
      0,
      ["out"],
      ["notes-2.txt", "notes.json", "notes.txt", "up.bin"],
    ]);
    expect(readFileSync(join(folder, "out", "notes-2.txt"), "utf8")).toBe("hi");
    expect([...readFileSync(join(folder, "out", "up.bin"))]).toEqual([0, 1, 2]);
    expect(out).toMatch(/^Task: t-1\nContext: c-1\nState: TASK_STATE_COMPLETED\nSaved: /);
    expect(out).toContain("Link: https://x.example/f, not followed\n");
    const onFile = await a2a(["task", "download", "t-1", "-a", agent.url, "--dir", "out/notes.txt"], { cwd: folder });
    expect([onFile.code, field(onFile.err, "Error")]).toEqual([1, "A2ACLI_ERR_INTERNAL"]);
  });

  it("A2ACLI_PUSH_001 creates, reads, lists and deletes webhooks, and shows no secret", async () => {
    const id = await begin("hang:60000");
    const hook = ["--url", "http://127.0.0.1:9/hook", "--token", "hush-hush", "--id", "w-1"];
    const created = await task(["push-config", "create", id, ...hook]);
    expect(created.out).toBe(`Task: ${id}\nWebhook: w-1\nURL: http://127.0.0.1:9/hook\nToken: ***\n`);
    expect(field((await task(["push-config", "get", id, "w-1"])).out, "URL")).toBe("http://127.0.0.1:9/hook");
    const listed = await task(["push-config", "list", id, "-o", "json"]);
    expect(JSON.parse(listed.out)).toMatchObject({ configs: [{ id: "w-1", taskId: id }] });
    expect((await task(["push-config", "list", id])).out).toBe(
      "WEBHOOK  URL                      AUTHENTICATION\nw-1      http://127.0.0.1:9/hook  token\n",
    );
    expect(field((await task(["push-config", "delete", id, "w-1"])).out, "Deleted")).toBe("w-1");
    const none = await task(["push-config", "list", id]);
    expect([none.out, none.err]).toEqual(["", "Warning: the task has no webhooks\n"]);
    await task(["cancel", id]);
  });

  it("A2ACLI_VER_003 checks the card before calling an optional operation", async () => {
    await using agent = await serveScript(() => taskIn("COMPLETED"), { capabilities: {} });
    const push = await a2a(["task", "push-config", "list", "t-1", "-a", agent.url]);
    expect([push.code, field(push.err, "Error")]).toEqual([1, "PushNotificationNotSupportedError"]);
    const card = await a2a(["card", "get", "-a", agent.url, "--extended"]);
    expect([card.code, field(card.err, "Error")]).toEqual([1, "UnsupportedOperationError"]);
    const followed = await a2a(["task", "subscribe", "t-1", "-a", agent.url]);
    expect(field(followed.out, "State")).toBe("TASK_STATE_COMPLETED");
    expect(agent.calls.map(({ method }) => method)).toEqual(["GetTask"]);
  });
});

// On its own: everything that takes the machine's time takes it from the time-out.
describe("a2a task with a timeout", () => {
  it("A2ACLI_TASK_POLL_002 gives up on timeout, with exponential backoff, and prints the task id", async () => {
    await using agent = await serveScript(() => taskIn("WORKING"));
    const args = ["task", "get", "t-1", "-a", agent.url, "--wait", "--poll-interval", "20ms", "--timeout", "3s"];
    const { code, out, err } = await a2a(args);
    expect([code, field(out, "Task"), field(err, "Error")]).toEqual([5, "t-1", "A2ACLI_ERR_TIMEOUT"]);
    expect(field(err, "Hint")).toBe(`a2a task get t-1 --agent-card ${agent.url} --wait`);
    expect(agent.calls.length).toBeGreaterThan(1);
    expect(agent.calls.length).toBeLessThan(60); // evenly spaced, there would be a hundred and fifty
  });
});
