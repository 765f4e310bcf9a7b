import type { PushRoute, RouteStore, TaskRoute } from "./route-store.ts";

/** How much is remembered. */
export interface MemoryRoutesOptions {
  /**
   * The most tasks, and as many aliases, conversations and webhooks; beyond it those stored first are forgotten. Default 100,000.
   */
  maxTasks?: number;
}

/** Routes in memory: for one gateway, until it stops. */
export function createMemoryRoutes({ maxTasks = 100_000 }: MemoryRoutesOptions = {}): RouteStore {
  const tasks = new Map<string, TaskRoute>();
  /** The agents that have a task of an id; nearly always one. */
  const agentsOf = new Map<string, string[]>();
  const counts = new Map<string, number>();
  const aliases = new Map<string, TaskRoute>();
  const contexts = new Map<string, string>();
  const pushes = new Map<string, PushRoute>();
  const pushesOf = new Map<string, string[]>();

  function forgetTask(key: string, { agent, taskId, owner }: TaskRoute): void {
    tasks.delete(key);
    without(agentsOf, taskId, agent);
    counts.set(keyOf(owner, agent), (counts.get(keyOf(owner, agent)) ?? 1) - 1);
    if (counts.get(keyOf(owner, agent)) === 0) counts.delete(keyOf(owner, agent));
  }

  function forgetPush(id: string): void {
    const push = pushes.get(id);
    pushes.delete(id);
    if (push?.taskId !== undefined) without(pushesOf, keyOf(push.owner, push.agent, push.taskId), id);
  }

  return {
    put(route) {
      const { agent, taskId, owner, alias } = route;
      if (alias !== undefined) {
        for (const key of [keyOf(owner, alias), keyOf(owner, alias, agent)]) store(aliases, key, route, 2 * maxTasks);
      }
      const key = keyOf(agent, taskId);
      const known = tasks.get(key);
      if (known) return known.owner === owner;
      added(agentsOf, taskId, agent);
      counts.set(keyOf(owner, agent), (counts.get(keyOf(owner, agent)) ?? 0) + 1);
      store(tasks, key, route, maxTasks, forgetTask);
      return true;
    },
    find(taskId, agent = agentsOf.get(taskId)?.[0]) {
      return agent === undefined ? undefined : tasks.get(keyOf(agent, taskId));
    },
    findAlias: (owner, alias, agent) =>
      aliases.get(agent === undefined ? keyOf(owner, alias) : keyOf(owner, alias, agent)),
    owned: (owner, agent, taskIds) =>
      new Set(taskIds.filter((taskId) => tasks.get(keyOf(agent, taskId))?.owner === owner)),
    count: (owner, agent) => counts.get(keyOf(owner, agent)) ?? 0,
    claimContext(owner, agent, contextId) {
      const key = keyOf(agent, contextId);
      const known = contexts.get(key);
      if (known === undefined) store(contexts, key, owner, maxTasks);
      return known === undefined || known === owner;
    },
    putPush(route) {
      const { id, owner, agent, taskId } = route;
      const known = pushes.get(id);
      store(pushes, id, route, maxTasks, forgetPush);
      if (taskId !== undefined && known?.taskId === undefined) added(pushesOf, keyOf(owner, agent, taskId), id);
    },
    getPush: (id) => pushes.get(id),
    listPush: (owner, agent, taskId) =>
      (pushesOf.get(keyOf(owner, agent, taskId)) ?? []).flatMap((id) => pushes.get(id) ?? []),
    deletePush: forgetPush,
    close: () => undefined,
  };
}

/** Lengths keep parts with any characters apart. */
function keyOf(...parts: readonly string[]): string {
  return parts.map((part) => `${part.length}:${part}`).join("");
}

/** Stores an entry, and forgets the one stored first when there are too many. */
function store<Value>(
  entries: Map<string, Value>,
  key: string,
  value: Value,
  max: number,
  forget: (key: string, value: Value) => void = (old) => entries.delete(old),
): void {
  entries.set(key, value);
  const [oldest] = entries;
  if (entries.size > max && oldest) forget(...oldest);
}

function added(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function without(lists: Map<string, string[]>, key: string, value: string): void {
  const left = lists.get(key)?.filter((other) => other !== value) ?? [];
  if (left.length > 0) lists.set(key, left);
  else lists.delete(key);
}
