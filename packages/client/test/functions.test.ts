import type { HttpClient } from "@a2a/http";
import { type AgentCard, createMessage, type JsonObject } from "@a2a/types";
import { describe, expect, it, vi } from "vitest";
import { cancelTask, fetchAgentCard, getTask, listTasks, sendMessage, sendStreamingMessage } from "../src/functions.ts";
import { cardAt, serveAgentPeer, startStream } from "./support/agent-peer.ts";

const task = (state: string, more: JsonObject = {}): JsonObject => ({
  id: "t-1",
  contextId: "c-1",
  status: { state },
  ...more,
});
const request = () => ({ message: createMessage("tides") });
const cardOf = (url: string) => cardAt(url) as unknown as AgentCard; // the card of the peer, as it would be read

describe("functions over a card", () => {
  it("S4-19 fetchAgentCard reads the card at its well-known path", async () => {
    await using peer = await serveAgentPeer({ card: cardAt });
    expect(await fetchAgentCard(peer.url)).toMatchObject({ name: "Weather desk" });
    expect(peer.received[0]?.path).toBe("/.well-known/agent-card.json");
  });

  it("S4-20 sendMessage calls SendMessage", async () => {
    await using peer = await serveAgentPeer({
      methods: { SendMessage: () => ({ task: task("TASK_STATE_COMPLETED") }) },
    });
    const { message } = request();
    expect(await sendMessage(cardOf(peer.url), { message })).toEqual({ task: task("TASK_STATE_COMPLETED") });
    expect(JSON.parse(peer.received[0]?.body ?? "")).toMatchObject({ method: "SendMessage", params: { message } });
  });

  it("S4-22 getTask, S4-23 listTasks with its pages, S4-24 cancelTask", async () => {
    const page = { tasks: [task("TASK_STATE_WORKING")], nextPageToken: "p-2", pageSize: 1, totalSize: 5 };
    await using peer = await serveAgentPeer({
      methods: {
        GetTask: () => task("TASK_STATE_WORKING"),
        ListTasks: () => page,
        CancelTask: () => task("TASK_STATE_CANCELED"),
      },
    });
    const card = cardOf(peer.url);
    expect(await getTask(card, "t-1")).toEqual(task("TASK_STATE_WORKING"));
    expect(await listTasks(card, { pageSize: 1, pageToken: "p-1" })).toEqual(page);
    expect(await cancelTask(card, "t-1")).toEqual(task("TASK_STATE_CANCELED"));
    const calls = peer.received.map(({ body }) => JSON.parse(body) as JsonObject);
    expect(calls).toMatchObject([
      { method: "GetTask", params: { id: "t-1" } },
      { method: "ListTasks", params: { pageSize: 1, pageToken: "p-1" } },
      { method: "CancelTask", params: { id: "t-1" } },
    ]);
  });
});

describe("S4-21 sendStreamingMessage", () => {
  const artifact = (text: string, more: JsonObject = {}) => ({
    taskId: "t-1",
    contextId: "c-1",
    artifact: { artifactId: "a", parts: [{ text }] },
    ...more,
  });
  const status = (state: string) => ({ taskId: "t-1", contextId: "c-1", status: { state } });

  async function told(frames: readonly unknown[], write = JSON.stringify) {
    await using peer = await serveAgentPeer({
      methods: {
        SendStreamingMessage: ({ id }, response) => {
          startStream(response);
          for (const frame of frames) {
            response.write(
              `data: ${typeof frame === "string" ? frame : write(frame === frames[0] ? { jsonrpc: "2.0", id, result: frame } : frame)}\n\n`,
            );
          }
          response.end();
        },
      },
    });
    const chunks: string[] = [];
    const states: string[] = [];
    const answered = await sendStreamingMessage(
      cardOf(peer.url),
      request(),
      (text) => chunks.push(text),
      (state) => states.push(state),
    );
    return { chunks, states, answered };
  }

  it("S4-21 reports chunks and states of its dialect: bare events and [DONE]", async () => {
    const { chunks, states, answered } = await told([
      { task: task("TASK_STATE_WORKING") },
      { type: "TaskArtifactUpdateEvent", ...artifact("high "), lastChunk: false },
      { type: "TaskArtifactUpdateEvent", ...artifact("at noon", { append: true }), lastChunk: true },
      { type: "TaskStatusUpdateEvent", ...status("TASK_STATE_COMPLETED"), final: true },
      "[DONE]",
    ]);
    expect(chunks).toEqual(["high ", "at noon"]);
    expect(states).toEqual(["TASK_STATE_WORKING", "TASK_STATE_COMPLETED"]);
    expect(answered).toMatchObject({ task: { artifacts: [{ parts: [{ text: "high " }, { text: "at noon" }] }] } });
  });

  it("S4-21 reports each text once, also when the whole task arrives", async () => {
    const artifacts = [{ artifactId: "a", parts: [{ text: "high " }, { text: "at noon" }] }];
    const { chunks, states } = await told([
      { task: task("TASK_STATE_WORKING", { artifacts: [{ artifactId: "a", parts: [{ text: "high " }] }] }) },
      { jsonrpc: "2.0", result: { task: task("TASK_STATE_COMPLETED", { artifacts }) } },
    ]);
    expect(chunks).toEqual(["high ", "at noon"]);
    expect(states).toEqual(["TASK_STATE_WORKING", "TASK_STATE_COMPLETED"]);
  });

  it("S4-21 reports the text of an answer without a task", async () => {
    const message = { messageId: "m-2", role: "ROLE_AGENT", parts: [{ text: "at noon" }] };
    const { chunks, states, answered } = await told([{ message }]);
    expect([chunks, states, answered]).toEqual([["at noon"], [], { message }]);
  });

  it("S4-21 times out after 120 seconds by default", async () => {
    vi.useFakeTimers();
    try {
      const http: HttpClient = ({ signal }) =>
        new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason), { once: true }));
      let ended: unknown;
      const streaming = sendStreamingMessage(cardOf("http://127.0.0.1:1"), request(), undefined, undefined, { http });
      streaming.catch((error: unknown) => {
        ended = error;
      });
      await vi.advanceTimersByTimeAsync(119_999);
      expect(ended).toBeUndefined();
      await vi.advanceTimersByTimeAsync(1);
      expect(ended).toMatchObject({ code: "TIMEOUT", message: "the call did not finish within 120000 ms" });
    } finally {
      vi.useRealTimers();
    }
  });

  it("S4-21 ends on timeout", async () => {
    await using peer = await serveAgentPeer({
      methods: {
        SendStreamingMessage: ({ id }, response) => {
          startStream(response);
          response.write(
            `data: ${JSON.stringify({ jsonrpc: "2.0", id, result: { task: task("TASK_STATE_WORKING") } })}\n\n`,
          );
        },
      },
    });
    const streaming = sendStreamingMessage(cardOf(peer.url), request(), undefined, undefined, { timeoutMs: 60 });
    await expect(streaming).rejects.toMatchObject({ code: "TIMEOUT", message: "the call did not finish within 60 ms" });
    await peer.idle();
  });
});
