import type { ProtocolVersion, TaskPushNotificationConfig } from "@a2a/types";

/** Which agent has a task, and whose it is. */
export interface TaskRoute {
  /** The name of the agent in the gateway's configuration. */
  readonly agent: string;
  /** The id that the agent gave the task. */
  readonly taskId: string;
  /** The caller that the task belongs to, as the gateway identifies callers. */
  readonly owner: string;
  /** The id that the caller chose, in protocol versions where callers do. */
  readonly alias?: string | undefined;
}

/** Where the notifications about a task go. */
export interface WebhookRoute {
  /** The last part of the gateway's own webhook address. */
  readonly id: string;
  /** The token with which the agent calls it. */
  readonly token: string;
  /** The id of the gateway's webhook at the agent, if the agent has returned one. */
  readonly agentConfigId?: string | undefined;
  readonly agent: string;
  /** Absent until the agent has returned the id of the task. */
  readonly taskId?: string | undefined;
  readonly owner: string;
  /** The protocol version in which the webhook was registered, and is called. */
  readonly version: ProtocolVersion;
  /** The webhook of the caller. Its secrets may be encrypted. */
  readonly config: TaskPushNotificationConfig & { readonly id: string };
}

/**
 * The state of a gateway: which agent has which task, and where its notifications go. Several gateways that share a store are one. Tasks
 * themselves stay with their agents. Methods may return at once or later; a route is stored when `put` is done.
 */
export interface RouteStore {
  /**
   * Stores a route and resolves with true. An alias that the owner has used before at the agent now leads to this task. False when the task
   * belongs to another owner already: then only the alias is stored.
   */
  put(route: TaskRoute): boolean | Promise<boolean>;
  /** The route of a task, at one agent or at any. */
  find(taskId: string, agent?: string): TaskRoute | undefined | Promise<TaskRoute | undefined>;
  /** The route that an alias leads to, at one agent or at any. */
  findAlias(owner: string, alias: string, agent?: string): TaskRoute | undefined | Promise<TaskRoute | undefined>;
  /** Which of these tasks of an agent belong to an owner. */
  owned(owner: string, agent: string, taskIds: readonly string[]): ReadonlySet<string> | Promise<ReadonlySet<string>>;
  /** How many tasks an owner has at an agent. */
  count(owner: string, agent: string): number | Promise<number>;
  /** Assigns a conversation to an owner, unless it has another one. Resolves with whether it is the owner's now. */
  claimContext(owner: string, agent: string, contextId: string): boolean | Promise<boolean>;
  /** Stores a webhook, or replaces the one with the same `id`. */
  putWebhook(route: WebhookRoute): void | Promise<void>;
  /** A webhook by its `id`. */
  getWebhook(id: string): WebhookRoute | undefined | Promise<WebhookRoute | undefined>;
  /** The webhooks of a task, the oldest first. */
  listWebhooks(
    owner: string,
    agent: string,
    taskId: string,
  ): readonly WebhookRoute[] | Promise<readonly WebhookRoute[]>;
  /** Removes a webhook. */
  deleteWebhook(id: string): void | Promise<void>;
  /** Whether the store can be used, for health checks. Default: it can. */
  readonly isAvailable?: boolean;
  /** Finds out whether the store can be used, for health checks. Default: `isAvailable` says so. */
  check?(): Promise<boolean>;
  /** Lets go of files and connections. */
  close(): void | Promise<void>;
}
