import { AgentCardBuilder, fetchAgentCard } from "@a2a/card";
import { fetchClient } from "@a2a/http";
import { LocalError } from "@a2a/types";
import type { A2AAgentConfig, AgentCardInfo } from "@a2a/types/cortex";
import { Semaphore } from "@a2a/types/internal";
import type { AgentClient } from "../client/agent-client.ts";
import { type ConnectOptions, connect } from "../connect/connect.ts";

/** Options of a connection, beside the configuration of its agent. */
export type ConnectionOptions = Omit<ConnectOptions, "agents" | "card" | "cardUrl" | "signal" | "headers"> & {
  /** How many calls to one agent at a time; others wait. Default 4. */
  maxConcurrent?: number;
};

/** The state of a connection: not opened yet, connecting, ready, failed, or closed. */
export type ConnectionState = "idle" | "connecting" | "ready" | "failed" | "closed";

/** The configuration of an agent; headers may be left out. `versions` and `bindings` pin the protocol versions and bindings of this agent. */
export type AgentConfig = Omit<A2AAgentConfig, "headers"> &
  Partial<Pick<A2AAgentConfig, "headers">> &
  Pick<ConnectOptions, "versions" | "bindings">;

/** The connection to one named agent, made when it is first needed. */
export class A2AAgentConnection {
  readonly config: AgentConfig;
  readonly #options: ConnectionOptions;
  readonly #semaphore: Semaphore;
  #state: ConnectionState = "idle";
  #card: AgentCardInfo | undefined;
  #error: unknown;
  #connecting: Promise<AgentClient> | undefined;

  constructor(config: AgentConfig, { maxConcurrent = 4, ...options }: ConnectionOptions = {}) {
    this.config = config;
    this.#options = options;
    this.#semaphore = new Semaphore(maxConcurrent);
  }

  /** The local name of the agent. */
  get name(): string {
    return this.config.name;
  }

  /** The current state. */
  get state(): ConnectionState {
    return this.#state;
  }

  /** The card of the agent; absent until it is found. */
  get card(): AgentCardInfo | undefined {
    return this.#card;
  }

  /** Why the connection failed, if it did. */
  get error(): unknown {
    return this.#error;
  }

  /** Finds the agent: reads its card and negotiates version and binding. Later calls return the same card. */
  async discover(): Promise<AgentCardInfo> {
    await this.#client();
    return this.#card as AgentCardInfo; // there once the client is
  }

  /** Whether the agent can be reached now: its card is read anew. */
  async isHealthy(): Promise<boolean> {
    this.#checkOpen();
    try {
      await this.#readCard();
      if (this.#state === "failed") this.#state = "idle";
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  /** Makes a call, as soon as no more than the allowed number are under way. */
  async use<T>(call: (client: AgentClient) => Promise<T>): Promise<T> {
    const release = await this.#semaphore.take();
    try {
      return await call(await this.#client());
    } finally {
      release();
    }
  }

  /** Closes the connection for good. */
  async close(): Promise<void> {
    this.#state = "closed";
    const client = await this.#connecting?.catch(() => undefined);
    await client?.close();
  }

  #client(): Promise<AgentClient> {
    this.#checkOpen();
    this.#connecting ??= this.#connect().catch((error: unknown) => {
      // The next call tries again.
      this.#connecting = undefined;
      this.#fail(error);
      throw error;
    });
    return this.#connecting;
  }

  async #connect(): Promise<AgentClient> {
    this.#state = "connecting";
    const { url, headers, timeoutMs, versions, bindings } = this.config;
    const card = await this.#readCard();
    const client = await connect(url, {
      ...this.#options,
      ...(versions && { versions }),
      ...(bindings && { bindings }),
      card,
      ...(headers && { headers }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
    this.#checkOpen();
    this.#state = "ready";
    this.#error = undefined;
    return client;
  }

  async #readCard() {
    const { url, headers } = this.config;
    const { http = fetchClient() } = this.#options;
    const { card, source } = await fetchAgentCard(url, { http, ...(headers && { headers }) });
    this.#card = AgentCardBuilder.parseCard(source);
    return card;
  }

  #fail(error: unknown): void {
    if (this.#state === "closed") return;
    this.#state = "failed";
    this.#error = error;
  }

  #checkOpen(): void {
    if (this.#state === "closed") throw new LocalError("CLOSED", `the connection to ${this.name} is closed`);
  }
}
