import {
  type AgentCard,
  createMessage,
  type JsonObject,
  type ListTasksRequest,
  type ListTasksResponse,
  type Message,
  type OperationName,
  type Operations,
  type SendMessageConfiguration,
  type SendMessageRequest,
  type SendMessageResponse,
  type Task,
  type TaskPushNotificationConfig,
  type UnaryOperation,
} from "@a2a/types";
import type { CallOptions, Transport } from "../transports/transport.ts";
import { type FollowedEvent, type FollowOptions, followSend, followTask } from "./follow-stream.ts";
import { type Interceptor, type OutgoingCall, throughInterceptors } from "./interceptors.ts";
import type { Line } from "./line.ts";
import { type Observed, type ObserveOptions, observe } from "./observe.ts";
import { type RetryOptions, withRetries } from "./retry.ts";

/** How a message is sent. */
export interface SendOptions extends CallOptions, RetryOptions {
  configuration?: SendMessageConfiguration;
  /** Metadata of the request, beside that of the message. */
  metadata?: JsonObject;
}

/** What all calls of a client share. */
export interface ClientDefaults extends RetryOptions {
  readonly interceptors?: readonly Interceptor[];
  readonly timeoutMs?: number | undefined;
  readonly extensions?: readonly string[] | undefined;
  /** Whether the agent recognises a repeated message, so that sends may be repeated. Default: when its card says so. */
  readonly deduplicates?: boolean | undefined;
}

/** What is spoken with an agent, and where. */
export interface Description {
  readonly name: string;
  readonly version: string;
  readonly binding: string;
  readonly url: string;
  /** What turned out differently from what the card says. */
  readonly notes: readonly string[];
}

/** The extension by which a server says that it recognises repeated messages. */
export const DEDUPLICATION = "urn:a2a:message-deduplication:1";

/** One agent, spoken to in whatever generation and binding was settled on. */
export class AgentClient {
  #card: AgentCard;
  readonly #line: Line;
  readonly #defaults: ClientDefaults;

  constructor(card: AgentCard, line: Line, defaults: ClientDefaults = {}) {
    this.#card = card;
    this.#line = line;
    this.#defaults = defaults;
  }

  /** Who the agent says it is. */
  get card(): AgentCard {
    return this.#card;
  }

  /** What is spoken, and where. */
  describe(): Description {
    const { codec, binding, url } = this.#line.transport.endpoint;
    return { name: this.#card.name, version: codec.version, binding, url, notes: this.#line.notes };
  }

  /** Sends a message and waits for the task's end, a question, or a message in return. */
  async send(message: string | Message, options: SendOptions = {}): Promise<SendMessageResponse> {
    const request = toRequest(message, options);
    const { messageId } = request.message;
    const policy = { safe: this.#deduplicates(), subject: `message ${messageId}` };
    return withRetries(() => this.#call("sendMessage", request, options), policy, { ...this.#defaults, ...options });
  }

  /**
   * Sends a message and follows what comes of it, across broken connections. Leaving the loop closes the connection; the task goes
   * on. Where the agent could not go on where a stream broke off, a `gap` says so.
   */
  async *stream(message: string | Message, options: SendOptions = {}): AsyncGenerator<FollowedEvent, void, void> {
    const request = toRequest(message, options);
    yield* this.#stream("sendStreamingMessage", request, options, (transport, merged) =>
      followSend(transport, request, merged),
    );
  }

  /** Follows a task until its end, across broken connections. */
  async *subscribe(id: string, options: CallOptions & RetryOptions = {}): AsyncGenerator<FollowedEvent, void, void> {
    yield* this.#stream("subscribeToTask", { id }, options, (transport, merged) => followTask(transport, id, merged));
  }

  /** Sends, and observes what comes of it until an end, a question, or the time is up. Never throws for what the agent decides. */
  sendAndObserve(message: string | Message, options: ObserveOptions & SendOptions = {}): Promise<Observed> {
    const request = toRequest(message, options);
    const { signal: _, ...call } = options;
    const agent = {
      streams: this.#card.capabilities.streaming === true,
      follow: (signal: AbortSignal) => this.stream(request.message, { ...call, signal }),
      send: (signal: AbortSignal) => this.send(request.message, { ...call, signal }),
      getTask: (id: string, signal: AbortSignal) => this.getTask(id, { signal }),
      cancelTask: (id: string) => this.cancelTask(id, { timeoutMs: 5_000 }),
    };
    return observe(agent, options);
  }

  /** Reads a task. */
  getTask(id: string, options: CallOptions & { historyLength?: number } = {}): Promise<Task> {
    const { historyLength } = options;
    return this.#read("getTask", { id, ...(historyLength !== undefined && { historyLength }) }, options);
  }

  /** Reads one page of tasks. */
  listTasks(query: ListTasksRequest = {}, options: CallOptions = {}): Promise<ListTasksResponse> {
    return this.#read("listTasks", query, options);
  }

  /** All tasks that fit, page after page, the latest first. */
  async *tasks(query: ListTasksRequest = {}, options: CallOptions = {}): AsyncGenerator<Task, void, void> {
    let pageToken = query.pageToken;
    do {
      const page = await this.listTasks({ ...query, ...(pageToken && { pageToken }) }, options);
      yield* page.tasks;
      pageToken = page.nextPageToken;
    } while (pageToken);
  }

  /** Cancels a task. */
  cancelTask(id: string, options: CallOptions & { metadata?: JsonObject } = {}): Promise<Task> {
    const { metadata } = options;
    return this.#read("cancelTask", { id, ...(metadata && { metadata }) }, options);
  }

  /** Registers a webhook for a task. */
  createPushConfig(
    config: TaskPushNotificationConfig & { taskId: string },
    options: CallOptions = {},
  ): Promise<TaskPushNotificationConfig> {
    return this.#call("createTaskPushNotificationConfig", config, options);
  }

  /** Reads a webhook. */
  getPushConfig(taskId: string, id: string, options: CallOptions = {}): Promise<TaskPushNotificationConfig> {
    return this.#read("getTaskPushNotificationConfig", { taskId, id }, options);
  }

  /** Lists the webhooks of a task. */
  async listPushConfigs(taskId: string, options: CallOptions = {}): Promise<TaskPushNotificationConfig[]> {
    const { configs = [] } = await this.#read("listTaskPushNotificationConfigs", { taskId }, options);
    return configs;
  }

  /** Removes a webhook. */
  async deletePushConfig(taskId: string, id: string, options: CallOptions = {}): Promise<void> {
    await this.#read("deleteTaskPushNotificationConfig", { taskId, id }, options);
  }

  /** Reads the card that authenticated callers see, and goes by it from now on. */
  async extendedCard(options: CallOptions = {}): Promise<AgentCard> {
    this.#card = await this.#read("getExtendedAgentCard", {}, options);
    return this.#card;
  }

  /** A call that may be repeated, since it leaves everything as it is or does the same thing twice. */
  #read<Name extends UnaryOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options: CallOptions,
  ): Promise<Operations[Name]["output"]> {
    const policy = { safe: true, subject: operation };
    return withRetries(() => this.#call(operation, input, options), policy, { ...this.#defaults, ...options });
  }

  async #call<Name extends UnaryOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options: CallOptions,
  ): Promise<Operations[Name]["output"]> {
    const output = await this.#intercepted(operation, input, options, (call, merged) =>
      this.#line.use((transport) => transport.unary(operation, call.input as typeof input, merged)),
    );
    return output as Operations[Name]["output"]; // what the transport gave, unless an interceptor broke its word
  }

  async *#stream<Name extends OperationName>(
    operation: Name,
    input: Operations[Name]["input"],
    options: CallOptions & RetryOptions,
    open: (transport: Transport, options: FollowOptions) => AsyncGenerator<FollowedEvent, void, void>,
  ): AsyncGenerator<FollowedEvent, void, void> {
    const stream = await this.#intercepted(operation, input, options, async (_, merged) => {
      // A stream is opened when it is first read; whether this is the way to speak to the agent must be known before.
      const events = await this.#line.use(async (transport) => {
        const opened = open(transport, { ...this.#defaults, ...merged });
        return { first: await opened.next(), rest: opened };
      });
      return events;
    });
    const { first, rest } = stream as {
      first: IteratorResult<FollowedEvent, void>;
      rest: AsyncGenerator<FollowedEvent, void, void>;
    }; // as above
    try {
      if (first.done) return;
      yield first.value;
      yield* rest;
    } finally {
      await rest.return();
    }
  }

  #intercepted<Name extends OperationName>(
    operation: Name,
    input: Operations[Name]["input"],
    options: CallOptions,
    send: (call: OutgoingCall, options: CallOptions) => Promise<unknown>,
  ): Promise<unknown> {
    const { interceptors = [], timeoutMs, extensions } = this.#defaults;
    const call: OutgoingCall = { operation, input, agent: this.#card.name, headers: options.headers ?? {} };
    const merged = { timeoutMs, extensions, ...options };
    return throughInterceptors(interceptors, call, (last) => send(last, { ...merged, headers: last.headers }));
  }

  #deduplicates(): boolean {
    const told = this.#card.capabilities.extensions?.some(({ uri }) => uri === DEDUPLICATION) ?? false;
    return this.#defaults.deduplicates ?? told;
  }
}

function toRequest(message: string | Message, { configuration, metadata }: SendOptions): SendMessageRequest {
  return {
    message: typeof message === "string" ? createMessage(message) : message,
    ...(configuration && { configuration }),
    ...(metadata && { metadata }),
  };
}
