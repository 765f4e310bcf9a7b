import type {
  AgentCard,
  CancelTaskRequest,
  ListTasksRequest,
  ListTasksResponse,
  Message,
  SendMessageConfiguration,
  SendMessageResponse,
  StreamResponse,
  Task,
} from "@a2a/types";
import { createMessage } from "@a2a/types";
import type { CallOptions, Transport } from "../transports/transport.ts";

/** How a message is sent. */
export interface SendOptions extends CallOptions {
  configuration?: SendMessageConfiguration;
}

/** One agent, spoken to in whatever generation and binding was settled on. */
export class AgentClient {
  /** Who the agent says it is. */
  readonly card: AgentCard;
  readonly #transport: Transport;

  constructor(card: AgentCard, transport: Transport) {
    this.card = card;
    this.#transport = transport;
  }

  /** What is spoken, and where. */
  describe(): { name: string; version: string; binding: string; url: string } {
    const { codec, binding, url } = this.#transport.endpoint;
    return { name: this.card.name, version: codec.version, binding, url };
  }

  /** Sends a message and waits for the task's end, a question, or a message in return. */
  send(message: string | Message, options: SendOptions = {}): Promise<SendMessageResponse> {
    return this.#transport.unary("sendMessage", toRequest(message, options), options);
  }

  /** Sends a message and follows what comes of it. Leaving the loop closes the connection; the task goes on. */
  async *stream(message: string | Message, options: SendOptions = {}): AsyncGenerator<StreamResponse, void, void> {
    const events = this.#transport.stream("sendStreamingMessage", toRequest(message, options), options);
    for await (const { event } of events) yield event;
  }

  /** Reads a task. */
  getTask(id: string, options: CallOptions & { historyLength?: number } = {}): Promise<Task> {
    const { historyLength } = options;
    return this.#transport.unary("getTask", { id, ...(historyLength !== undefined && { historyLength }) }, options);
  }

  /** Reads one page of tasks. */
  listTasks(query: ListTasksRequest = {}, options: CallOptions = {}): Promise<ListTasksResponse> {
    return this.#transport.unary("listTasks", query, options);
  }

  /** Cancels a task. */
  cancelTask(id: string, options: CallOptions & Pick<CancelTaskRequest, "metadata"> = {}): Promise<Task> {
    const { metadata } = options;
    return this.#transport.unary("cancelTask", { id, ...(metadata && { metadata }) }, options);
  }

  /** Follows a task until its end. */
  async *subscribe(id: string, options: CallOptions = {}): AsyncGenerator<StreamResponse, void, void> {
    for await (const { event } of this.#transport.stream("subscribeToTask", { id }, options)) yield event;
  }
}

function toRequest(message: string | Message, { configuration }: SendOptions) {
  return {
    message: typeof message === "string" ? createMessage(message) : message,
    ...(configuration && { configuration }),
  };
}
