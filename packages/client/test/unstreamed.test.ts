import type { ServerResponse } from "node:http";
import { foldEvents, isJsonObject, type JsonObject, type StreamResponse, type Task } from "@a2a/types";
import { readExchange } from "test-kit/exchanges";
import { describe, expect, it } from "vitest";
import { connect, type FollowedEvent } from "../src/index.ts";
import { cardAt, type Method, type RpcCall, RpcError, serveAgentPeer, startStream } from "./support/agent-peer.ts";

const quick = { pollIntervalMs: 1, retryDelayMs: 1, versions: ["0.1" as const] };
const connectTo = (url: string, memory = new Map<string, string>()) => connect(url, { ...quick, memory });

/** An agent of 0.1 with these methods. */
const serve = (methods: Readonly<Record<string, Method>>) =>
  serveAgentPeer({ card: (url) => cardAt(url, { version: "0.1" }), methods });

/** The result or the error that a2a-server was recorded to answer with. */
function recorded(name: string): JsonObject {
  const { body } = readExchange(`a2a-server-0.6.1-${name}`).answer;
  if (isJsonObject(body)) return body;
  throw new Error(`the answer of ${name} is no object`);
}

function refuse(name: string): never {
  const { code, message } = recorded(name).error as { code: number; message: string };
  throw new RpcError(code, message);
}

const chunk = (text: string, append: boolean) => ({ name: "tides", parts: [{ type: "text", text }], index: 0, append });

/** A task as a2a-server reads it: the chunks of an artifact are stored one by one. */
const task = (id: unknown, state: string, ...texts: string[]) => ({
  id,
  sessionId: "s-once",
  status: { state },
  ...(texts.length > 0 && { artifacts: texts.map((text, index) => chunk(text, index > 0)) }),
  history: [{ role: "user", parts: [{ type: "text", text: "tides" }] }],
});

/** Reads of a task that works and then is done. */
function reads(): Method {
  let count = 0;
  return ({ params: { id } }) => {
    const stories = [
      task(id, "working", "#0 "),
      task(id, "working", "#0 ", "#1 "),
      task(id, "completed", "#0 ", "#1 "),
    ];
    return stories[Math.min(count++, stories.length - 1)];
  };
}

async function collect(events: AsyncIterable<FollowedEvent>): Promise<StreamResponse[]> {
  const all: StreamResponse[] = [];
  for await (const event of events) {
    if ("gap" in event) throw new Error("nothing was missed");
    all.push(event);
  }
  return all;
}

/** The texts that a stream adds to an artifact, and the task that it leads to. */
function shown(events: readonly StreamResponse[]) {
  const chunks = events
    .flatMap((event) => ("artifactUpdate" in event ? event.artifactUpdate.artifact.parts : []))
    .map((part) => ("text" in part ? part.text : ""));
  const end: Task | undefined = foldEvents(events);
  return { chunks, state: end?.status.state, parts: end?.artifacts?.[0]?.parts };
}

const whole = {
  chunks: ["#0 ", "#1 "],
  state: "TASK_STATE_COMPLETED",
  parts: [{ text: "#0 " }, { text: "#1 " }],
};

describe("a stream that is not one (a2a-server)", () => {
  it("is answered once, and the task is polled", async () => {
    const { result } = recorded("stream-answered-once");
    await using peer = await serve({ "tasks/sendSubscribe": () => result, "tasks/get": reads() });
    const events = await collect((await connectTo(peer.url)).stream("tides"));
    expect(events[0]).toMatchObject({ task: { id: "t-once", status: { state: "TASK_STATE_SUBMITTED" } } });
    expect(shown(events)).toEqual(whole);
  });

  it("has no result for a subscriber, and the task is polled", async () => {
    const { result } = recorded("resubscription-without-result");
    await using peer = await serve({ "tasks/resubscribe": () => result ?? null, "tasks/get": reads() });
    const events = await collect((await connectTo(peer.url)).subscribe("t-once"));
    expect(shown(events)).toEqual({ ...whole, chunks: ["#1 "] }); // the first is in the task as it is found
  });

  it("consists of requests, which are not all there: the task is read when they come", async () => {
    const { body } = readExchange("a2a-server-0.6.1-stream-of-requests").answer;
    // The peer opens the stream after the task has begun.
    const late = String(body).split("\n\n").slice(2).join("\n\n");
    await using peer = await serve({
      "tasks/sendSubscribe": (_, response) => {
        startStream(response);
        response.end(late);
      },
      "tasks/get": reads(),
    });
    expect(shown(await collect((await connectTo(peer.url)).stream("tides")))).toEqual(whole);
  });

  it("stays silent, because all is over: the task is read", async () => {
    let open: ServerResponse | undefined;
    const silent = (_: RpcCall, response: ServerResponse) => {
      startStream(response);
      response.flushHeaders();
      open = response;
    };
    const read = reads();
    await using peer = await serve({
      "tasks/sendSubscribe": silent,
      // The task is not there before the stream is.
      "tasks/get": (call, response) => (open ? read(call, response) : refuse("unknown-task")),
    });
    expect(shown(await collect((await connectTo(peer.url)).stream("tides")))).toEqual(whole);
    await peer.idle(); // the stream is left
  });
});

describe("a cancellation without a result (a2a-server)", () => {
  const { result = null } = recorded("cancellation-without-result");
  const start = (state: string, cancel: Method = () => result) =>
    serve({ "tasks/cancel": cancel, "tasks/get": ({ params: { id } }) => task(id, state) });

  it("is followed by reading the task, and remembered as a deviation", async () => {
    await using peer = await start("canceled");
    const client = await connectTo(peer.url);
    expect(await client.cancelTask("t-1")).toMatchObject({ id: "t-1", status: { state: "TASK_STATE_CANCELED" } });
    expect(client.describe().deviations).toEqual(["answers cancellations without the task, which is read"]);
  });

  it("has not taken place where the task has ended otherwise", async () => {
    await using peer = await start("completed");
    await expect((await connectTo(peer.url)).cancelTask("t-1")).rejects.toMatchObject({ code: "TASK_NOT_CANCELABLE" });
  });

  it("is refused by an internal error, and the task tells why", async () => {
    await using ended = await start("completed", () => refuse("cancel-finished-task"));
    await expect((await connectTo(ended.url)).cancelTask("t-1")).rejects.toMatchObject({ code: "TASK_NOT_CANCELABLE" });
    await using running = await start("working", () => refuse("cancel-finished-task"));
    await expect((await connectTo(running.url)).cancelTask("t-1")).rejects.toMatchObject({ code: "INTERNAL" });
  });
});

it("knows an unknown task by the words of an internal error (a2a-server)", async () => {
  await using peer = await serve({ "tasks/get": () => refuse("unknown-task") });
  const client = await connectTo(peer.url);
  await expect(client.getTask("unknown-task")).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
  await expect(client.getTask("another-task")).rejects.toMatchObject({ code: "INTERNAL" });
});
