import type { CardAuthor } from "@a2a/card";
import {
  type AgentTurn,
  ask,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Message,
  save,
  textOf,
} from "@a2a/types";
import type { ServedAgent } from "./served.ts";

/** The subset of a Mastra agent that is used here. */
export interface MastraAgentLike {
  stream(messages: never, options: never): Promise<MastraStream>;
  resumeStream(data: never, options: never): Promise<MastraStream>;
}

/** The subset of its stream that is used here. */
export interface MastraStream {
  readonly textStream: AsyncIterable<string>;
  readonly runId: string;
  readonly finishReason: PromiseLike<string | undefined>;
  readonly suspendPayload: PromiseLike<unknown>;
}

/**
 * Serves an agent of Mastra as an A2A agent: `serve({ ...fromMastra(agent, { name }) })`. Its text streams, it receives the conversation
 * so far, and a suspended tool becomes a question, whose answer resumes the run. Resuming needs a storage in the `Mastra` instance.
 */
export function fromMastra(agent: MastraAgentLike, card: CardAuthor): ServedAgent {
  return {
    card,
    async *executor(turn) {
      const { signal, message } = turn;
      const waiting = resumed(turn);
      const options = { abortSignal: signal };
      const output = waiting
        ? await agent.resumeStream(answerOf(message) as never, { ...options, runId: waiting } as never)
        : await agent.stream(conversation(turn) as never, options as never);
      for await (const text of output.textStream) yield text;
      signal.throwIfAborted();
      if ((await output.finishReason) !== "suspended") return;
      yield save({ askedBy: message.messageId, runId: output.runId });
      yield ask(questionOf(await output.suspendPayload));
    },
  };
}

function resumed({ checkpoint, message }: AgentTurn): string | undefined {
  if (!isJsonObject(checkpoint) || checkpoint.askedBy === message.messageId) return undefined;
  return typeof checkpoint.runId === "string" ? checkpoint.runId : undefined;
}

/** A data part as it is; a text as `{ answer }`, which is what our own tools for Mastra resume with. */
function answerOf(message: Message): JsonValue {
  const part = message.parts.find((candidate) => "data" in candidate);
  return part && "data" in part ? part.data : { answer: textOf(message) };
}

function conversation({ context, task, message }: AgentTurn): JsonObject[] {
  const earlier = [...context, ...(task.history ?? [])].filter(({ messageId }) => messageId !== message.messageId);
  return [...earlier, message].map((each) => ({
    role: each.role === "ROLE_AGENT" ? "assistant" : "user",
    content: textOf(each),
  }));
}

function questionOf(payload: unknown): string {
  const inner = isJsonObject(payload) && payload.suspendPayload !== undefined ? payload.suspendPayload : payload;
  if (isJsonObject(inner) && typeof inner.question === "string") return inner.question;
  return typeof inner === "string" ? inner : JSON.stringify(inner ?? null);
}
