import type { StreamItem } from "@a2a/bridge";
import { allCodecs } from "@a2a/bridge/all";
import { agenticPatterns } from "@a2a/bridge/dialects";
import { v1_0 } from "@a2a/bridge/v1_0";
import { createMessage } from "@a2a/types";
import { afterEach, describe, expect, it } from "vitest";
import { type AgentHandler, createAgentHandler } from "../src/index.ts";
import { post } from "./support/agent.ts";
import { scripted, start } from "./support/scripted.ts";

describe("a dialect", () => {
  // Cortex clients accept only tasks as answers.
  const message = { kind: "message", messageId: "m", role: "user", parts: [{ kind: "text", text: "message" }] };

  it("applies to answers over JSON-RPC", async () => {
    await using agent = await start({ dialect: agenticPatterns });
    const request = { jsonrpc: "2.0", id: 1, method: "message/send", params: { message } };
    expect((await post(`${agent.url}/a2a`, request)).body).toMatchObject({ result: { kind: "task" } });
  });

  it("applies to answers over HTTP+JSON", async () => {
    await using agent = await start({ dialect: agenticPatterns });
    expect((await post(`${agent.url}/a2a/v1/message:send`, { message })).body).toMatchObject({
      task: { kind: "task" },
    });
  });
});

describe("perform, the core of every binding", () => {
  let handler: AgentHandler;
  afterEach(() => handler.close({ drainMs: 0 }));

  const call = (text: string, more = {}) => ({
    input: { message: createMessage(text) },
    codec: v1_0,
    binding: "TEST",
    extensions: [],
    headers: {},
    ...more,
  });
  const signal = new AbortController().signal;
  const ann = { subject: "ann" };

  it("returns the model's output to a custom binding", async () => {
    handler = createAgentHandler({ card: { name: "Test" }, executor: scripted });
    const performed = await handler.perform({ operation: "sendMessage", ...call("hello") }, ann, signal);
    const output = "output" in performed ? performed.output : undefined;
    expect(output).toMatchObject({ value: { task: { status: { state: "TASK_STATE_COMPLETED" } } } });
  });

  it("streams batches of the model's events", async () => {
    handler = createAgentHandler({ card: { name: "Test" }, executor: scripted });
    const performed = await handler.perform({ operation: "sendStreamingMessage", ...call("hello") }, ann, signal);
    const items: StreamItem[] = [];
    if ("batches" in performed) for await (const batch of performed.batches) items.push(...batch);
    expect(items.map(({ event }) => Object.keys(event)[0])).toEqual([
      "task",
      "statusUpdate",
      "artifactUpdate",
      "statusUpdate",
    ]);
  });

  it("enforces authorization, extensions and limits", async () => {
    handler = createAgentHandler({
      card: { name: "Test", capabilities: { extensions: [{ uri: "urn:x", required: true }] } },
      executor: scripted,
      security: { authorize: ({ subject }) => subject === "ann" },
      limits: { maxCallsPerCaller: 1 },
    });
    const send = (caller: string, more = {}) =>
      handler.perform({ operation: "sendMessage", ...call("hello", more) }, { subject: caller }, signal);
    await expect(send("bob")).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await expect(send("ann")).rejects.toMatchObject({ code: "EXTENSION_SUPPORT_REQUIRED" });
    const named = { extensions: ["urn:x"] };
    expect(await send("ann", named)).toMatchObject({ extensions: ["urn:x"] });
    const both = await Promise.allSettled([send("ann", named), send("ann", named)]);
    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  });

  it("resolves a client-chosen task id where the protocol version has one", async () => {
    handler = createAgentHandler({ card: { name: "Test" }, executor: scripted });
    const codec = allCodecs.find(({ clientTaskIds }) => clientTaskIds);
    await handler.perform({ operation: "sendMessage", ...call("hello", { codec, taskAlias: "mine" }) }, ann, signal);
    const get = { operation: "getTask" as const, ...call("", { codec, input: { id: "mine" } }) };
    expect(await handler.perform(get, ann, signal)).toMatchObject({ output: { id: "mine" } });
    const other = { operation: "getTask" as const, ...call("", { input: { id: "mine" } }) };
    await expect(handler.perform(other, ann, signal)).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
  });
});
