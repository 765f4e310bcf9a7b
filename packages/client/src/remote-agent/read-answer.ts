import { excerpt } from "@a2a/bridge";
import { type AgentResult, type AgentStep, isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import {
  type A2ATask,
  AgentStepModelSchema,
  JsonRpcErrorResponseSchema,
  JsonRpcResponseSchema,
} from "@a2a/types/gmf-forge";
import type * as z from "zod";
import { A2AClientError } from "./client-error.ts";

/** What the body of an answer says. Throws an `A2AClientError` for what is no answer, or an error. */
export function readAnswer(body: string): AgentResult {
  let envelope: JsonValue;
  try {
    envelope = JSON.parse(body) as JsonValue; // JSON.parse gives nothing else
  } catch (cause) {
    throw new A2AClientError(`Remote agent returned non-JSON body: ${excerpt(body)}`, { cause });
  }
  if (isJsonObject(envelope) && envelope.error !== undefined && envelope.error !== null) {
    const { error } = parse(JsonRpcErrorResponseSchema, envelope);
    throw new A2AClientError(`A2A JSON-RPC error ${error.code}: ${excerpt(error.message)}`);
  }
  return toResult(parse(JsonRpcResponseSchema, withPlainStatus(envelope)).result);
}

function toResult(task: A2ATask): AgentResult {
  const { steps, ...metadata } = task.metadata;
  const success = task.status.state === "completed";
  const { message } = task.status;
  return {
    output: outputOf(task),
    steps: (Array.isArray(steps) ? steps : []).map(toStep),
    metadata: { ...metadata, a2a_task_id: task.id },
    success,
    ...(!success && message !== null && { error: message }),
  };
}

/** The first text part of an artifact speaks for it, even when it is empty; the first artifact that says something counts. */
function outputOf({ artifacts }: A2ATask): string {
  for (const { parts } of artifacts) {
    const text = parts.find(({ type }) => type === "text")?.text;
    if (text) return text;
  }
  return "";
}

function toStep(wire: JsonValue): AgentStep {
  const { action_input: actionInput, ...step } = parse(AgentStepModelSchema, wire);
  return { ...step, actionInput };
}

/** Other agents of this protocol version have a message where this dialect has a text. */
function withPlainStatus(envelope: JsonValue): JsonValue {
  if (!isJsonObject(envelope) || !isJsonObject(envelope.result) || !isJsonObject(envelope.result.status))
    return envelope;
  const { result } = envelope;
  const { status } = envelope.result;
  if (!isJsonObject(status.message)) return envelope;
  return { ...envelope, result: { ...result, status: { ...status, message: textOf(status.message) } } };
}

function textOf({ parts }: JsonObject): string {
  if (!Array.isArray(parts)) return "";
  return parts.flatMap((part) => (isJsonObject(part) && typeof part.text === "string" ? [part.text] : [])).join("\n");
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue?.path.map(String).join(".") || "answer";
  throw new A2AClientError(`Malformed A2A response: ${where}: ${excerpt(issue?.message ?? "")}`, { cause: read.error });
}
