import { CapabilitySet } from "@a2a/client";
import type { KnownVersion } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { agentTool } from "../src/index.ts";
import { dispatch, strictSchema, toFunctionSchema } from "../src/schema.ts";
import { running } from "./support/agents.ts";

describe.each<KnownVersion>(["1.0", "0.3", "0.2", "0.1"])("a hand-written loop with an agent of %s", (version) => {
  it("describes a tool in the format of each API", async () => {
    await using peer = await running(undefined, { versions: [version] });
    const tool = agentTool(peer.client, { name: "tax" });
    const told = { name: "tax", description: tool.description };
    expect(toFunctionSchema(tool, "openai")).toMatchObject({ type: "function", ...told, strict: true });
    expect(toFunctionSchema(tool, "openai-chat")).toMatchObject({ type: "function", function: { ...told } });
    expect(toFunctionSchema(tool, "anthropic")).toEqual({ ...told, input_schema: tool.inputSchema.jsonSchema });
    expect(toFunctionSchema(tool, "gemini")).toEqual({ ...told, parametersJsonSchema: tool.inputSchema.jsonSchema });
  });

  it("runs calls of each API, and replies in its format", async () => {
    await using peer = await running(undefined, { versions: [version] });
    const tools = [agentTool(peer.client, { name: "tax" })];
    const text = "[COMPLETED] hello";
    const input = { message: "hello" };
    const words = JSON.stringify({ ...input, taskId: null });
    const responses = { type: "function_call", name: "tax", arguments: words, call_id: "1" } as const;
    expect((await dispatch(tools, responses)).reply).toEqual({
      type: "function_call_output",
      call_id: "1",
      output: text,
    });
    const chat = { type: "function", id: "2", function: { name: "tax", arguments: words } } as const;
    expect((await dispatch(tools, chat)).reply).toEqual({ role: "tool", tool_call_id: "2", content: text });
    const use = { type: "tool_use", id: "3", name: "tax", input } as const;
    expect((await dispatch(tools, use)).reply).toEqual({
      type: "tool_result",
      tool_use_id: "3",
      content: text,
      is_error: false,
    });
    expect((await dispatch(tools, { name: "tax", args: input })).reply).toEqual({
      functionResponse: { name: "tax", response: { output: text } },
    });
  });

  it("tells a model what was wrong", async () => {
    await using peer = await running(undefined, { versions: [version] });
    const tools = [agentTool(peer.client, { name: "tax", allow: new CapabilitySet() })];
    const told = async (call: { name: string; args: unknown }) => (await dispatch(tools, call)).reply.functionResponse;
    expect(await told({ name: "nobody", args: {} })).toMatchObject({
      response: { error: "[FAILED] there is no tool nobody: there are tax" },
    });
    expect(await told({ name: "tax", args: {} })).toMatchObject({
      response: { error: "[FAILED] message: expected a string" },
    });
    expect(await told({ name: "tax", args: { message: "hi" } })).toMatchObject({
      response: { error: expect.stringContaining("delegate") },
    });
    const broken = { type: "function_call", name: "tax", arguments: "{", call_id: "1" } as const;
    expect((await dispatch(tools, broken)).outcome).toMatchObject({ status: "failed" });
    const list = { type: "function_call", name: "tax", arguments: "[]", call_id: "1" } as const;
    expect((await dispatch(tools, list)).reply.output).toBe("[FAILED] the arguments: expected an object");
  });

  it("makes any schema strict", () => {
    const schema = { type: "object", properties: { a: { enum: [1, 2] }, b: { type: "string" } }, required: ["b"] };
    expect(strictSchema(schema)).toEqual({
      type: "object",
      properties: { a: { anyOf: [{ enum: [1, 2] }, { type: "null" }] }, b: { type: "string" } },
      required: ["a", "b"],
      additionalProperties: false,
    });
  });
});
