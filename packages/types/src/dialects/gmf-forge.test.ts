import { describe, expect, it } from "vitest";
import * as forge from "./gmf-forge.ts";

const message = { role: "user", parts: [{ type: "text", text: "hi", data: null }], metadata: {} };
const task = { id: "t-1", status: { state: "completed", message: null }, artifacts: [], metadata: {} };

describe("the models of gmf_forge", () => {
  it("S2-41 a skill has an id, a name and a description, all required", () => {
    const skill = { id: "sum", name: "Sum", description: "Adds numbers." };
    expect(forge.AgentSkillSchema.parse(skill)).toStrictEqual(skill);
    for (const member of Object.keys(skill)) {
      expect(forge.AgentSkillSchema.safeParse({ ...skill, [member]: undefined }).success).toBe(false);
    }
  });

  it("S2-42 a part is text unless it says otherwise, without text and data", () => {
    expect(forge.A2APartSchema.parse({})).toStrictEqual({ type: "text", text: null, data: null });
    const data = { type: "data", text: null, data: { n: 1 } };
    expect(forge.A2APartSchema.parse(data)).toStrictEqual(data);
  });

  it("S2-43 a message is from the user by default, needs parts, and has empty metadata", () => {
    expect(forge.A2AMessageSchema.parse({ parts: [{ text: "hi" }] })).toStrictEqual(message);
    expect(forge.A2AMessageSchema.safeParse({ role: "user" }).success).toBe(false);
  });

  it("S2-44 params are the client's id for the task and a message", () => {
    expect(forge.A2ATaskParamsSchema.parse({ id: "t-1", message })).toStrictEqual({ id: "t-1", message });
    expect(forge.A2ATaskParamsSchema.safeParse({ message }).success).toBe(false);
  });

  it("S2-45 a request is JSON-RPC 2.0 with a text as id", () => {
    const request = { id: "r-1", method: "tasks/send", params: { id: "t-1", message } };
    expect(forge.JsonRpcRequestSchema.parse(request)).toStrictEqual({ jsonrpc: "2.0", ...request });
    expect(forge.JsonRpcRequestSchema.safeParse({ ...request, id: 1 }).success).toBe(false);
  });

  it.each(["submitted", "working", "input-required", "completed", "failed"])(
    "S2-46 a status has the state %s and a plain text as message",
    (state) => {
      expect(forge.A2ATaskStatusSchema.parse({ state })).toStrictEqual({ state, message: null });
      expect(forge.A2ATaskStatusSchema.parse({ state, message: "why" })).toStrictEqual({ state, message: "why" });
      expect(forge.A2ATaskStatusSchema.safeParse({ state, message: { parts: [] } }).success).toBe(false);
    },
  );

  it("S2-47 an artifact is named result and has no parts by default", () => {
    expect(forge.A2AArtifactSchema.parse({})).toStrictEqual({ name: "result", parts: [] });
  });

  it("S2-48 a task has its id and status, and neither artifacts nor metadata by default", () => {
    expect(forge.A2ATaskSchema.parse({ id: "t-1", status: { state: "completed" } })).toStrictEqual(task);
    expect(forge.A2ATaskSchema.safeParse({ id: "t-1" }).success).toBe(false);
  });

  it("S2-49 a response carries a task, an error its code and message, and an error response no id by default", () => {
    expect(forge.JsonRpcResponseSchema.parse({ id: "r-1", result: task })).toStrictEqual({
      jsonrpc: "2.0",
      id: "r-1",
      result: task,
    });
    const error = { code: -32601, message: "Method not found: x", data: null };
    expect(forge.JsonRpcErrorSchema.parse({ code: -32601, message: "Method not found: x" })).toStrictEqual(error);
    expect(forge.JsonRpcErrorResponseSchema.parse({ error })).toStrictEqual({ jsonrpc: "2.0", id: null, error });
  });
});
