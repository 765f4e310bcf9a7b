import { ask, requireAuth, status, textOf } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { errorOf, type Frame, readStream, resultOf, rpc, say, serveAgent, stream, taskOf } from "./support/agent.ts";

/** A gate that an agent awaits and the test opens. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const kinds = (frames: Frame[]) => frames.map(({ data }) => Object.keys(data.result as object)[0]);
const taskIn = ([first]: Frame[]) => (first?.data.result as { task: { id: string } } | undefined)?.task ?? { id: "" };
const ids = (frames: Frame[]) => frames.map(({ id }) => Number(id));

describe("streams", () => {
  it("R-55 R-56 R-57 R-58 R-131 begin with the task and end with its terminal status", async () => {
    async function* poem() {
      yield "Rain\n";
      yield "and sun";
    }
    await using agent = await serveAgent(poem);
    const response = await stream(agent, "SendStreamingMessage", say("poem"));
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const frames = await readStream(response);
    expect(kinds(frames)).toEqual(["task", "statusUpdate", "artifactUpdate", "artifactUpdate", "statusUpdate"]);
    expect(ids(frames)).toEqual([1, 2, 3, 4, 5]);
    expect(frames.every(({ data }) => data.id === 1 && data.jsonrpc === "2.0")).toBe(true);
  });

  it("R-54 contain exactly one message when the agent answers with a message", async () => {
    const { agentMessage } = await import("@a2a/types");
    // biome-ignore lint/correctness/useYield: the agent answers without a task.
    async function* pong() {
      return agentMessage("pong");
    }
    await using agent = await serveAgent(pong);
    expect(kinds(await readStream(await stream(agent, "SendStreamingMessage", say("ping"))))).toEqual(["message"]);
  });

  it("close when the agent asks for input, and the next one begins with the task", async () => {
    async function* asks({ message, task }: { message: Parameters<typeof textOf>[0]; task: { history?: unknown[] } }) {
      if ((task.history?.length ?? 0) === 1) yield ask("how many?");
      else yield `${textOf(message)} it is`;
    }
    await using agent = await serveAgent(asks);
    const first = await readStream(await stream(agent, "SendStreamingMessage", say("table")));
    expect(first.at(-1)?.data).toMatchObject({
      result: { statusUpdate: { status: { state: "TASK_STATE_INPUT_REQUIRED" } } },
    });
    const { id } = taskIn(first);
    const second = await readStream(await stream(agent, "SendStreamingMessage", say("four", { taskId: id })));
    expect(kinds(second)).toEqual(["task", "statusUpdate", "artifactUpdate", "statusUpdate"]);
    expect(second.at(-1)?.data).toMatchObject({
      result: { statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } },
    });
  });

  it("R-220 stay open in TASK_STATE_AUTH_REQUIRED, and R-62 while a subscriber waits for the next turn", async () => {
    async function* needs({ message }: { message: Parameters<typeof textOf>[0] }) {
      if (textOf(message) === "go") yield requireAuth("sign in at the desk");
      else yield "thanks";
    }
    await using agent = await serveAgent(needs);
    const streaming = stream(agent, "SendStreamingMessage", say("go"));
    const response = await streaming;
    const waiting = gate();
    const all = readStream(response, (frames) => {
      if (JSON.stringify(frames.at(-1)?.data).includes("AUTH_REQUIRED")) waiting.open();
      return false;
    });
    await waiting.opened;
    const { tasks } = resultOf(await rpc(agent, "ListTasks", {})) as unknown as { tasks: { id: string }[] };
    await rpc(agent, "SendMessage", say("done", { taskId: tasks[0]?.id as string }));
    expect((await all).at(-1)?.data).toMatchObject({
      result: { statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } },
    });
  });

  it("R-64 R-65 R-66 R-67 deliver the same events to every reader, even when one disconnects", async () => {
    const go = gate();
    async function* counts() {
      yield status("TASK_STATE_WORKING");
      await go.opened;
      for (let n = 0; n < 50; n++) yield `#${n}`;
    }
    await using agent = await serveAgent(counts);
    const { id } = taskOf(await rpc(agent, "SendMessage", say("go", {}, { returnImmediately: true })));
    const readers = await Promise.all([0, 1, 2].map(() => stream(agent, "SubscribeToTask", { id })));
    const [early, ...others] = readers as [Response, Response, Response];
    const left = readStream(early, (frames) => frames.length >= 1);
    await left;
    go.open();
    const [a, b] = await Promise.all(others.map((reader) => readStream(reader)));
    const later = (frames: Frame[] = []) => frames.slice(1).map(({ data, id: number }) => [number, data.result]);
    expect(later(a).slice(-50)).toEqual(later(b).slice(-50));
    expect(resultOf(await rpc(agent, "GetTask", { id }))).toMatchObject({ status: { state: "TASK_STATE_COMPLETED" } });
  });

  it("resume after the last event id, each event once, even for a finished task", async () => {
    async function* counts() {
      for (let n = 0; n < 20; n++) yield `#${n}`;
    }
    await using agent = await serveAgent(counts);
    const whole = await readStream(await stream(agent, "SendStreamingMessage", say("go")));
    const { id } = taskIn(whole);
    for (const seen of [1, 7, 21]) {
      const rest = await readStream(await stream(agent, "SubscribeToTask", { id }, { "Last-Event-ID": String(seen) }));
      expect(ids(rest)).toEqual([seen, ...ids(whole).filter((n) => n > seen)]);
      expect(rest.slice(1).map(({ data }) => data.result)).toEqual(
        whole.filter(({ id: n }) => Number(n) > seen).map(({ data }) => data.result),
      );
    }
    const gap = await stream(agent, "SubscribeToTask", { id }, { "Last-Event-ID": "999" });
    expect(gap.headers.get("a2a-replay")).toBe("gap");
    await gap.body?.cancel();
  });

  it("R-60 R-61 are rejected before they begin for a finished or missing task", async () => {
    async function* quick() {
      yield "x";
    }
    await using agent = await serveAgent(quick);
    const { id } = taskOf(await rpc(agent, "SendMessage", say("go")));
    expect(errorOf(await rpc(agent, "SubscribeToTask", { id })).code).toBe(-32004);
    expect(errorOf(await rpc(agent, "SubscribeToTask", { id: "none" })).code).toBe(-32001);
  });

  it("are joined by a repeated send, which does not start a second run", async () => {
    let runs = 0;
    async function* counted() {
      runs++;
      yield "once";
    }
    await using agent = await serveAgent(counted);
    const params = say("go", { messageId: "m-1" });
    const first = await readStream(await stream(agent, "SendStreamingMessage", params));
    const again = await readStream(await stream(agent, "SendStreamingMessage", params));
    expect(again.at(-1)?.data.result).toEqual(first.at(-1)?.data.result);
    expect(runs).toBe(1);
    const other = errorOf(await rpc(agent, "SendMessage", say("something else", { messageId: "m-1" })));
    expect(other).toMatchObject({ code: -32602, data: [{ fieldViolations: [{ field: "message.messageId" }] }] });
  });
});
