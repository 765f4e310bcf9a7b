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
import { type ObservedStatus, observe } from "../follow/observe.ts";
import type { RetryOptions } from "../retry/retry.ts";

/** How a client that polls reaches its agent. */
export interface A2AClientConfig {
  url: string;
  /** How long a task may take in all. Default 300,000. */
  timeoutMs?: number;
  /** How often to look how a task stands. Default 1,000. */
  pollIntervalMs?: number;
  /** How many times a call is tried. Default 3. */
  maxRetries?: number;
  /** The wait before the second try; it doubles with each further one. Default 1,000. */
  retryDelayMs?: number;
}

/** What a client that polls may be given beside its configuration. */
export interface ExtendedOptions extends Omit<ConnectOptions, keyof A2AClientConfig | "agents" | "signal"> {
  logger?: Logger;
}

/** How one task is observed. */
export interface SendAndObserveOptions {
  /** The task to go on with, when it asked something. */
  taskId?: string;
  /** Asked on each cycle; `true` cancels the task. */
  isCancelled?: () => boolean;
  /** Cancels the task. */
  signal?: AbortSignal;
}

/** A client that sends, then asks again and again until an end or a question: with retries, a time limit and cancellation. */
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

  /** Reads the card of the agent, each time anew: it doubles as a health check. Rejects when there is none. */
  async getAgentCard(): Promise<AgentCard> {
    const { http = fetchClient(), headers, cardUrl } = this.#options;
    const { card } = await fetchAgentCard(cardUrl ?? this.config.url, { http, ...(headers && { headers }) });
    return card;
  }

  /** Sends a message, with retries where that can do no harm, and waits for the answer. */
  async sendMessage(message: string | Message, options: { taskId?: string } = {}): Promise<SendMessageResponse> {
    const client = await this.#client();
    return client.send(toMessage(message, options.taskId), this.#retries);
  }

  /** Reads a task, with retries. */
  async getTask(taskId: string): Promise<Task> {
    const client = await this.#client();
    return client.getTask(taskId, this.#retries);
  }

  /** Cancels a task. */
  async cancelTask(taskId: string): Promise<Task> {
    const client = await this.#client();
    return client.cancelTask(taskId, { maxRetries: 0 });
  }

  /**
   * Sends a prompt and polls until the task ends or asks something. What is returned is the outcome, and the task unless it was
   * given up. When time is up or the caller cancels, the agent is told, as far as that is possible.
   */
  async sendAndObserve(
    prompt: string,
    { taskId, isCancelled, signal }: SendAndObserveOptions = {},
  ): Promise<[status: ObservedStatus, task: Task | undefined]> {
    const client = await this.#client();
    const message = toMessage(prompt, taskId);
    const atOnce = { ...this.#retries, configuration: { returnImmediately: true } };
    const { timeoutMs, pollIntervalMs } = this.config;
    const observed = await observe(
      {
        taskId,
        send: (stop) => client.send(message, { ...atOnce, signal: stop }),
        getTask: (id, stop) => client.getTask(id, { ...this.#retries, signal: stop }),
        cancelTask: (id) => client.cancelTask(id, { timeoutMs: 5_000, maxRetries: 0 }),
      },
      { timeoutMs, pollIntervalMs, isCancelled, signal, logger: this.#logger },
    );
    return [observed.status, observed.message ? completedBy(observed.message) : observed.task];
  }

  /** Connects with the first call; a failed attempt is not kept. */
  #client(): Promise<AgentClient> {
    const { logger: _, ...options } = this.#options;
    this.#connecting ??= connect(this.config.url, options).catch((error: unknown) => {
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

/** The task that an answer without one amounts to. */
function completedBy(message: Message): Task {
  const { messageId, taskId = messageId, contextId, parts } = message;
  return {
    id: taskId,
    ...(contextId !== undefined && { contextId }),
    status: { state: "TASK_STATE_COMPLETED", message },
    artifacts: [{ artifactId: messageId, parts }],
  };
}
