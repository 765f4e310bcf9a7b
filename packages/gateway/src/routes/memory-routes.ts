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
  /** By task id; nearly always one agent has a task of an id. */
  const tasks = new BoundedMap<readonly TaskRoute[]>(maxTasks, (_, routes) => routes.forEach(uncount));
  const counts = new Map<string, number>();
  const aliases = new BoundedMap<TaskRoute>(2 * maxTasks);
  const contexts = new BoundedMap<string>(maxTasks);
  const pushes = new BoundedMap<PushRoute>(maxTasks, unlist);
  const pushesOf = new Map<string, string[]>();

  function count({ owner, agent }: TaskRoute): void {
    const key = keyOf(owner, agent);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }

  function uncount({ owner, agent }: TaskRoute): void {
    const key = keyOf(owner, agent);
    const left = (counts.get(key) ?? 1) - 1;
    if (left > 0) counts.set(key, left);
    else counts.delete(key);
  }

  function unlist(id: string, { owner, agent, taskId }: PushRoute): void {
    if (taskId === undefined) return;
    const key = keyOf(owner, agent, taskId);
    const left = pushesOf.get(key)?.filter((other) => other !== id) ?? [];
    if (left.length > 0) pushesOf.set(key, left);
    else pushesOf.delete(key);
  }

  function find(taskId: string, agent?: string): TaskRoute | undefined {
    const routes = tasks.get(taskId);
    return agent === undefined ? routes?.[0] : routes?.find((route) => route.agent === agent);
  }

  return {
    put(route) {
      const { agent, taskId, owner, alias } = route;
      if (alias !== undefined) {
        for (const key of [keyOf(owner, alias), keyOf(owner, alias, agent)]) aliases.set(key, route);
      }
      const known = find(taskId, agent);
      if (known) return known.owner === owner;
      count(route);
      tasks.set(taskId, [...(tasks.get(taskId) ?? []), route]);
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
      if (known === undefined) contexts.set(key, owner);
      return known === undefined || known === owner;
    },
    putPush(route) {
      const { id, owner, agent, taskId } = route;
      const known = pushes.get(id);
      pushes.set(id, route);
      if (taskId === undefined || known?.taskId !== undefined) return;
      const key = keyOf(owner, agent, taskId);
      pushesOf.set(key, [...(pushesOf.get(key) ?? []), id]);
    },
    getPush: (id) => pushes.get(id),
    listPush: (owner, agent, taskId) =>
      (pushesOf.get(keyOf(owner, agent, taskId)) ?? []).flatMap((id) => pushes.get(id) ?? []),
    deletePush: (id) => pushes.forget(id),
    close: () => undefined,
  };
}

/** Lengths keep parts with any characters apart. */
function keyOf(first: string, second: string, third = ""): string {
  return `${first.length}:${second.length}:${first}${second}${third}`;
}

/** A map that forgets the entry stored first when there are too many. */
class BoundedMap<Value> {
  readonly #max: number;
  readonly #onForget: (key: string, value: Value) => void;
  readonly #entries = new Map<string, Value>();
  /** Kept from one time to the next: a new iterator would first pass all that has been forgotten since the map last grew. */
  #oldest = this.#entries.keys();

  constructor(max: number, onForget: (key: string, value: Value) => void = () => undefined) {
    this.#max = max;
    this.#onForget = onForget;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: Value): void {
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#max) return;
    let { value: oldest, done } = this.#oldest.next();
    if (done) {
      this.#oldest = this.#entries.keys();
      oldest = this.#oldest.next().value;
    }
    if (oldest !== undefined) this.forget(oldest);
  }

  forget(key: string): void {
    const value = this.#entries.get(key);
    if (value === undefined || !this.#entries.delete(key)) return;
    this.#onForget(key, value);
  }
}
