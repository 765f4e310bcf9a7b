import { fetchAgentCard } from "@a2a/card";
import { fetchClient } from "@a2a/http";
import {
  type AgentCard,
  createMessage,
  type Logger,
  type Message,
  type SendMessageResponse,
  silentLogger,
  type Task,
} from "@a2a/types";
import type { AgentClient } from "../client/agent-client.ts";
import { type ConnectOptions, connect } from "../connect/connect.ts";
import { type Observable, type ObservedStatus, observe } from "../resume/observe.ts";
import { type RetryOptions, withRetries } from "../retry/retry.ts";
import { withErrorClasses } from "./errors.ts";

/** Configuration of a polling client. */
export interface A2AClientConfig {
  url: string;
  /** The time limit of a task. Default 300,000. */
  timeoutMs?: number;
  /** The polling interval. Default 1,000. */
  pollIntervalMs?: number;
  /** The maximum number of attempts per call. Default 3. */
  maxRetries?: number;
  /** The delay before the second attempt; it doubles with each further one. Default 1,000. */
  retryDelayMs?: number;
}

/** Options of a polling client beside its configuration. */
export interface ExtendedOptions extends Omit<ConnectOptions, keyof A2AClientConfig | "agents" | "signal"> {
  logger?: Logger;
}

/** Options for observing one task. */
export interface SendAndObserveOptions {
  /** The task to continue, when it asked something. */
  taskId?: string;
  /** Called on each polling cycle; `true` cancels the task. */
  isCancelled?: () => boolean;
  /** Cancels the task. */
  signal?: AbortSignal;
}

/** A client that sends and polls, with retries, a timeout and cancellation: a thin layer over `connect`. */
export class A2AClientExtended {
  /** The configuration, complete. */
  readonly config: Readonly<Required<A2AClientConfig>>;
  readonly #options: ExtendedOptions;
  readonly #logger: Logger;
  readonly #retries: RetryOptions;
  #connecting: Promise<AgentClient> | undefined;

  constructor(config: A2AClientConfig, options: ExtendedOptions = {}) {
    const defaults = { timeoutMs: 300_000, pollIntervalMs: 1_000, maxRetries: 3, retryDelayMs: 1_000 };
    this.config = { ...defaults, ...config };
    this.#options = options;
    this.#logger = options.logger ?? silentLogger;
    this.#retries = {
      maxRetries: Math.max(0, this.config.maxRetries - 1),
      retryDelayMs: this.config.retryDelayMs,
      maxDelayMs: Number.POSITIVE_INFINITY,
      random: () => 1,
      onRetry: (retry, error) => {
        const reason = error instanceof Error ? error.message : String(error);
        this.#logger.warn({ url: this.config.url }, `[A2A] Retry ${retry}: ${reason}`);
      },
    };
  }

  /** Fetches the card of the agent anew, so that it doubles as a health check. Rejects without a card. */
  async getAgentCard(): Promise<AgentCard> {
    const { http = fetchClient(), headers, cardUrl } = this.#options;
    const { card } = await fetchAgentCard(cardUrl ?? this.config.url, { http, ...(headers && { headers }) });
    return card;
  }

  /** The client that this one polls with, connected with the first call: for hosts that stream, and for `agentTool`. */
  connect(): Promise<AgentClient> {
    return this.#client();
  }

  /** Sends a message, with retries, and waits for the answer. */
  sendMessage(message: string | Message, options: { taskId?: string } = {}): Promise<SendMessageResponse> {
    return this.#call((client) => client.send(toMessage(message, options.taskId), this.#retries));
  }

  /** Reads a task, with retries. Rejects with a `TaskNotFoundError` when the agent does not know it. */
  getTask(taskId: string): Promise<Task> {
    return this.#call((client) => client.getTask(taskId, this.#retries));
  }

  /** Cancels a task. Rejects with a `TaskNotFoundError` or a `TaskNotCancelableError`. */
  cancelTask(taskId: string): Promise<Task> {
    return this.#call((client) => client.cancelTask(taskId, { maxRetries: 0 }));
  }

  /**
   * Sends a prompt and polls until the task is completed, failed, rejected or canceled, or needs input. Resolves with the outcome and
   * the task. After a timeout or cancellation there is no task, and the client asks the agent to cancel it (best effort).
   */
  sendAndObserve(
    prompt: string,
    options: SendAndObserveOptions = {},
  ): Promise<[status: ObservedStatus, task: Task | undefined]> {
    const { taskId } = options;
    const message = toMessage(prompt, taskId);
    const immediate = { ...this.#retries, configuration: { returnImmediately: true } };
    return this.#observe(taskId, options, (client, signal) => client.send(message, { ...immediate, signal }));
  }

  /** Polls a task that exists, as `sendAndObserve` does. */
  observeTask(
    taskId: string,
    options: Omit<SendAndObserveOptions, "taskId"> = {},
  ): Promise<[status: ObservedStatus, task: Task | undefined]> {
    return this.#observe(undefined, options, async (client, signal) => ({
      task: await client.getTask(taskId, { ...this.#retries, signal }),
    }));
  }

  #observe(
    taskId: string | undefined,
    { isCancelled, signal }: SendAndObserveOptions,
    start: (client: AgentClient, signal: AbortSignal) => Promise<SendMessageResponse>,
  ): Promise<[status: ObservedStatus, task: Task | undefined]> {
    const { timeoutMs, pollIntervalMs } = this.config;
    return this.#call(async (client) => {
      const agent: Observable = {
        taskId,
        strictPolling: true,
        send: (stop) => start(client, stop),
        getTask: (id, stop) => client.getTask(id, { ...this.#retries, signal: stop }),
        cancelTask: (id) => client.cancelTask(id, { timeoutMs: 5_000, maxRetries: 0 }),
      };
      const options = { timeoutMs, pollIntervalMs, isCancelled, signal, logger: this.#logger };
      const observed = await observe(agent, options);
      return [observed.status, observed.message ? completedBy(observed.message) : observed.task];
    });
  }

  async #call<T>(call: (client: AgentClient) => Promise<T>): Promise<T> {
    const client = await this.#client();
    return withErrorClasses(() => call(client));
  }

  /** Connects with the first call, with retries; a failed attempt is not kept. */
  #client(): Promise<AgentClient> {
    const { logger: _, ...options } = this.#options;
    // A message keeps its id when it is sent again, so that an agent that deduplicates recognizes it.
    const connecting = () => connect(this.config.url, { deduplicates: true, ...options });
    this.#connecting ??= withRetries(connecting, {}, this.#retries).catch((error: unknown) => {
      this.#connecting = undefined;
      throw error;
    });
    return this.#connecting;
  }
}

function toMessage(message: string | Message, taskId: string | undefined): Message {
  if (typeof message !== "string") return taskId === undefined ? message : { ...message, taskId };
  return createMessage(message, taskId === undefined ? {} : { taskId });
}

/** A completed task for an answer without one. */
function completedBy(message: Message): Task {
  const { messageId, taskId = messageId, contextId, parts } = message;
  return {
    id: taskId,
    ...(contextId !== undefined && { contextId }),
    status: { state: "TASK_STATE_COMPLETED", message },
    artifacts: [{ artifactId: messageId, parts }],
  };
}
