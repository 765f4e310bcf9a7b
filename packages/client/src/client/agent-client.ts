import {
  type AgentCard,
  createMessage,
  type JsonObject,
  type ListTasksRequest,
  type ListTasksResponse,
  LocalError,
  type Message,
  type OperationName,
  type Operations,
  type SendMessageRequest,
  type SendMessageResponse,
  type StreamingOperation,
  type Task,
  type TaskPushNotificationConfig,
  type UnaryOperation,
} from "@a2a/types";
import type { CallOptions } from "../transports/transport.ts";
import { checkCard } from "./check-card.ts";
import {
  type ClientDefaults,
  type ClientParts,
  DEDUPLICATION,
  type Description,
  type SendOptions,
} from "./client-parts.ts";
import { type Followed, type FollowedEvent, type FollowOptions, followSend, followTask } from "./follow-stream.ts";
import { type CallResult, type OutgoingCall, throughInterceptors } from "./interceptors.ts";
import { type Observed, type ObserveOptions, observe } from "./observe.ts";
import { opened } from "./opened.ts";
import { type RepeatPolicy, type RetryOptions, withRetries } from "./retry.ts";
import { RetryBudget } from "./retry-budget.ts";

/** One agent, spoken to in whatever generation and binding was settled on. */
export class AgentClient implements AsyncDisposable {
  #card: AgentCard;
  readonly #line: ClientParts["line"];
  readonly #notes: readonly string[];
  readonly #defaults: ClientDefaults;
  readonly #budget: RetryBudget;
  readonly #onClose: ClientParts["onClose"];
  #closing: Promise<void> | undefined;
  #refusedToStream = false;

  constructor({ card, line, notes = [], defaults = {}, onClose }: ClientParts) {
    this.#card = card;
    this.#line = line;
    this.#notes = notes;
    this.#defaults = defaults;
    this.#budget = defaults.retryBudget ?? new RetryBudget();
    this.#onClose = onClose;
  }

  /** Who the agent says it is. */
  get card(): AgentCard {
    return this.#card;
  }

  /** What is spoken, and where. */
  describe(): Description {
    const { codec, binding, url } = this.#line.endpoint;
    return { name: this.#card.name, version: codec.version, binding, url, notes: [...this.#notes] };
  }

  /**
   * Sends a message and waits for the task's end, a question, or a message in return. Rejects with an `OutcomeUnknownError` when the
   * connection breaks and the agent would not recognise the message if it were sent again.
   */
  send(message: string | Message, options: SendOptions = {}): Promise<SendMessageResponse> {
    const request = toRequest(message, options);
    return this.#call("sendMessage", request, options, this.#sendPolicy(request));
  }

  /**
   * Sends a message and follows what comes of it to the end of the turn, across broken connections: no event comes twice, and none is
   * lost where the agent can go on where the stream broke off. Where it cannot, a `gap` says so, and the task as it stands follows.
   */
  async *stream(message: string | Message, options: SendOptions = {}): AsyncGenerator<FollowedEvent, void, void> {
    const request = toRequest(message, options);
    yield* await this.#open("sendStreamingMessage", request, options, (followed, input, merged) =>
      followSend(followed, input, merged),
    );
  }

  /** Follows a task to its end, across broken connections. With `lastEventId` it goes on after that event. */
  async *subscribe(id: string, options: FollowOptions = {}): AsyncGenerator<FollowedEvent, void, void> {
    yield* await this.#open("subscribeToTask", { id }, options, (followed, input, merged) =>
      followTask(followed, input.id, merged),
    );
  }

  /**
   * Sends, and observes what comes of it until an end, a question, or the time is up. Never throws for what the agent decides. When
   * time is up or the caller gives up, the task is canceled as far as that is possible.
   */
  sendAndObserve(message: string | Message, options: ObserveOptions & SendOptions = {}): Promise<Observed> {
    const { message: sent } = toRequest(message, options);
    const { signal: _signal, timeoutMs: _timeoutMs, onEvent: _, configuration, ...call } = options;
    const atOnce = { ...configuration, returnImmediately: true };
    return observe(
      {
        taskId: sent.taskId,
        ...(this.#streams && { follow: (signal) => this.stream(sent, { ...call, configuration, signal }) }),
        send: (signal) => this.send(sent, { ...call, configuration: atOnce, signal }),
        getTask: (id, signal) => this.getTask(id, { ...call, signal }),
        cancelTask: (id) => this.cancelTask(id, { timeoutMs: 5_000, maxRetries: 0 }),
      },
      { pollIntervalMs: this.#defaults.pollIntervalMs, ...options },
    );
  }

  /** Reads a task. */
  getTask(id: string, options: CallOptions & RetryOptions & { historyLength?: number } = {}): Promise<Task> {
    const { historyLength } = options;
    return this.#call("getTask", { id, ...(historyLength !== undefined && { historyLength }) }, options);
  }

  /** Reads one page of tasks. */
  listTasks(query: ListTasksRequest = {}, options: CallOptions & RetryOptions = {}): Promise<ListTasksResponse> {
    return this.#call("listTasks", query, options);
  }

  /** All tasks that fit, page after page, the latest first. */
  async *tasks(
    query: ListTasksRequest = {},
    options: CallOptions & RetryOptions = {},
  ): AsyncGenerator<Task, void, void> {
    let { pageToken } = query;
    for (;;) {
      const page = await this.listTasks({ ...query, ...(pageToken && { pageToken }) }, options);
      yield* page.tasks;
      if (!page.nextPageToken) return;
      if (page.nextPageToken === pageToken) throw new LocalError("PROTOCOL", "the list of tasks goes in a circle");
      pageToken = page.nextPageToken;
    }
  }

  /** Cancels a task. */
  cancelTask(id: string, options: CallOptions & RetryOptions & { metadata?: JsonObject } = {}): Promise<Task> {
    const { metadata } = options;
    return this.#call("cancelTask", { id, ...(metadata && { metadata }) }, options);
  }

  /** Registers a webhook for a task. With an `id` of its own it replaces the one of that id. */
  createPushConfig(
    config: TaskPushNotificationConfig & { taskId: string },
    options: CallOptions & RetryOptions = {},
  ): Promise<TaskPushNotificationConfig> {
    // Without an id a repeated call might register the webhook twice.
    const retries = config.id === undefined ? { ...options, maxRetries: 0 } : options;
    return this.#call("createTaskPushNotificationConfig", config, retries);
  }

  /** Reads a webhook. */
  getPushConfig(
    taskId: string,
    id: string,
    options: CallOptions & RetryOptions = {},
  ): Promise<TaskPushNotificationConfig> {
    return this.#call("getTaskPushNotificationConfig", { taskId, id }, options);
  }

  /** Lists the webhooks of a task. */
  async listPushConfigs(
    taskId: string,
    options: CallOptions & RetryOptions = {},
  ): Promise<TaskPushNotificationConfig[]> {
    const { configs = [] } = await this.#call("listTaskPushNotificationConfigs", { taskId }, options);
    return configs;
  }

  /** Removes a webhook. */
  async deletePushConfig(taskId: string, id: string, options: CallOptions & RetryOptions = {}): Promise<void> {
    await this.#call("deleteTaskPushNotificationConfig", { taskId, id }, options);
  }

  /** Reads the card that authenticated callers see, and goes by it from now on. */
  async extendedCard(options: CallOptions & RetryOptions = {}): Promise<AgentCard> {
    this.#card = await this.#call("getExtendedAgentCard", {}, options);
    return this.#card;
  }

  /** Lets go of the connections that were made for this client alone. */
  close(): Promise<void> {
    this.#closing ??= this.#onClose?.() ?? Promise.resolve();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #call<Name extends UnaryOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options: CallOptions & RetryOptions,
    policy: RepeatPolicy = { budget: this.#budget },
  ): Promise<Operations[Name]["output"]> {
    const result = await this.#intercepted(operation, input, options, async (call) => {
      checkCard(this.#card, operation, call.input);
      const merged = this.#merged(call, options);
      const attempt = () => this.#line.unary(operation, call.input, merged);
      const output = await withRetries(attempt, policy, merged);
      return output as CallResult<Name>; // of an operation that does not stream it is the output itself
    });
    return result as Operations[Name]["output"]; // likewise
  }

  async #open<Name extends StreamingOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options: FollowOptions,
    follow: (
      followed: Followed,
      input: Operations[Name]["input"],
      options: FollowOptions,
    ) => AsyncGenerator<FollowedEvent, void, void>,
  ): Promise<AsyncGenerator<FollowedEvent, void, void>> {
    const result = await this.#intercepted(operation, input, options, async (call) => {
      checkCard(this.#card, operation, call.input);
      const merged = this.#merged(call, options);
      const stream = await opened(follow(this.#followed(call.input, merged), call.input, merged));
      return stream as CallResult<Name>; // of an operation that streams it is the stream
    });
    return result as AsyncGenerator<FollowedEvent, void, void>; // likewise
  }

  #followed(input: Operations[StreamingOperation]["input"], options: FollowOptions): Followed {
    const policy = "message" in input ? this.#sendPolicy(input) : { budget: this.#budget };
    const reading = { ...options, lastEventId: undefined };
    return {
      calls: this.#line,
      streams: this.#streams,
      onRefused: () => {
        this.#refusedToStream = true;
      },
      policy,
      getTask: (id) =>
        withRetries(() => this.#line.unary("getTask", { id }, reading), { budget: this.#budget }, options),
      start: ({ configuration, ...request }) => {
        const atOnce = { ...request, configuration: { ...configuration, returnImmediately: true } };
        return withRetries(() => this.#line.unary("sendMessage", atOnce, reading), policy, options);
      },
    };
  }

  #intercepted<Name extends OperationName>(
    operation: Name,
    input: Operations[Name]["input"],
    { headers = {} }: CallOptions,
    send: (call: OutgoingCall<Name>) => Promise<CallResult<Name>>,
  ): Promise<CallResult<Name>> {
    const { interceptors = [] } = this.#defaults;
    return throughInterceptors(interceptors, { operation, input, agent: this.#card.name, headers }, send);
  }

  /** The options of a call over those of the client; what is not said does not hide a default. */
  #merged(call: OutgoingCall, options: FollowOptions): FollowOptions {
    const merged: FollowOptions = { ...this.#defaults, headers: call.headers };
    for (const name of Object.keys(options) as (keyof FollowOptions)[]) {
      if (name !== "headers" && options[name] !== undefined) Object.assign(merged, { [name]: options[name] });
    }
    return merged;
  }

  get #streams(): boolean {
    return this.#card.capabilities.streaming === true && !this.#refusedToStream;
  }

  #sendPolicy({ message }: SendMessageRequest): RepeatPolicy {
    const told = this.#card.capabilities.extensions?.some(({ uri }) => uri === DEDUPLICATION) ?? false;
    const safe = this.#defaults.deduplicates ?? told;
    return { budget: this.#budget, ...(!safe && { messageId: message.messageId }) };
  }
}

function toRequest(message: string | Message, { configuration, metadata }: SendOptions): SendMessageRequest {
  return {
    message: typeof message === "string" ? createMessage(message) : message,
    ...(configuration && { configuration }),
    ...(metadata && { metadata }),
  };
}
