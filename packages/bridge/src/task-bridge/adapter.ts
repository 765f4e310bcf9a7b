import { type AgentResult, isJsonObject, type JsonObject, type JsonValue, type Logger } from "@a2a/types";
import {
  type A2AArtifact,
  type AgentCard,
  AgentCardSchema,
  type AgentSkill,
  type JsonRpcErrorResponse,
  type JsonRpcResponse,
} from "@a2a/types/gmf-forge";
import { randomId } from "../codec/scalars.ts";
import { namedLogger } from "./named-logger.ts";
import { serializeStep } from "./steps.ts";

/** The identity of the agent behind an adapter. */
export interface A2AAdapterOptions {
  /** The stable name of the agent. */
  agentId: string;
  description: string;
  /** The address of the service; slashes at its end are dropped. */
  url: string;
  /** The agent's own version. Default `0.1.0`. */
  version?: string;
  skills?: readonly AgentSkill[];
  /** Receives calls and failures. Default: the console, under `loggerName`; `silentLogger` of `@a2a/types` turns it off. */
  logger?: Logger;
}

/** A malformed or unsupported request. */
export class A2AAdapterError extends Error {
  override readonly name = "A2AAdapterError";
}

/** A request taken apart: the id of the call, the id of the task, its text, and the caller's context. */
export type TasksSend = [rpcId: JsonValue | undefined, taskId: string, taskText: string, context: JsonObject];

/** The answer to a call: `id` is `null` where the request had none that is a text. */
export type TaskResponse = Omit<JsonRpcResponse, "id"> & { id: string | null };

/** Carries out a task for the adapter. */
export type Execute = (taskText: string, context: JsonObject) => Promise<AgentResult>;

/**
 * The smallest receiver: one body, one callback, one answer. It knows nothing of tools, checkpoints or routing, only how to
 * translate between `tasks/send` and the host's callback.
 *
 * The text of an exception reaches the caller, as in the service that this adapter replaces. For unknown callers, use
 * `@a2a/server`, which hides it.
 */
export class A2AAdapter {
  readonly agentId: string;
  readonly description: string;
  readonly url: string;
  readonly version: string;
  /** The name of the default logger. */
  readonly loggerName: string;
  readonly #skills: readonly AgentSkill[];
  readonly #logger: Logger;

  constructor({ agentId, description, url, version = "0.1.0", skills = [], logger }: A2AAdapterOptions) {
    this.agentId = agentId;
    this.description = description;
    this.url = url.replace(/(?<!\/)\/+$/, "");
    this.version = version;
    this.loggerName = `gmf_forge_ai.a2a.${agentId}`;
    this.#skills = skills.map((skill) => ({ ...skill }));
    this.#logger = logger ?? namedLogger(this.loggerName);
  }

  /** The card for `GET /.well-known/agent.json`. Throws when a skill lacks its id, name or description. */
  agentCard(): AgentCard {
    const { agentId: name, description, url, version } = this;
    return AgentCardSchema.parse({ name, description, url, version, skills: this.#skills });
  }

  /** A JSON-RPC 2.0 error answer. */
  buildJsonrpcError(rpcId: string | null, code: number, message: string, data: JsonValue = null): JsonRpcErrorResponse {
    return { jsonrpc: "2.0", id: rpcId, error: { code, message, data } };
  }

  /** Takes a `tasks/send` request apart. Throws an `A2AAdapterError` that says which piece is wrong. */
  parseTasksSend(body: unknown): TasksSend {
    const request: JsonObject = isJsonObject(body) ? body : {};
    const method = asText(request.method ?? "");
    if (method !== "tasks/send") throw new A2AAdapterError(`Method not found: ${method}`);
    const params = mapping(request.params, "Invalid params payload");
    const taskId = params.id ? asText(params.id) : randomId();
    const message = mapping(params.message, "Invalid message payload");
    const taskText = firstText(message.parts);
    const context = mapping(message.metadata, "Invalid message metadata payload");
    return [request.id, taskId, taskText, { ...context }];
  }

  /** Encodes the result of the host's agent as the answer to its call. */
  buildTaskResponse(rpcId: string | null, taskId: string, result: AgentResult): TaskResponse {
    const { output, success, error = null } = result;
    const artifacts: A2AArtifact[] =
      output === "" ? [] : [{ name: "result", parts: [{ type: "text", text: output, data: null }] }];
    return {
      jsonrpc: "2.0",
      id: rpcId,
      result: {
        id: taskId,
        status: { state: success ? "completed" : "failed", message: success ? null : error },
        artifacts,
        metadata: { a2a_task_id: taskId, ...result.metadata, steps: result.steps.map(serializeStep) },
      },
    };
  }

  /** Answers one JSON-RPC body through the host's callback. Never throws: failures become JSON-RPC errors. */
  async handleRpc(body: unknown, execute: Execute): Promise<TaskResponse | JsonRpcErrorResponse> {
    const id = isJsonObject(body) ? body.id : undefined;
    const rpcId = typeof id === "string" ? id : null;
    let send: TasksSend;
    try {
      send = this.parseTasksSend(body);
    } catch (error) {
      const message = textOf(error);
      return this.buildJsonrpcError(rpcId, message.startsWith("Method not found") ? -32601 : -32602, message);
    }
    const [, taskId, taskText, context] = send;
    const about = { agent_id: this.agentId, task_id: taskId };
    this.#logger.info({ ...about, task_preview: taskText.slice(0, 80) }, "A2A tasks/send received");
    try {
      return this.buildTaskResponse(rpcId, taskId, await execute(taskText, context));
    } catch (error) {
      const message = textOf(error);
      this.#logger.error({ ...about, error: message }, "Agent execution failed");
      return this.buildJsonrpcError(rpcId, -32603, message);
    }
  }
}

/** An object, which may be left out. */
function mapping(value: JsonValue | undefined, refusal: string): JsonObject {
  if (value === undefined) return {};
  if (isJsonObject(value)) return value;
  throw new A2AAdapterError(refusal);
}

/** The text of the first text part, or `""`. A plain string has no parts. */
function firstText(parts: JsonValue | undefined): string {
  if (parts === undefined || typeof parts === "string") return "";
  if (!Array.isArray(parts)) throw new A2AAdapterError("Invalid message parts payload");
  const first = parts.filter(isJsonObject).find(({ type }) => type === "text");
  return asText(first?.text ?? "");
}

function asText(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
