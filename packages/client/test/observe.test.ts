import { createMessage, type JsonObject } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { connect, type FollowedEvent } from "../src/index.ts";
import { cardAt, type Method, RpcError, sendEvent, serveAgentPeer, startStream } from "./support/agent-peer.ts";
import { whenTimePasses } from "./support/time.ts";

const task = (state: string, more: JsonObject = {}) => ({
  id: "t-1",
  contextId: "c-1",
  status: { state: `TASK_STATE_${state}` },
  ...more,
});
const status = (state: string) => ({
  statusUpdate: { taskId: "t-1", contextId: "c-1", status: { state: `TASK_STATE_${state}` } },
});
const fresh = () => ({ memory: new Map<string, string>(), pollIntervalMs: 1, retryDelayMs: 1 });
const streams =
  (...events: object[]): Method =>
  ({ id }, response) => {
    startStream(response);
    for (const event of events) sendEvent(response, id, event);
    if (events.some((event) => "statusUpdate" in event)) response.end();
  };

describe("observing by stream", () => {
  it.each([
    ["COMPLETED", "completed"],
    ["FAILED", "failed"],
    ["REJECTED", "failed"],
    ["CANCELED", "cancelled"],
    ["INPUT_REQUIRED", "input-required"],
    ["AUTH_REQUIRED", "auth-required"],
  ])("a task that ends %s", async (state, outcome) => {
    const chunk = {
      artifactUpdate: { taskId: "t-1", contextId: "c-1", artifact: { artifactId: "a", parts: [{ text: "x" }] } },
    };
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: { SendStreamingMessage: streams({ task: task("WORKING") }, chunk, status(state)) },
    });
    const client = await connect(peer.url, fresh());
    const seen: FollowedEvent[] = [];
    const observed = await client.sendAndObserve("go", { onEvent: (event) => seen.push(event) });
    expect(observed).toMatchObject({ status: outcome, task: { id: "t-1", artifacts: [{ parts: [{ text: "x" }] }] } });
    expect(seen).toHaveLength(3);
    await peer.idle();
  });

  it("reads the task again after a gap, since events may be missing from it", async () => {
    const chunk = (text: string) => ({
      artifactUpdate: {
        ...{ taskId: "t-1", contextId: "c-1", append: true },
        artifact: { artifactId: "a", parts: [{ text }] },
      },
    });
    const whole = task("COMPLETED", { artifacts: [{ artifactId: "a", parts: [{ text: "0 1 2 3" }] }] });
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: {
        SendStreamingMessage: ({ id }, response) => {
          startStream(response);
          sendEvent(response, id, { task: task("WORKING") });
          sendEvent(response, id, chunk("0 "));
          response.end();
        },
        // Shows no artifacts, as fasta2a does, and cannot replay.
        SubscribeToTask: streams({ task: task("WORKING") }, chunk("3"), status("COMPLETED")),
        GetTask: () => whole,
      },
    });
    const client = await connect(peer.url, fresh());
    const observed = await client.sendAndObserve("go");
    expect(observed).toMatchObject({ status: "completed", task: whole });
    await peer.idle();
  });

  it("R-69 assembles artifacts by id: chunks append, anything else replaces", async () => {
    const chunk = (artifactId: string, text: string, more: JsonObject = {}) => ({
      artifactUpdate: { taskId: "t-1", contextId: "c-1", artifact: { artifactId, parts: [{ text }] }, ...more },
    });
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: {
        SendStreamingMessage: streams(
          { task: task("WORKING", { artifacts: [{ artifactId: "map", parts: [{ text: "draft" }] }] }) },
          chunk("report", "rain "),
          chunk("map", "final"),
          chunk("report", "until ", { append: true }),
          chunk("report", "noon", { append: true, lastChunk: true }),
          status("COMPLETED"),
        ),
      },
    });
    const client = await connect(peer.url, fresh());
    const observed = await client.sendAndObserve("go");
    expect("task" in observed && observed.task?.artifacts).toEqual([
      { artifactId: "map", parts: [{ text: "final" }] },
      { artifactId: "report", parts: [{ text: "rain " }, { text: "until " }, { text: "noon" }] },
    ]);
  });

  it("an answer without a task", async () => {
    const message = { messageId: "m-2", role: "ROLE_AGENT", parts: [{ text: "rain" }] };
    await using peer = await serveAgentPeer({ card: cardAt, methods: { SendStreamingMessage: streams({ message }) } });
    const client = await connect(peer.url, fresh());
    expect(await client.sendAndObserve("go")).toEqual({ status: "completed", message });
  });

  it("cancels at the agent on timeout or abort, and reports when that failed", async () => {
    let cancels = 0;
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: {
        SendStreamingMessage: streams({ task: task("WORKING") }),
        CancelTask: () => {
          if (++cancels === 1) return task("CANCELED");
          throw new RpcError(-32002, "Task cannot be canceled");
        },
      },
    });
    const client = await connect(peer.url, fresh());
    let seen = 0;
    const sending = () => client.sendAndObserve("go", { timeoutMs: 10_000, onEvent: () => seen++ });
    expect(await whenTimePasses(10_000, () => seen > 0, sending)).toEqual({ status: "timeout", taskId: "t-1" });
    const controller = new AbortController();
    const observed = await client.sendAndObserve("go", {
      signal: controller.signal,
      onEvent: () => controller.abort(),
    });
    expect(observed).toMatchObject({
      status: "cancelled",
      taskId: "t-1",
      cancelError: { code: "TASK_NOT_CANCELABLE" },
    });
    expect(await client.sendAndObserve("go", { signal: controller.signal })).toEqual({ status: "cancelled" });
    expect(await client.sendAndObserve("go", { isCancelled: () => true })).toEqual({ status: "cancelled" });
    await peer.idle();
  });
});

describe("observing by polling", () => {
  it("does not mistake the answered question for the outcome", async () => {
    const asked = task("INPUT_REQUIRED", {});
    let reads = 0;
    await using peer = await serveAgentPeer({
      card: (url) => cardAt(url, { capabilities: {} }),
      methods: {
        SendMessage: () => ({ task: asked }),
        GetTask: () => (++reads < 4 ? asked : task("COMPLETED")),
      },
    });
    const client = await connect(peer.url, fresh());
    const tasks: unknown[] = [];
    const observed = await client.sendAndObserve(createMessage("2026", { taskId: "t-1" }), {
      onEvent: (_, now) => tasks.push(now?.id),
    });
    expect(observed).toMatchObject({ status: "completed" });
    expect(tasks.length).toBeGreaterThan(1);
  });

  it("rethrows errors that are not the agent's outcome", async () => {
    await using peer = await serveAgentPeer({ card: (url) => cardAt(url, { capabilities: {} }) });
    const client = await connect(peer.url, fresh());
    await expect(client.sendAndObserve("go")).rejects.toMatchObject({ code: "NO_COMMON_INTERFACE" });
  });
});
