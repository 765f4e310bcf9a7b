import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { JsonObject } from "@a2a/types";
import * as cortex from "@a2a/types/cortex";
import { describe, expect, it, vi } from "vitest";
import { A2ATaskBridge } from "../src/task-bridge.ts";

/** A 0.1 agent whose tasks run until they are first polled. */
async function serveTranslator() {
  const tasks = new Map<string, string>();
  const seen: JsonObject[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => response.setHeader("Content-Type", "application/json").end(answer(body)));
  });
  const answer = (body: string) => {
    const call = JSON.parse(body) as { id: string; method: string; params: { id: string } };
    seen.push(call as unknown as JsonObject);
    const { id } = call.params;
    const state = { "tasks/send": "working", "tasks/get": "completed", "tasks/cancel": "canceled" }[call.method] ?? "";
    tasks.set(id, state);
    const artifacts = [{ index: 0, parts: [{ type: "text", text: "Bonjour, le monde!" }] }];
    const result = { id, status: { state }, ...(state === "completed" && { artifacts }) };
    return JSON.stringify({ jsonrpc: "2.0", id: call.id, result });
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return {
    tasks,
    seen,
    async post(request: JsonObject): Promise<unknown> {
      const response = await fetch(`http://127.0.0.1:${port}/`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(request),
      });
      return response.json();
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const A2AArtifact = (fields: Partial<cortex.A2AArtifact>) => cortex.A2AArtifactSchema.parse(fields);
const A2ATaskResult = (fields: Partial<cortex.A2ATaskResult>) => cortex.A2ATaskResultSchema.parse(fields);

describe("the programs of the task bridge's reference", () => {
  it("S0-01 builds, parses and converts without I/O and without state", () => {
    vi.stubGlobal("fetch", undefined);
    try {
      const [one, other] = [new A2ATaskBridge(), new A2ATaskBridge()];
      const request = one.buildSendRequest("Summarize", { taskId: "t-1" });
      const answer = { jsonrpc: "2.0", id: "t-1", result: { id: "t-1", status: { state: "working" } } };
      // The other bridge has not seen the request, and the first one has not kept it.
      expect(other.buildSendRequest("Summarize", { taskId: "t-1" })).toStrictEqual(request);
      expect(other.parseResponse(answer)).toStrictEqual(one.parseResponse(answer));
      expect([one.a2aStatusToCortex("working"), other.cortexStatusToA2a("running")]).toEqual(["running", "working"]);
      expect(Object.keys(one)).toEqual([]);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it("S0-05 builds the request of the reference", () => {
    const bridge = new A2ATaskBridge();

    const request = bridge.buildSendRequest("Summarize the Q4 report", { context: "Focus on revenue metrics" });

    expect(request).toStrictEqual({
      jsonrpc: "2.0",
      id: request.id,
      method: "tasks/send",
      params: {
        id: request.id,
        message: {
          role: "user",
          parts: [
            { type: "text", text: "Summarize the Q4 report" },
            { type: "text", text: "Focus on revenue metrics" },
          ],
        },
      },
    });
  });

  it("S0-02, S0-08, S0-09 reads the answers of the reference", () => {
    const bridge = new A2ATaskBridge();
    // Success response
    const response = {
      jsonrpc: "2.0",
      id: "task-123",
      result: {
        id: "task-123",
        status: { state: "completed" },
        artifacts: [{ parts: [{ type: "text", text: "Summary: Revenue grew 15%..." }], name: "summary" }],
      },
    };

    let result = bridge.parseResponse(response);
    assert(result.status === "completed");
    assert(result.artifacts.length === 1);

    // Error response
    const errorResponse = { jsonrpc: "2.0", id: "task-456", error: { code: -32600, message: "Invalid request" } };

    result = bridge.parseResponse(errorResponse);
    assert(result.status === "failed");
    assert(result.error === "Invalid request");
    expect(result.taskId).toBe("task-456");
  });

  it("S0-04, S0-12 joins the text of the reference", () => {
    const bridge = new A2ATaskBridge();
    const result = A2ATaskResult({
      taskId: "task-123",
      status: "completed",
      artifacts: [
        A2AArtifact({ parts: [{ type: "text", text: "Summary paragraph 1" }] }),
        A2AArtifact({ parts: [{ type: "text", text: "Summary paragraph 2" }] }),
      ],
    });

    const text = bridge.getResultText(result);
    expect(text).toBe("Summary paragraph 1\nSummary paragraph 2");
  });

  it("S0-13 runs the complete task lifecycle", async () => {
    await using agent = await serveTranslator();
    const postToAgent = agent.post;
    const printed: string[] = [];
    const print = (line: string) => printed.push(line);

    const bridge = new A2ATaskBridge();

    // 1. Build and send a task
    const request = bridge.buildSendRequest("Translate to French: Hello, world!");
    // POST request to agent URL...
    const response = await postToAgent(request);

    // 2. Parse the response
    const result = bridge.parseResponse(response);
    print(`Status: ${result.status}`); // "working"

    // 3. Poll for completion
    const getReq = bridge.buildGetRequest(result.taskId);
    const statusResponse = await postToAgent(getReq);
    const final = bridge.parseResponse(statusResponse);

    // 4. Extract text
    if (final.status === "completed") {
      const text = bridge.getResultText(final);
      print(text); // "Bonjour, le monde!"
    }

    // 5. Or cancel if needed
    const cancelReq = bridge.buildCancelRequest(result.taskId);
    await postToAgent(cancelReq);

    expect(printed).toStrictEqual(["Status: working", "Bonjour, le monde!"]);
    expect(agent.seen.map(({ method }) => method)).toStrictEqual(["tasks/send", "tasks/get", "tasks/cancel"]);
    expect([...agent.tasks]).toStrictEqual([[result.taskId, "canceled"]]);
  });
});
