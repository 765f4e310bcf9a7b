import { A2AAdapter, A2AAdapterError, A2ATaskBridge } from "@a2a/bridge/task-bridge";
import { AgentCardBuilder } from "@a2a/card";
import { type A2AConfig, type ConfiguredAgent, parseConfig } from "@a2a/client/config";
import { A2AAgentConnection, A2AClientManager, A2ASession, CapabilitySet } from "@a2a/client/directory";
import { A2AClient, A2AClientError } from "@a2a/client/remote-agent";
import type * as model from "@a2a/types";
import * as cortex from "@a2a/types/cortex";
import * as forge from "@a2a/types/gmf-forge";
import { AgentCardSchema, StreamResponseSchema } from "@a2a/types/schemas";
import * as v0_3 from "@a2a/types/v0_3";
import { describe, expect, it } from "vitest";

describe("the names that the hosts know", () => {
  it("S2-01 the seventeen exports: client, adapter, their errors, and thirteen wire models with their schemas", () => {
    for (const type of [A2AClient, A2AClientError, A2AAdapter, A2AAdapterError]) expect(type).toBeTypeOf("function");
    const card: forge.AgentCard = forge.AgentCardSchema.parse({ name: "n", description: "d", url: "u" });
    const skill: forge.AgentSkill = forge.AgentSkillSchema.parse({ id: "i", name: "n", description: "d" });
    const part: forge.A2APart = forge.A2APartSchema.parse({ text: "hi" });
    const message: forge.A2AMessage = forge.A2AMessageSchema.parse({ parts: [part] });
    const params: forge.A2ATaskParams = forge.A2ATaskParamsSchema.parse({ id: "t", message });
    const request: forge.JsonRpcRequest = forge.JsonRpcRequestSchema.parse({ id: "r", method: "tasks/send", params });
    const status: forge.A2ATaskStatus = forge.A2ATaskStatusSchema.parse({ state: "working" });
    const artifact: forge.A2AArtifact = forge.A2AArtifactSchema.parse({ parts: [part] });
    const task: forge.A2ATask = forge.A2ATaskSchema.parse({ id: "t", status, artifacts: [artifact] });
    const response: forge.JsonRpcResponse = forge.JsonRpcResponseSchema.parse({ id: "r", result: task });
    const error: forge.JsonRpcError = forge.JsonRpcErrorSchema.parse({ code: -32603, message: "no" });
    const refusal: forge.JsonRpcErrorResponse = forge.JsonRpcErrorResponseSchema.parse({ error });
    const step: forge.AgentStepModel = forge.AgentStepModelSchema.parse({});
    expect([card.version, skill.id, request.params.message.parts, response.result.artifacts]).toEqual([
      "0.1.0",
      "i",
      [part],
      [artifact],
    ]);
    expect([refusal.error.code, step.action_input]).toEqual([-32603, {}]);
  });

  it("S1-23 the nine key classes work together; the session is an object of its own", async () => {
    const config: cortex.A2AAgentConfig = cortex.A2AAgentConfigSchema.parse({ name: "r", url: "http://127.0.0.1:1" });
    const capabilities = new CapabilitySet();
    await using manager = new A2AClientManager({ agents: [config], capabilities });
    expect(manager.connection("r")).toBeInstanceOf(A2AAgentConnection);
    const skill: cortex.AgentSkill = { id: "s", name: "S", description: "d", tags: ["s"], examples: [] };
    const card = AgentCardBuilder.buildCard({ name: "R", description: "d", url: "http://r", skills: [skill] });
    const info: cortex.AgentCardInfo = AgentCardBuilder.parseCard(card);
    expect(info.skills).toEqual([skill]);
    const answer = { jsonrpc: "2.0", id: "t", result: { id: "t", status: { state: "working" } } };
    const result: cortex.A2ATaskResult = new A2ATaskBridge().parseResponse(answer);
    expect(result).toMatchObject({ taskId: "t", status: "working" });
    await using session = await A2ASession.open({ agents: [config], capabilities });
    expect([...session.agents]).toEqual([]); // nothing is granted
  });

  it("S3-01 the types of the base client: tasks, messages, three kinds of parts, artifacts, cards and skills", () => {
    const parts: [v0_3.TextPart, v0_3.FilePart, v0_3.DataPart] = [
      { kind: "text", text: "hi" },
      { kind: "file", file: { uri: "https://files.example/a.png" } },
      { kind: "data", data: { n: 1 } },
    ];
    const message: v0_3.Message = { kind: "message", messageId: "m", role: "user", parts };
    const artifact: v0_3.Artifact = { artifactId: "a", parts };
    const states: v0_3.TaskState[] = [
      ...(["submitted", "working", "input-required", "completed", "canceled", "failed"] as const),
      ...(["rejected", "auth-required", "unknown"] as const),
    ];
    for (const state of states) {
      const status: v0_3.TaskStatus = { state, message };
      const task: v0_3.Task = { kind: "task", id: "t", contextId: "c", status, artifacts: [artifact] };
      expect(v0_3.TaskSchema.parse(task)).toEqual(task);
    }
    const skill: v0_3.AgentSkill = { id: "s", name: "S", description: "d", tags: [] };
    const card: v0_3.AgentCard = {
      ...{ name: "R", description: "d", url: "http://r", version: "1", protocolVersion: "0.3.0" },
      ...{ capabilities: {}, defaultInputModes: ["text/plain"], defaultOutputModes: ["text/plain"], skills: [skill] },
    };
    expect(v0_3.AgentCardSchema.parse(card)).toMatchObject({ name: "R", skills: [skill] });
    expect(v0_3.TaskSchema.safeParse({ kind: "task", id: "t", contextId: "c", status: { state: "?" } }).success).toBe(
      false,
    );
  });

  it("S4-02 the types of cards, tasks, messages, parts, artifacts, events and configurations", () => {
    const part: model.Part = { text: "hi" };
    const message: model.Message = { messageId: "m", role: "ROLE_USER", parts: [part] };
    const artifact: model.Artifact = { artifactId: "a", parts: [part] };
    const status: model.TaskStatus = { state: "TASK_STATE_WORKING" };
    const task: model.Task = { id: "t", contextId: "c", status, artifacts: [artifact], history: [message] };
    const artifactUpdate: model.TaskArtifactUpdateEvent = { taskId: "t", contextId: "c", artifact, lastChunk: true };
    const statusUpdate: model.TaskStatusUpdateEvent = { taskId: "t", contextId: "c", status };
    const events: model.StreamResponse[] = [{ task }, { artifactUpdate }, { statusUpdate }, { message }];
    for (const event of events) expect(StreamResponseSchema.parse(event)).toEqual(event);
    const card: model.AgentCard = AgentCardBuilder.buildCard({ name: "R", description: "d", url: "http://r" });
    expect(AgentCardSchema.parse(card)).toEqual(card);
    const config: A2AConfig = parseConfig("a2a: { remoteAgents: { desk: { endpoint: http://desk } } }");
    const desk: ConfiguredAgent | undefined = config.agents.desk;
    expect(desk).toMatchObject({ name: "desk", url: "http://desk" });
  });
});
