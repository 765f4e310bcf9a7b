import { isJsonObject, type JsonObject, type JsonValue, skillCallOf } from "@a2a/types";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { post, rpc, serveAgent } from "./support/agent.ts";

const skills = [
  {
    id: "convert",
    name: "Convert",
    inputSchema: z.object({ amount: z.number().positive(), currency: z.enum(["EUR", "USD"]) }),
  },
  { id: "chat", name: "Chat" },
];

/** A message that calls a skill, in the form of 1.0. */
function calling(skillId: JsonValue, data?: JsonValue, more: JsonObject = {}): JsonObject {
  const parts = data === undefined ? [{ text: "hello" }] : [{ data }];
  return { message: { messageId: crypto.randomUUID(), role: "ROLE_USER", parts, metadata: { skillId }, ...more } };
}

function serveConverter(calls: unknown[] = []) {
  return serveAgent(
    async function* ({ message }) {
      calls.push(skillCallOf(message));
      yield "done";
    },
    { card: { name: "Converter", skills } },
  );
}

describe("a skill with an input schema", () => {
  it("is declared in the card, with the media types of its input", async () => {
    await using agent = await serveConverter();
    const { card } = agent.handler;
    expect(card.skills[0]).toMatchObject({ id: "convert", inputModes: ["application/json", "text/plain"] });
    expect(card.skills[0]).not.toHaveProperty("inputSchema");
    expect(card.capabilities.extensions).toContainEqual({
      uri: "urn:a2a:skill-schemas:1",
      params: { convert: { input: expect.objectContaining({ required: ["amount", "currency"] }) } },
    });
  });

  it("gets input that matches", async () => {
    const calls: unknown[] = [];
    await using agent = await serveConverter(calls);
    const { body } = await rpc(agent, "SendMessage", calling("convert", { amount: 1, currency: "EUR" }));
    expect(body).toMatchObject({ result: { task: { status: { state: "TASK_STATE_COMPLETED" } } } });
    expect(calls).toEqual([{ skillId: "convert", input: { amount: 1, currency: "EUR" } }]);
  });

  it.each<[string, JsonObject, string]>([
    ["a wrong member", calling("convert", { amount: -1, currency: "EUR" }), "message.parts.0.data.amount"],
    ["a missing member", calling("convert", { amount: 1 }), "message.parts.0.data.currency"],
    ["no input", calling("convert"), "message.parts"],
    ["an unknown skill", calling("fly", {}), "message.metadata.skillId"],
  ])("refuses %s before the agent runs, with the path", async (_, params, field) => {
    const calls: unknown[] = [];
    await using agent = await serveConverter(calls);
    const { body } = await rpc(agent, "SendMessage", params);
    const error = isJsonObject(body.error) ? body.error : {};
    expect(error.code).toBe(-32602);
    expect(JSON.stringify(error.data)).toContain(`"field":"${field}"`);
    expect(String(error.message)).not.toContain("undefined");
    const listed = await rpc(agent, "ListTasks", {});
    expect([calls, listed.body]).toMatchObject([[], { result: { totalSize: 0 } }]);
  });

  it("does not check messages that name no skill, another skill, or answer a question", async () => {
    const calls: unknown[] = [];
    await using agent = await serveConverter(calls);
    for (const params of [calling(7), calling("chat"), calling("convert", "yes", { taskId: "none" })]) {
      const { body } = await rpc(agent, "SendMessage", params);
      expect(isJsonObject(body.error) ? body.error.code : 0).not.toBe(-32602);
    }
    expect(calls).toHaveLength(2);
  });

  it("is checked for callers of 0.3 too", async () => {
    await using agent = await serveConverter();
    const message = {
      kind: "message",
      messageId: "m-1",
      role: "user",
      parts: [{ kind: "data", data: { amount: "1" } }],
      metadata: { skillId: "convert" },
    };
    const { body } = await post(`${agent.url}/a2a`, {
      jsonrpc: "2.0",
      id: 1,
      method: "message/send",
      params: { message },
    });
    expect(body).toMatchObject({ error: { code: -32602 } });
  });

  it("is refused at start-up when its schema is none", async () => {
    const serveWith = (inputSchema: JsonObject) =>
      serveAgent(async function* () {}, { card: { name: "X", skills: [{ id: "a", name: "A", inputSchema }] } });
    await expect(serveWith({ not: "a schema" })).rejects.toThrow(
      'invalid card: skills: inputSchema of "a": expected a JSON Schema with a "type", or a schema that can be written as one',
    );
    await expect(serveWith({ type: "object", properties: { a: { type: "nonsense" } } })).rejects.toThrow(
      'skill "a": its input schema is not supported: ',
    );
  });
});
