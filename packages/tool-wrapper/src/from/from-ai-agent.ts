import type { CardAuthor } from "@a2a/card";
import {
  type AgentTurn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Message,
  type Part,
  save,
  status,
} from "@a2a/types";
import type { ModelMessage, UserContent } from "ai";
import { toBase64 } from "../wrap/model-content.ts";
import { askApproval, readApproval } from "./approval.ts";
import type { ServedAgent } from "./served.ts";

/** The subset of an AI SDK agent that is used here. */
export interface AiAgentLike {
  stream(options: { messages: ModelMessage[]; abortSignal: AbortSignal }): PromiseLike<AiStream>;
}

/** The subset of its stream that is used here. */
export interface AiStream {
  readonly stream: AsyncIterable<AiStreamPart>;
  readonly response: PromiseLike<{ messages: ModelMessage[] }>;
}

/** A part of its stream. */
export interface AiStreamPart {
  readonly type: string;
}

/**
 * Serves an agent of the AI SDK, such as a `ToolLoopAgent`, as an A2A agent: `serve({ ...fromAiAgent(agent, { name }) })`. Its text is
 * streamed, it receives the conversation so far, and the caller is asked when a tool needs approval.
 */
export function fromAiAgent(agent: AiAgentLike, card: CardAuthor): ServedAgent {
  return {
    card,
    async *executor(turn) {
      const messages = resumed(turn) ?? conversation(turn);
      const { stream, response } = await agent.stream({ messages, abortSignal: turn.signal });
      const requests: Request[] = [];
      for await (const part of stream) {
        if (isText(part)) yield part.text;
        else if (isRequest(part)) requests.push(part);
        else if (isToolCall(part)) yield status("TASK_STATE_WORKING", `Using ${part.toolName}`);
        else if (part.type === "error") throw (part as { error?: unknown }).error; // of the AI SDK's own kinds
      }
      turn.signal.throwIfAborted();
      if (requests.length === 0) return;
      yield save({
        askedBy: turn.message.messageId,
        messages: toJson([...messages, ...(await response).messages]),
        approvals: requests.map(({ approvalId }) => approvalId),
      });
      const names = requests.map(({ toolCall }) => toolCall.toolName).join(", ");
      const inputs = requests.map(({ toolCall }) => toolCall.input);
      yield askApproval(names, inputs.length === 1 ? inputs[0] : inputs);
    },
  };
}

interface Request {
  readonly approvalId: string;
  readonly toolCall: { readonly toolName: string; readonly input: unknown };
}

function isText(part: AiStreamPart): part is AiStreamPart & { text: string } {
  return part.type === "text-delta";
}

function isToolCall(part: AiStreamPart): part is AiStreamPart & { toolName: string } {
  return part.type === "tool-call";
}

/** Whether the caller must decide: the SDK grants or denies some approvals by itself. */
function isRequest(part: AiStreamPart): part is AiStreamPart & Request {
  return part.type === "tool-approval-request" && !(part as { isAutomatic?: boolean }).isAutomatic;
}

/** The approval that the agent waits for, and the caller's decision. */
function resumed({ checkpoint, message }: AgentTurn): ModelMessage[] | undefined {
  if (!isJsonObject(checkpoint) || checkpoint.askedBy === message.messageId) return undefined;
  const { messages, approvals } = checkpoint;
  if (!Array.isArray(messages) || !Array.isArray(approvals)) return undefined;
  const answer = readApproval(message);
  const content = approvals.map((id) => ({
    type: "tool-approval-response" as const,
    approvalId: String(id),
    ...answer,
  }));
  return [...(messages as unknown as ModelMessage[]), { role: "tool", content }]; // as they were saved
}

/** The messages of the conversation, the current one last. */
function conversation({ context, task, message }: AgentTurn): ModelMessage[] {
  const earlier = [...context, ...(task.history ?? [])].filter(({ messageId }) => messageId !== message.messageId);
  return [...earlier, message].map(toModelMessage);
}

function toModelMessage({ role, parts }: Message): ModelMessage {
  if (role === "ROLE_USER") return { role: "user", content: parts.map(toContent) };
  return { role: "assistant", content: parts.flatMap((part) => ("text" in part ? [part.text] : [])).join("\n") };
}

/** A part for the model. URLs are passed as text and never fetched: a caller could name any address (SSRF). */
function toContent(part: Part): Exclude<UserContent, string>[number] {
  if ("text" in part) return { type: "text", text: part.text };
  if ("data" in part) return { type: "text", text: JSON.stringify(part.data) };
  const { mediaType = "application/octet-stream", filename } = part;
  if ("url" in part) return { type: "text", text: `File ${filename ?? ""} (${mediaType}) at ${part.url}` };
  return { type: "file", data: part.raw, mediaType, ...(filename !== undefined && { filename }) };
}

/** Serializes messages as JSON, with bytes as base64, which the SDK accepts too. */
function toJson(messages: ModelMessage[]): JsonValue {
  const replace = (_: string, value: JsonObject | Uint8Array) =>
    value instanceof Uint8Array ? toBase64(value) : value;
  return JSON.parse(JSON.stringify(messages, replace)) as JsonValue;
}
