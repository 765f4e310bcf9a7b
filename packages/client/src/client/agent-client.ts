import { lazily, openStream, prepend } from "@a2a/bridge/internal/streams";
import {
  type AgentCard,
  LocalError,
  type Message,
  type OperationName,
  type Operations,
  type SendMessageRequest,
  type SendMessageResponse,
  type StreamingOperation,
  type TaskPushNotificationConfig,
  type UnaryOperation,
} from "@a2a/types";
import { refuseUnknownOptions } from "@a2a/types/internal";
import { awaitTask } from "../resume/await-task.ts";
import type { Followed, FollowedEvent, FollowOptions } from "../resume/followed.ts";
import { followSend, followTask } from "../resume/follower.ts";
import { type Observed, type ObserveOptions, observe } from "../resume/observe.ts";
import { type RepeatPolicy, withRetries } from "../retry/retry.ts";
import { RetryBudget } from "../retry/retry-budget.ts";
import type { CallOptions } from "../transports/transport.ts";
import { AgentMethods, requestNames, toRequest, withDefaults } from "./agent-methods.ts";
import { checkCard } from "./check-card.ts";
import {
  type ClientDefaults,
  type ClientParts,
  DEDUPLICATION,
  type Description,
  type SendOptions,
} from "./client-parts.ts";
import { type CallResult, type OutgoingCall, throughInterceptors } from "./interceptors.ts";
import { followNames, observeNames } from "./option-names.ts";

/**
 * A client of one agent. `connect` makes one. Failed calls are retried where that is safe: when a connection breaks after a message
 * was sent and the agent does not deduplicate messages, the call rejects with an `OutcomeUnknownError`. Streams resume after broken
 * connections without repeating events; where the agent cannot resume, a `gap` event says so and the current task follows.
 */
export class AgentClient extends AgentMethods<FollowOptions, FollowedEvent> implements AsyncDisposable {
  #card: AgentCard;
  readonly #calls: ClientParts["calls"];
  readonly #notes: readonly string[];
  readonly #deviations: ClientParts["deviations"];
  readonly #defaults: ClientDefaults;
  readonly #budget: RetryBudget;
  readonly #onClose: ClientParts["onClose"];
  protected readonly optionNames = followNames;
  #closing: Promise<void> | undefined;
  #refusedToStream = false;

  constructor({ card, calls, notes = [], deviations, defaults = {}, onClose }: ClientParts) {
    super();
    this.#card = card;
    this.#calls = calls;
    this.#notes = notes;
    this.#deviations = deviations;
    this.#defaults = defaults;
    this.#budget = defaults.retryBudget ?? new RetryBudget();
    this.#onClose = onClose;
  }

  /** The card of the agent. */
  get card(): AgentCard {
    return this.#card;
  }

  /** The protocol version, binding and URL in use. */
  describe(): Description {
    const { codec, binding, url } = this.#calls.endpoint;
    const deviations = this.#deviations?.() ?? [];
    return {
      name: this.#card.name,
      version: codec.version,
      binding: binding.name,
      url,
      notes: [...this.#notes],
      deviations,
    };
  }

  /**
   * Sends a message and waits until the task ends, asks something, or the time is up. Does not throw for a task that fails. On
   * timeout or abort it cancels the task, best effort.
   */
  async sendAndObserve(message: string | Message, options: ObserveOptions & SendOptions = {}): Promise<Observed> {
    refuseUnknownOptions("sendAndObserve", options, followNames, requestNames, observeNames);
    const { message: sent } = toRequest(message, options);
    const { signal: _, timeoutMs: __, onEvent: ___, isCancelled: ____, logger: _____, ...passed } = options;
    const { configuration, metadata, ...call } = passed;
    const immediate = { ...configuration, returnImmediately: true };
    return observe(
      {
        taskId: sent.taskId,
        ...(this.#streams && { follow: (signal) => this.stream(sent, { ...passed, signal }) }),
        send: (signal) => this.send(sent, { ...call, metadata, configuration: immediate, signal }),
        getTask: (id, signal) => this.getTask(id, { ...call, signal }),
        cancelTask: (id) => this.cancelTask(id, { timeoutMs: 5_000, maxRetries: 0 }),
      },
      { pollIntervalMs: this.#defaults.pollIntervalMs, ...options },
    );
  }

  /** Registers a webhook for a task. An existing webhook with the same `id` is replaced. */
  override createPushConfig(
    config: TaskPushNotificationConfig & { taskId: string },
    options?: FollowOptions,
  ): Promise<TaskPushNotificationConfig> {
    // Without an id a retry might register the webhook twice.
    return super.createPushConfig(config, config.id === undefined ? { ...options, maxRetries: 0 } : options);
  }

  /** Fetches the extended card and uses it for all later calls. */
  override async extendedCard(options?: FollowOptions): Promise<AgentCard> {
    this.#card = await super.extendedCard(options);
    return this.#card;
  }

  /** Makes a call by the name of its operation, for programs that relay calls; it changes nothing about this client. */
  relay<Name extends UnaryOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options?: FollowOptions,
  ): Promise<Operations[Name]["output"]> {
    return this.call(operation, input, options);
  }

  /** Makes a streaming call by the name of its operation. Leaving the loop closes the connection. */
  relayStream<Name extends StreamingOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options?: FollowOptions,
  ): AsyncGenerator<FollowedEvent, void, void> {
    return this.follow(operation, input, options);
  }

  /** Closes the connections that belong to this client. Later calls reject with a `LocalError` `CLOSED`. */
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
      this.#check(operation, call.input);
      const merged = this.#merged(call, options);
      const attempt = () => this.#calls.unary(operation, call.input, merged);
      const answer = await withRetries(attempt, this.#policyOf(input), merged);
      const output =
        "message" in call.input ? await this.#awaited(call.input, answer as SendMessageResponse, merged) : answer;
      return output as CallResult<Name>; // of an operation that does not stream it is the output itself
    });
    return result as Operations[Name]["output"]; // of such an operation, as above
  }

  protected override follow<Name extends StreamingOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options: FollowOptions = {},
  ): AsyncGenerator<FollowedEvent, void, void> {
    const open = async (call: OutgoingCall<Name>) => {
      this.#check(operation, call.input);
      const merged = this.#merged(call, options);
      const asked: Operations[StreamingOperation]["input"] = call.input;
      const followed = this.#followed(asked, merged);
      return openStream<FollowedEvent>(
        "message" in asked ? followSend(followed, asked, merged) : followTask(followed, asked.id, merged),
      );
    };
    return lazily(async () => {
      if ((this.#defaults.interceptors ?? []).length === 0) return open(this.#outgoing(operation, input, options));
      const result = await this.#intercepted(operation, input, options, async (call) => {
        return prepend(await open(call)) as CallResult<Name>; // of an operation that streams it is the stream
      });
      return openStream(result as AsyncGenerator<FollowedEvent, void, void>); // of such an operation, as above
    });
  }

  #followed(input: Operations[StreamingOperation]["input"], options: FollowOptions): Followed {
    const policy = this.#policyOf(input);
    const reading = { ...options, lastEventId: undefined };
    return {
      calls: this.#calls,
      streams: this.#streams,
      onRefused: () => {
        this.#refusedToStream = true;
      },
      policy,
      chosenTaskId: () => {
        const { clientTaskIds } = this.#calls.endpoint.codec;
        return clientTaskIds && "message" in input && !input.message.taskId ? input.message.messageId : undefined;
      },
      getTask: (id) =>
        withRetries(() => this.#calls.unary("getTask", { id }, reading), { budget: this.#budget }, options),
      start: ({ configuration, ...request }) => {
        const immediate = { ...request, configuration: { ...configuration, returnImmediately: true } };
        return withRetries(() => this.#calls.unary("sendMessage", immediate, reading), policy, options);
      },
    };
  }

  /** The answer to a message once its task is done, also if the peer does not wait. */
  #awaited(
    request: SendMessageRequest,
    answer: SendMessageResponse,
    options: FollowOptions,
  ): Promise<SendMessageResponse> {
    const historyLength = request.configuration?.historyLength;
    const query = (id: string) => ({ id, ...(historyLength !== undefined && { historyLength }) });
    const read = (id: string) =>
      withRetries(() => this.#calls.unary("getTask", query(id), options), { budget: this.#budget }, options);
    return options.awaitTask === false ? Promise.resolve(answer) : awaitTask(request, answer, read, options);
  }

  /** The call as it is made. Throws where the client is closed. */
  #outgoing<Name extends OperationName>(
    operation: Name,
    input: Operations[Name]["input"],
    { headers = {} }: CallOptions,
  ): OutgoingCall<Name> {
    const agent = this.#card.name;
    if (this.#closing) throw new LocalError("CLOSED", `the client of ${agent} is closed: connect again`);
    return { operation, input, agent, headers };
  }

  async #intercepted<Name extends OperationName>(
    operation: Name,
    input: Operations[Name]["input"],
    options: CallOptions,
    send: (call: OutgoingCall<Name>) => Promise<CallResult<Name>>,
  ): Promise<CallResult<Name>> {
    const { interceptors = [] } = this.#defaults;
    const call = this.#outgoing(operation, input, options);
    if (interceptors.length === 0) return send(call);
    return throughInterceptors(interceptors, call, send);
  }

  /** Only sends with a webhook and operations that a card may deny are looked at. */
  #check<Name extends OperationName>(operation: Name, input: Operations[Name]["input"]): void {
    const isPlainSend = "message" in input && input.configuration?.taskPushNotificationConfig === undefined;
    if (!isPlainSend) checkCard(this.#card, operation, input);
  }

  #merged({ headers }: OutgoingCall, options: FollowOptions): FollowOptions {
    return withDefaults<FollowOptions>(this.#defaults, { ...options, headers });
  }

  get #streams(): boolean {
    return this.#card.capabilities.streaming === true && !this.#refusedToStream;
  }

  #policyOf(input: Operations[OperationName]["input"]): RepeatPolicy {
    const declared = this.#card.capabilities.extensions?.some(({ uri }) => uri === DEDUPLICATION) ?? false;
    const safe = !("message" in input) || (this.#defaults.deduplicates ?? declared);
    return { budget: this.#budget, ...(!safe && { messageId: input.message.messageId }) };
  }
}
