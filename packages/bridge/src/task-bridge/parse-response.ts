import { isJsonObject, type JsonObject, type JsonValue, type Message, type Task } from "@a2a/types";
import type { A2AArtifact, A2AMessage, A2ATaskResult } from "@a2a/types/cortex";
import { allCodecs } from "../all.ts";
import { detectAnswer } from "../codec/detect-version.ts";
import { wireStates } from "../codec/states.ts";
import type { VersionCodec } from "../codec/version-codec.ts";
import { encodeTask } from "../versions/v0_1/task.ts";
import { oldest, spellingOf } from "./generations.ts";

/** Parses the result of a task from an answer of any protocol version. Anything else counts as a failed task; never throws. */
export function parseResponse(response: unknown): A2ATaskResult {
  if (!isJsonObject(response)) return failed("", "The response is not a JSON-RPC 2.0 object");
  const { id, error, result } = response;
  const taskId = typeof id === "string" || typeof id === "number" ? String(id) : "";
  if (error !== undefined && error !== null) return failed(taskId, errorText(error));
  if (!isJsonObject(result)) return failed(taskId, "The response holds neither a result nor an error");
  try {
    const codec = detectAnswer(allCodecs, result);
    if (codec === undefined) return failed(taskId, "Malformed A2A response: neither a task nor a message");
    return codec === oldest ? readFirst(result, taskId) : readLater(result, taskId, codec);
  } catch (cause) {
    return failed(taskId, `Malformed A2A response: ${cause instanceof Error ? cause.message : "unknown reason"}`);
  }
}

/** Answers of the first generation are taken as they are, parts and states that nobody knows included. */
function readFirst(result: JsonObject, fallbackId: string): A2ATaskResult {
  const status = isJsonObject(result.status) ? result.status : {};
  return described(status.message, {
    taskId: textOr(result.id, fallbackId),
    status: textOr(status.state, "unknown"),
    artifacts: objectsIn(result.artifacts).map((artifact) => ({
      parts: objectsIn(artifact.parts),
      name: textOr(artifact.name, ""),
      description: textOr(artifact.description, ""),
    })),
    messages: objectsIn(result.messages ?? result.history).map((message) => ({
      role: message.role === "user" ? "user" : "agent",
      parts: objectsIn(message.parts),
    })),
  });
}

/** Answers of later generations are read by their codec, and shown with the parts of the first. */
function readLater(result: JsonObject, fallbackId: string, { version }: VersionCodec): A2ATaskResult {
  // Answers to a send wrap the task; those to a read are the task itself.
  const { decodeOutput } = spellingOf(version, typeof result.id === "string" ? "getTask" : "sendMessage");
  const output = decodeOutput(result);
  const answer = "message" in output || "task" in output ? output : { task: output };
  return "message" in answer ? showMessage(answer.message, fallbackId) : showTask(answer.task);
}

function showTask(task: Task): A2ATaskResult {
  const shown = encodeTask(task);
  return described(shown.status.message, {
    taskId: task.id,
    status: wireStates[task.status.state],
    artifacts: (shown.artifacts ?? []).map(({ parts, name = "", description = "" }): A2AArtifact => {
      return { parts: parts.map(plain), name, description };
    }),
    messages: (shown.history ?? []).map(({ role, parts }): A2AMessage => ({ role, parts: parts.map(plain) })),
  });
}

/** An agent that answers with a message has done what it was asked. */
function showMessage(message: Message, fallbackId: string): A2ATaskResult {
  const id = message.taskId ?? fallbackId;
  return showTask({ id, status: { state: "TASK_STATE_COMPLETED" }, history: [message] });
}

/** A failed task says why, if its status does. */
function described(message: unknown, result: A2ATaskResult): A2ATaskResult {
  if (result.status !== "failed" && result.status !== "rejected") return result;
  const parts = isJsonObject(message) ? objectsIn(message.parts) : [];
  const text = typeof message === "string" ? message : parts.map((part) => textOr(part.text, "")).join("");
  return text === "" ? result : { ...result, error: text };
}

function failed(taskId: string, error: string): A2ATaskResult {
  return { taskId, status: "failed", artifacts: [], messages: [], error };
}

function errorText(error: JsonValue): string {
  if (typeof error === "string") return error;
  const { message, code } = isJsonObject(error) ? error : {};
  if (typeof message === "string" && message !== "") return message;
  return typeof code === "number" ? `JSON-RPC error ${code}` : "Unknown error";
}

function textOr(value: JsonValue | undefined, fallback: string): string {
  return typeof value === "string" && value !== "" ? value : fallback;
}

function objectsIn(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function plain(part: object): JsonObject {
  return { ...part };
}
