import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import { toAnswer } from "../wrap/answer.ts";
import type { Waiting } from "../wrap/outcome.ts";

/** An elicitation form: an object of primitive values. */
export interface Form {
  readonly message: string;
  readonly requestedSchema: {
    type: "object";
    properties: Record<string, { type: "string"; title?: string; description?: string }>;
    required?: string[];
  };
  /** Whether the form is the one the agent asked for. */
  readonly ownForm: boolean;
}

/** Converts an agent's question to a form that names the tool, so that the user knows who asks. */
export function toForm(tool: string, { question, schema }: Waiting): Form {
  const message = `${tool} asks: ${question}`;
  if (isPlainForm(schema))
    return { message, requestedSchema: schema as unknown as Form["requestedSchema"], ownForm: true };
  const answer = { type: "string", title: "Answer" } as const;
  return { message, requestedSchema: { type: "object", properties: { answer }, required: ["answer"] }, ownForm: false };
}

/** The user's answer, or `undefined` when the form was declined. */
export function readForm(response: unknown, ownForm: boolean): { message: string; data?: JsonValue } | undefined {
  if (!isJsonObject(response) || response.action !== "accept" || !isJsonObject(response.content)) return undefined;
  return toAnswer(ownForm ? response.content : response.content.answer);
}

/** Whether MCP's forms can show a schema: primitive values only, nothing nested. */
function isPlainForm(schema: JsonValue | undefined): schema is JsonObject {
  if (!isJsonObject(schema) || schema.type !== "object" || !isJsonObject(schema.properties)) return false;
  const members = Object.values(schema.properties);
  return members.length > 0 && members.every((member) => isJsonObject(member) && PLAIN.has(String(member.type)));
}

const PLAIN = new Set(["string", "number", "integer", "boolean"]);
