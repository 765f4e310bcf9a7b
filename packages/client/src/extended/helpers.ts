import {
  type AgentCard,
  createMessage,
  extractText,
  type Message,
  type SendMessageResponse,
  type Task,
  textOf,
} from "@a2a/types";
import type { A2AClientExtended, SendAndObserveOptions } from "./a2a-client-extended.ts";

/** Fetches the card of a client's agent. */
export function fetchAgentCard(client: A2AClientExtended): Promise<AgentCard> {
  return client.getAgentCard();
}

/** The text of a result: of the artifacts of a task, or of a message; empty without text. */
export function getResultText(result: SendMessageResponse | Task | Message): string {
  if ("message" in result) return textOf(result.message);
  if ("parts" in result) return textOf(result);
  return extractText("task" in result ? result.task : result) ?? "";
}

/** A user message with one text part. */
export function textMessage(text: string): Message {
  return createMessage(text);
}

/** Polls a task until it ends or needs input, with the client's interval, retries and timeout, and cancellation. */
export function pollTask(
  client: A2AClientExtended,
  taskId: string,
  options: Omit<SendAndObserveOptions, "taskId"> = {},
): ReturnType<A2AClientExtended["sendAndObserve"]> {
  return client.observeTask(taskId, options);
}
