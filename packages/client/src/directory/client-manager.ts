import { A2ATaskBridge } from "@a2a/bridge/task-bridge";
import { createMessage, isA2AError, type JsonObject, type JsonValue, LocalError, textPart } from "@a2a/types";
import type { A2ATaskResult, AgentCardInfo } from "@a2a/types/cortex";
import type { AgentClient } from "../client/agent-client.ts";
import { A2AAgentConnection, type AgentConfig, type ConnectionOptions } from "./agent-connection.ts";
import { agentResource, type CapabilitySet } from "./capability-set.ts";
import { type Delegation, type DelegationLimits, delegateTo, readDelegation } from "./delegation.ts";

/** The agents of a manager and the capabilities of the program. */
export interface ManagerOptions extends ConnectionOptions, DelegationLimits {
  agents: readonly AgentConfig[];
  /** The capabilities of this program: delegating to `a2a:{name}` must be granted. */
  capabilities: CapabilitySet;
}

/** Options for sending a task. */
export interface SendTaskOptions {
  /** The task to continue. */
  taskId?: string;
  /** The chain of delegations that this task belongs to. Default: a new chain. */
  delegation?: Delegation;
  /** Further metadata of the message. */
  metadata?: JsonObject;
  signal?: AbortSignal;
}

/** Finds agents and delegates tasks to them by name. Only granted agents are called. */
export class A2AClientManager implements AsyncDisposable {
  readonly #connections = new Map<string, A2AAgentConnection>();
  readonly #capabilities: CapabilitySet;
  readonly #limits: DelegationLimits;
  readonly #options: ConnectionOptions;
  readonly #bridge = new A2ATaskBridge();

  constructor({ agents, capabilities, maxDepth, budget, ...options }: ManagerOptions) {
    this.#capabilities = capabilities;
    this.#limits = { ...(maxDepth !== undefined && { maxDepth }), ...(budget !== undefined && { budget }) };
    this.#options = options;
    for (const agent of agents) this.add(agent);
  }

  /** Adds an agent. Its name must not be taken. */
  add(config: AgentConfig): A2AAgentConnection {
    if (this.#connections.has(config.name)) {
      throw new LocalError("CONFIG", `agent ${config.name} is already registered: names must be unique`);
    }
    const connection = new A2AAgentConnection(config, this.#options);
    this.#connections.set(config.name, connection);
    return connection;
  }

  /** The connections, in the order in which their agents were added. */
  get connections(): readonly A2AAgentConnection[] {
    return [...this.#connections.values()];
  }

  /** The connection to an agent. */
  connection(agentName: string): A2AAgentConnection {
    const connection = this.#connections.get(agentName);
    if (connection) return connection;
    const known = [...this.#connections.keys()].join(", ") || "none";
    throw new LocalError("CONFIG", `unknown agent ${agentName.slice(0, 100)}; known agents: ${known}`);
  }

  /** Finds an agent and reads its card. */
  async discover(agentName: string): Promise<AgentCardInfo> {
    return this.#granted(agentName).discover();
  }

  /** Finds all agents that are granted. Those that cannot be reached are left out; their connection says why. */
  async discoverAll(): Promise<Map<string, AgentCardInfo>> {
    const granted = this.connections.filter(({ name }) => this.#capabilities.allows(agentResource(name), DELEGATE));
    const found = await Promise.all(
      granted.map(async (connection) => [connection.name, await connection.discover().catch(() => undefined)] as const),
    );
    return new Map(found.flatMap(([name, card]) => (card ? [[name, card] as const] : [])));
  }

  /** The client of an agent, which is found first if need be. It is closed with the manager. */
  async client(agentName: string): Promise<AgentClient> {
    return this.#granted(agentName).use(async (client) => client);
  }

  /**
   * Sends a goal to an agent, with optional context, and returns the initial status of the task, which does not have to be finished:
   * read it with `getTaskStatus`. Agents of 0.1 that answer only at the end are not waited for: after a second the task counts as
   * submitted. A refusal of the agent is a failed result; connection errors are thrown if they occur before that.
   */
  async sendTask(agentName: string, goal: string, context = "", options: SendTaskOptions = {}): Promise<A2ATaskResult> {
    const connection = this.#granted(agentName);
    const from = options.delegation ?? readDelegation(undefined, this.#limits);
    const metadata = { ...options.metadata, ...delegateTo(agentName, from, this.#limits) };
    const parts = [goal, context].filter((text, index) => index === 0 || text !== "").map((text) => textPart(text));
    const message = createMessage(parts, {
      metadata,
      ...(options.taskId !== undefined && { taskId: options.taskId }),
    });
    const { signal } = options;
    return this.#result(options.taskId ?? message.messageId, () =>
      connection.use((client) => client.send(message, { configuration: { returnImmediately: true }, signal })),
    );
  }

  /** Reads the status of a task. */
  async getTaskStatus(
    agentName: string,
    taskId: string,
    options: { signal?: AbortSignal } = {},
  ): Promise<A2ATaskResult> {
    const connection = this.#granted(agentName);
    return this.#result(taskId, () => connection.use((client) => client.getTask(taskId, options)));
  }

  /** Asks an agent to cancel a task. */
  async cancelTask(agentName: string, taskId: string, options: { signal?: AbortSignal } = {}): Promise<A2ATaskResult> {
    const connection = this.#granted(agentName);
    return this.#result(taskId, () => connection.use((client) => client.cancelTask(taskId, options)));
  }

  /** Whether each agent can be reached now. */
  async health(): Promise<Map<string, boolean>> {
    const checked = this.connections.map(async (each) => [each.name, await each.isHealthy()] as const);
    return new Map(await Promise.all(checked));
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    await Promise.all(this.connections.map((connection) => connection.close()));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #granted(agentName: string): A2AAgentConnection {
    this.#capabilities.require(agentResource(agentName), DELEGATE);
    return this.connection(agentName);
  }

  async #result(id: string, call: () => Promise<object>): Promise<A2ATaskResult> {
    try {
      const result = (await call()) as JsonValue; // tasks and messages are JSON
      return this.#bridge.parseResponse({ jsonrpc: "2.0", id, result });
    } catch (error) {
      if (!isA2AError(error)) throw error;
      return this.#bridge.parseResponse({ jsonrpc: "2.0", id, error: { code: -32603, message: error.message } });
    }
  }
}

const DELEGATE = "delegate";
