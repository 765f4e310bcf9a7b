import type {
  AgentCard,
  Message,
  OperationName,
  Operations,
  StreamingOperation,
  TaskPushNotificationConfig,
  UnaryOperation,
} from "@a2a/types";
import type { CallOptions } from "../transports/transport.ts";
import { AgentMethods, toRequest, withDefaults } from "./agent-methods.ts";
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
import { type RepeatPolicy, withRetries } from "./retry.ts";
import { RetryBudget } from "./retry-budget.ts";

/**
 * One agent, spoken to in whatever generation and binding was settled on. Calls that fail are made again where that can do no harm: a
 * message whose connection breaks, and which the agent would not recognise if it came twice, rejects with an `OutcomeUnknownError`.
 * Streams go on across broken connections: no event comes twice, and none is lost where the agent can go on where the stream broke
 * off. Where it cannot, a `gap` says so, and the task as it stands follows.
 */
export class AgentClient extends AgentMethods<FollowOptions, FollowedEvent> implements AsyncDisposable {
  #card: AgentCard;
  readonly #line: ClientParts["line"];
  readonly #notes: readonly string[];
  readonly #defaults: ClientDefaults;
  readonly #budget: RetryBudget;
  readonly #onClose: ClientParts["onClose"];
  #closing: Promise<void> | undefined;
  #refusedToStream = false;

  constructor({ card, line, notes = [], defaults = {}, onClose }: ClientParts) {
    super();
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
    return { name: this.#card.name, version: codec.version, binding: binding.name, url, notes: [...this.#notes] };
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

  /** Registers a webhook for a task. With an `id` of its own it replaces the one of that id. */
  override createPushConfig(
    config: TaskPushNotificationConfig & { taskId: string },
    options?: FollowOptions,
  ): Promise<TaskPushNotificationConfig> {
    // Without an id a repeated call might register the webhook twice.
    return super.createPushConfig(config, config.id === undefined ? { ...options, maxRetries: 0 } : options);
  }

  /** Reads the card that authenticated callers see, and goes by it from now on. */
  override async extendedCard(options?: FollowOptions): Promise<AgentCard> {
    this.#card = await super.extendedCard(options);
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

  protected override async call<Name extends UnaryOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options: FollowOptions = {},
  ): Promise<Operations[Name]["output"]> {
    const result = await this.#intercepted(operation, input, options, async (call) => {
      checkCard(this.#card, operation, call.input);
      const merged = this.#merged(call, options);
      const attempt = () => this.#line.unary(operation, call.input, merged);
      const output = await withRetries(attempt, this.#policyOf(input), merged);
      return output as CallResult<Name>; // of an operation that does not stream it is the output itself
    });
    return result as Operations[Name]["output"]; // likewise
  }

  protected override async *follow<Name extends StreamingOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options: FollowOptions = {},
  ): AsyncGenerator<FollowedEvent, void, void> {
    const result = await this.#intercepted(operation, input, options, async (call) => {
      checkCard(this.#card, operation, call.input);
      const merged = this.#merged(call, options);
      const asked: Operations[StreamingOperation]["input"] = call.input;
      const followed = this.#followed(asked, merged);
      const stream = await opened(
        "message" in asked ? followSend(followed, asked, merged) : followTask(followed, asked.id, merged),
      );
      return stream as CallResult<Name>; // of an operation that streams it is the stream
    });
    yield* result as AsyncGenerator<FollowedEvent, void, void>; // likewise
  }

  #followed(input: Operations[StreamingOperation]["input"], options: FollowOptions): Followed {
    const policy = this.#policyOf(input);
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

  #merged({ headers }: OutgoingCall, options: FollowOptions): FollowOptions {
    return withDefaults<FollowOptions>(this.#defaults, { ...options, headers });
  }

  get #streams(): boolean {
    return this.#card.capabilities.streaming === true && !this.#refusedToStream;
  }

  #policyOf(input: Operations[OperationName]["input"]): RepeatPolicy {
    const told = this.#card.capabilities.extensions?.some(({ uri }) => uri === DEDUPLICATION) ?? false;
    const safe = !("message" in input) || (this.#defaults.deduplicates ?? told);
    return { budget: this.#budget, ...(!safe && { messageId: input.message.messageId }) };
  }
}
