import type { ContractEngineOptions, EnginePair } from "../src/engine/contract/kit.ts";
import { MemoryStore } from "../src/engine/memory/memory-store.ts";
import type { TaskHead } from "../src/engine/rules/task-row.ts";
import type { Answer, Sharing, StoreEvents, TaskStore } from "../src/engine/store/task-store.ts";
import { createStoreEngine } from "../src/engine/store-engine.ts";

const LEASE_MS = 200;
const POLL_MS = 10;

/**
 * Two engines on one in-memory store, each behind an asynchronous front that imitates a database server: calls take turns of the
 * event loop, rows are copies, and a paused front does not reach the store.
 */
export function openShared(hints: boolean, options: ContractEngineOptions = {}): EnginePair {
  const fronts: StoreFront[] = [];
  const store = new MemoryStore(
    {
      changed: () => undefined,
      available: () => undefined,
      lost: () => undefined,
      removed: (id) => {
        for (const { events } of fronts) events.removed(id);
      },
    },
    {
      maxTasks: options.maxTasks ?? 100,
      maxContexts: options.maxContexts ?? 100,
      maxTotalSize: 1e9,
      taskTtlMs: 3_600_000,
      cleanupIntervalMs: 300_000,
      elapsed: options.elapsed ?? (() => performance.now()),
      now: options.now ?? Date.now,
    },
  );
  const open = () =>
    createStoreEngine((events) => {
      const front = new StoreFront(store, events, (taskId) => {
        if (hints) for (const other of fronts) if (other !== front) other.hint(taskId);
      });
      fronts.push(front);
      return front.store;
    }, options);
  const [first, second] = [open(), open()];
  return {
    first,
    second,
    pause: () => fronts[0]?.pause(),
    resume: () => fronts[0]?.resume(),
    close: async () => {
      fronts[0]?.resume();
      await Promise.all([first.close({ drainMs: 0 }), second.close({ drainMs: 0 })]);
      store.close();
    },
  };
}

class StoreFront {
  readonly events: StoreEvents;
  readonly store: TaskStore;
  #gate: PromiseWithResolvers<void> | undefined;

  constructor(store: MemoryStore, events: StoreEvents, written: (taskId: string) => void) {
    this.events = events;
    const later = async <T>(work: () => Answer<T>): Promise<T> => {
      await new Promise(setImmediate);
      await this.#gate?.promise;
      return work();
    };
    const sharing: Sharing = {
      leaseMs: LEASE_MS,
      pollMs: POLL_MS,
      renew: (leases) =>
        later(async () => {
          const held = leases.filter(({ taskId, token }) => store.find(taskId)?.token === token);
          for (const { taskId } of held) {
            await store.commit({
              taskId,
              decide: ({ row, now }) => {
                if (row) row.leaseUntil = now + LEASE_MS;
                return { result: undefined };
              },
            });
          }
          return held.map(({ taskId, token }) => ({ taskId, token, cancel: store.find(taskId)?.cancel }));
        }),
      positions: (ids) =>
        later(() => {
          const found = ids.flatMap((id) => store.find(id) ?? []);
          return new Map(found.map(({ id, seq }) => [id, seq]));
        }),
    };
    this.store = {
      sharing,
      commit: (command) =>
        later(async () => {
          let changed: string | undefined;
          const result = await store.commit({
            ...command,
            decide: (facts) => {
              const decision = command.decide(facts);
              if (decision.change?.kind === "task") changed = decision.change.row.id;
              return decision;
            },
          });
          if (changed !== undefined) written(changed);
          return result;
        }),
      claim: (command) => later(() => store.claim(command)),
      admit: (...place) => later(() => store.admit(...place)),
      dismiss: (admission) => store.dismiss(admission),
      find: (id) => later(() => copy(store.find(id))),
      read: (id, view) =>
        later(() => {
          const found = store.read(id, view);
          return found && { row: copy(found.row) as TaskHead, json: found.json };
        }),
      seen: (scope, messageId) => later(() => store.seen(scope, messageId)),
      resolveAlias: (scope, alias) => later(() => store.resolveAlias(scope, alias)),
      entries: (row, after, limit) => later(() => store.entries(row, after, limit)),
      snapshotBefore: (row) => later(() => store.snapshotBefore(row)),
      list: (scope, query) => later(() => store.list(scope, query)),
      contextMessages: (...query) => later(() => store.contextMessages(...query)),
      hasClaimable: () => later(() => store.hasClaimable()),
      pushes: (row) => later(() => store.pushes(row)),
      countPushes: (scope) => later(() => store.countPushes(scope)),
      duePushes: (...query) => later(() => store.duePushes(...query)),
      close: () => undefined,
    };
  }

  /** Called when another front has written. */
  hint(taskId: string): void {
    if (this.#gate) return;
    this.events.changed(taskId);
    this.events.available("turns");
    this.events.available("pushes");
  }

  pause(): void {
    this.#gate = Promise.withResolvers();
  }

  resume(): void {
    this.#gate?.resolve();
    this.#gate = undefined;
  }
}

function copy(row: TaskHead | undefined): TaskHead | undefined {
  return row && { ...row };
}
