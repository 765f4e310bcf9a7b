import type { RouteStore, TaskRoute, WebhookRoute } from "./route-store.ts";
import { SharedMap } from "./shared-map.ts";

/** How much is remembered. */
export interface MemoryRoutesOptions {
  /**
   * The most tasks, and as many aliases, conversations and webhooks. Beyond it the caller with the most loses its oldest, which then belong
   * to nobody. Default 100,000.
   */
  maxTasks?: number;
}

/** Routes in memory: for one gateway, until it stops. */
export function createMemoryRoutes({ maxTasks = 100_000 }: MemoryRoutesOptions = {}): RouteStore {
  const ofRoute = ({ owner }: { readonly owner: string }) => owner;
  /** By agent and task id. */
  const tasks = new SharedMap<TaskRoute>({ max: maxTasks, ownerOf: ofRoute, onForget: (_, route) => unindex(route) });
  /** The agents that have a task of an id; nearly always there is one. */
  const agentsOf = new Map<string, readonly string[]>();
  const counts = new Map<string, number>();
  const aliases = new SharedMap<TaskRoute>({ max: 2 * maxTasks, ownerOf: ofRoute });
  const contexts = new SharedMap<string>({ max: maxTasks, ownerOf: (owner) => owner });
  const webhooks = new SharedMap<WebhookRoute>({ max: maxTasks, ownerOf: ofRoute, onForget: unlist });
  const webhooksOf = new Map<string, string[]>();

  function index({ owner, agent, taskId }: TaskRoute): void {
    const key = keyOf(owner, agent);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    agentsOf.set(taskId, [...(agentsOf.get(taskId) ?? []), agent]);
  }

  function unindex({ owner, agent, taskId }: TaskRoute): void {
    const key = keyOf(owner, agent);
    const left = (counts.get(key) ?? 1) - 1;
    if (left > 0) counts.set(key, left);
    else counts.delete(key);
    const others = agentsOf.get(taskId)?.filter((other) => other !== agent) ?? [];
    if (others.length > 0) agentsOf.set(taskId, others);
    else agentsOf.delete(taskId);
  }

  function unlist(id: string, { owner, agent, taskId }: WebhookRoute): void {
    if (taskId === undefined) return;
    const key = keyOf(owner, agent, taskId);
    const left = webhooksOf.get(key)?.filter((other) => other !== id) ?? [];
    if (left.length > 0) webhooksOf.set(key, left);
    else webhooksOf.delete(key);
  }

  function find(taskId: string, agent = agentsOf.get(taskId)?.[0]): TaskRoute | undefined {
    return agent === undefined ? undefined : tasks.get(keyOf(agent, taskId));
  }

  return {
    put(route) {
      const { agent, taskId, owner, alias } = route;
      if (alias !== undefined) {
        for (const key of [keyOf(owner, alias), keyOf(owner, alias, agent)]) aliases.set(key, route);
      }
      const known = find(taskId, agent);
      if (known) return known.owner === owner;
      if (tasks.wasForgotten(keyOf(agent, taskId))) return false;
      index(route);
      tasks.set(keyOf(agent, taskId), route);
      return true;
    },
    find,
    findAlias: (owner, alias, agent) =>
      aliases.get(agent === undefined ? keyOf(owner, alias) : keyOf(owner, alias, agent)),
    owned: (owner, agent, taskIds) => new Set(taskIds.filter((taskId) => find(taskId, agent)?.owner === owner)),
    count: (owner, agent) => counts.get(keyOf(owner, agent)) ?? 0,
    claimContext(owner, agent, contextId) {
      const key = keyOf(agent, contextId);
      const known = contexts.get(key);
      if (known !== undefined) return known === owner;
      if (contexts.wasForgotten(key)) return false;
      contexts.set(key, owner);
      return true;
    },
    putWebhook(route) {
      const { id, owner, agent, taskId } = route;
      webhooks.set(id, route);
      if (taskId === undefined) return;
      const key = keyOf(owner, agent, taskId);
      webhooksOf.set(key, [...(webhooksOf.get(key) ?? []), id]);
    },
    getWebhook: (id) => webhooks.get(id),
    listWebhooks: (owner, agent, taskId) =>
      (webhooksOf.get(keyOf(owner, agent, taskId)) ?? []).flatMap((id) => webhooks.get(id) ?? []),
    deleteWebhook: (id) => webhooks.delete(id),
    close: () => undefined,
  };
}

/** Lengths keep parts with any characters apart. */
function keyOf(first: string, second: string, third = ""): string {
  return `${first.length}:${second.length}:${first}${second}${third}`;
}
