import { gmfForge } from "@a2a/bridge/dialects";
import { v0_1 } from "@a2a/bridge/v0_1";
import { fetchAgentCard } from "@a2a/card";
import { fetchClient, type HttpClient } from "@a2a/http";
import {
  type Agent,
  type AgentResult,
  type AgentStep,
  createId,
  createMessage,
  isLocalError,
  type JsonObject,
  type Logger,
  type Message,
  silentLogger,
  type Task,
} from "@a2a/types";
import { type AgentCard, AgentCardSchema } from "@a2a/types/gmf-forge";
import { createClient } from "../client/endpoint-client.ts";
import { type Behavior, type BehaviorContext, Behaviors, RETRY } from "./behavior.ts";
import { A2AClientError } from "./client-error.ts";
import { forgeBinding, okOnly } from "./forge-binding.ts";
import { toResult } from "./to-result.ts";

/** Counts executions. */
export interface AgentMetrics {
  /** An attempt started: 1 for the first, more for retries. */
  started?(facts: { agentId: string; attempt: number }): void;
  /** An execution ended, with any outcome. `error` is set if it threw. */
  executed(facts: {
    agentId: string;
    success: boolean;
    steps: number;
    durationMs: number;
    attempts: number;
    outcome: "result" | "fallback" | "error";
  }): void;
}

/** Which agent, and how it is called. */
export interface RemoteAgentOptions {
  /** The base address of the agent's service; requests go to `/rpc` below it. */
  endpointUrl: string;
  /** How long a request may take. Default 30,000. */
  timeoutMs?: number;
  /** Sent with every request, such as `Authorization`. */
  headers?: Readonly<Record<string, string>>;
  /** Stand around every execution. */
  behaviors?: readonly Behavior[];
  /** The name of the agent. Default `A2AClient`. */
  agentId?: string;
  logger?: Logger;
  metrics?: AgentMetrics;
  /** Carries out the requests. Default: over `fetch`. */
  http?: HttpClient;
}

/** How a card is fetched. */
export interface RemoteCardOptions {
  /** Default 10,000. */
  timeoutMs?: number;
  headers?: Readonly<Record<string, string>>;
  /** Carries out the requests. Default: over `fetch`. */
  http?: HttpClient;
}

/**
 * An agent in another service, used like one in the same program: it is called by `tasks/send` of protocol 0.1. The context travels in
 * the metadata of the message, by custom under `user_assertion`, `obo_token`, `locale`, `language` and `session_id`.
 */
export class RemoteAgent implements Agent {
  readonly agentId: string;
  /** The base address, without a slash at its end. */
  readonly endpointUrl: string;
  readonly timeoutMs: number;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #behaviors: Behaviors;
  readonly #logger: Logger;
  readonly #metrics: AgentMetrics | undefined;
  readonly #http: HttpClient;

  constructor(options: RemoteAgentOptions) {
    this.agentId = options.agentId ?? "A2AClient";
    this.endpointUrl = options.endpointUrl.replace(/(?<!\/)\/+$/, "");
    this.timeoutMs = options.timeoutMs ?? 30_000;
    this.#headers = { "Content-Type": "application/json", ...options.headers };
    this.#behaviors = new Behaviors(options.behaviors ?? []);
    this.#logger = options.logger ?? silentLogger;
    this.#metrics = options.metrics;
    this.#http = options.http ?? fetchClient();
  }

  /** Executes a task. Rejects with an `A2AClientError` unless a behavior provides a fallback. */
  async execute(task: string, context: JsonObject = {}): Promise<AgentResult> {
    const startedAt = performance.now();
    const first: BehaviorContext = { agentId: this.agentId, task, metadata: context, attempt: 1 };
    const current = await this.#behaviors.before(first);
    const ended = (outcome: "result" | "fallback" | "error", result?: AgentResult) => {
      const { success = false, steps = [] } = result ?? {};
      const facts = { agentId: this.agentId, success, steps: steps.length };
      this.#logger.debug({ ...facts, task, outcome, attempt: current.attempt }, "execution ended");
      const durationMs = performance.now() - startedAt;
      this.#metrics?.executed({ ...facts, durationMs, attempts: current.attempt, outcome });
    };
    for (;;) {
      // The text of a task may be private: debug level only.
      this.#logger.debug({ agentId: this.agentId, task, attempt: current.attempt }, "execution started");
      this.#metrics?.started?.({ agentId: this.agentId, attempt: current.attempt });
      let result: AgentResult;
      try {
        result = await this.#call(task, context);
      } catch (error) {
        const answer = await this.#behaviors.onError(current, error);
        if (answer === RETRY) {
          current.attempt += 1;
          continue;
        }
        ended(answer === undefined ? "error" : "fallback", answer);
        if (answer === undefined) throw error;
        return answer;
      }
      result = await this.#behaviors.after(current, result);
      ended("result", result);
      return result;
    }
  }

  /** Executes a task, then yields the steps the agent took. */
  async *streamExecute(task: string, context: JsonObject = {}): AsyncGenerator<AgentStep, void, void> {
    const { steps } = await this.execute(task, context);
    yield* steps;
  }

  /** The card at `/.well-known/agent.json` of an address. Rejects with an `A2AClientError`. */
  static async fetchAgentCard(baseUrl: string, options: RemoteCardOptions = {}): Promise<AgentCard> {
    const { timeoutMs = 10_000, headers, http = fetchClient() } = options;
    const url = `${baseUrl.replace(/(?<!\/)\/+$/, "")}/.well-known/agent.json`;
    try {
      const { card, source } = await fetchAgentCard(url, {
        http,
        timeoutMs,
        version: v0_1.version,
        ...(headers && { headers }),
      });
      // Other readers do without a description. Here it is what a router chooses agents by.
      const { description } = JSON.parse(source) as { description?: unknown }; // a card is an object
      const read = AgentCardSchema.safeParse({
        ...card,
        description,
        url: card.supportedInterfaces[0]?.url,
        version: card.version || undefined,
      });
      if (read.success) return read.data;
      const [issue] = read.error.issues;
      const reason = `${issue?.path.join(".")}: ${issue?.message}`;
      throw new A2AClientError(`Agent card at ${url} has invalid schema: ${reason}`, { cause: read.error });
    } catch (error) {
      if (isLocalError(error)) throw new A2AClientError(error.message, { cause: error });
      throw error;
    }
  }

  async #call(task: string, context: JsonObject): Promise<AgentResult> {
    const url = `${this.endpointUrl}/rpc`;
    const taskId = createId();
    const message = createMessage(task, { taskId, metadata: context });
    this.#logger.info({ url, agentId: this.agentId, taskId }, "A2AClient tasks/send");
    return toResult(await this.#send(url, message));
  }

  async #send(url: string, message: Message): Promise<Task> {
    const { timeoutMs } = this;
    try {
      const client = createClient(url, {
        codec: v0_1,
        dialect: gmfForge,
        binding: forgeBinding,
        http: okOnly(this.#http),
        headers: this.#headers,
        timeoutMs,
      });
      const answer = await client.send(message);
      if ("task" in answer) return answer.task;
      throw new A2AClientError("Malformed A2A response: answer: expected a task");
    } catch (cause) {
      if (isLocalError(cause, "TIMEOUT")) {
        throw new A2AClientError(`Remote agent timed out after ${timeoutMs / 1000}s: ${cause.message}`, { cause });
      }
      if (isLocalError(cause))
        throw new A2AClientError(`Cannot reach remote agent at ${url}: ${cause.message}`, { cause });
      throw cause;
    }
  }
}
