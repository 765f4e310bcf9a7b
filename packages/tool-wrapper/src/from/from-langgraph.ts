import type { CardAuthor } from "@a2a/card";
import { type AgentTurn, ask, isJsonObject, type JsonObject, type JsonValue, save, textOf } from "@a2a/types";
import type { ServedAgent } from "./served.ts";

/** The subset of a compiled LangGraph that is used here. */
export interface GraphLike {
  stream(input: never, options: never): Promise<AsyncIterable<unknown>>;
}

/** Options for serving a LangGraph as an agent. */
export interface FromLangGraphOptions extends CardAuthor {
  /** LangGraph's `Command`, by which a graph that was interrupted is resumed with the answer. Default: interrupts fail. */
  Command?: new (parameters: {
    resume: JsonValue;
  }) => unknown;
}

/**
 * Serves a compiled LangGraph with a `messages` channel as an A2A agent: `serve({ ...fromLangGraph(graph, { name, Command }) })`. The text
 * of its models streams, the conversation is the thread, and an `interrupt` becomes a question, whose answer resumes the graph.
 */
export function fromLangGraph(graph: GraphLike, { Command, ...card }: FromLangGraphOptions): ServedAgent {
  return {
    card,
    async *executor(turn) {
      const { contextId, signal, message } = turn;
      const resume = resumed(turn);
      const input =
        resume !== undefined && Command
          ? new Command({ resume })
          : { messages: [{ role: "user", content: textOf(message), id: message.messageId }] };
      const options = { configurable: { thread_id: contextId }, streamMode: ["messages", "updates"], signal };
      const stream = await graph.stream(input as never, options as never);
      let question: unknown;
      for await (const item of stream) {
        const [mode, value] = item as [string, unknown]; // with several stream modes each item names its own
        if (mode === "messages") {
          const text = chunkText(value);
          if (text !== "") yield text;
        } else question ??= interruptOf(value);
      }
      signal.throwIfAborted();
      if (question === undefined) return;
      if (!Command)
        throw new TypeError("the graph was interrupted: pass `Command` of @langchain/langgraph to resume it");
      yield save({ askedBy: message.messageId });
      const { text, schema } = readQuestion(question);
      yield ask(text, schema && { schema });
    },
  };
}

/** The answer that the graph waits for, if it was interrupted. */
function resumed({ checkpoint, message }: AgentTurn): JsonValue | undefined {
  if (!isJsonObject(checkpoint) || checkpoint.askedBy === message.messageId) return undefined;
  const part = message.parts.find((candidate) => "data" in candidate);
  return part && "data" in part ? part.data : textOf(message);
}

/** The text of a streamed chunk of a model; whole messages, such as results of tools, are not the agent's words. */
function chunkText(value: unknown): string {
  const [chunk] = Array.isArray(value) ? value : [];
  const { content, type } = (chunk ?? {}) as { content?: unknown; type?: string }; // a message of LangChain
  return type === "ai" && typeof content === "string" ? content : "";
}

function interruptOf(value: unknown): unknown {
  const interrupts = isJsonObject(value) ? value.__interrupt__ : undefined;
  const [first] = Array.isArray(interrupts) ? interrupts : [];
  return isJsonObject(first) ? first.value : undefined;
}

function readQuestion(value: unknown): { text: string; schema?: JsonObject } {
  if (typeof value === "string") return { text: value };
  if (!isJsonObject(value)) return { text: JSON.stringify(value) };
  const { question, schema } = value;
  return {
    text: typeof question === "string" ? question : JSON.stringify(value),
    ...(isJsonObject(schema) && { schema }),
  };
}
