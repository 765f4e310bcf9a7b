import { LocalError, type Message } from "@a2a/types";
import type { EngineOptions } from "../port/engine-options.ts";
import type { Lease } from "../port/lease.ts";
import { DRAIN_MS } from "../port/limits.ts";
import { closed } from "../port/refusals.ts";
import type {
  BeginCommand,
  Begun,
  CancelOptions,
  ContextHistoryOptions,
  ListQuery,
  LogEntry,
  NewPush,
  PushClaim,
  PushFilter,
  PushRecord,
  ReadyOptions,
  Scope,
  StoredTask,
  SubscribeOptions,
  TaskAt,
  TaskEngine,
  TaskPage,
  TaskView,
  WaitOptions,
} from "../port/task-engine.ts";
import { begin } from "./begin.ts";
import { cancel } from "./cancel.ts";
import { EngineCore, storedTask } from "./engine-core.ts";
import { HeldLease } from "./held-lease.ts";
import { LeaseKeeper } from "./lease-keeper.ts";
import { belongsTo } from "./rules/task-row.ts";
import { claimTurn } from "./rules/turns.ts";
import { Subscription } from "./subscription.ts";
import { taskAt } from "./task-at.ts";
import type { StoreEvents, TaskStore } from "./task-store.ts";
import { waitFor } from "./wait.ts";
import { WebhookClaims } from "./webhook-claims.ts";

/** How long the holders of aborted leases get to release them when the engine is closed. */
const ABORTED_DRAIN_MS = 1_000;

/**
 * Makes an engine of a store. The engine brings all the rules; a store only loads, writes and reads (`TaskStore`).
 *
 * @param openStore Opens the store; the events tell the engine of changes made elsewhere.
 */
export function createStoreEngine(
  openStore: (events: StoreEvents) => TaskStore,
  options: EngineOptions = {},
): TaskEngine {
  return new StoreEngine(openStore, options);
}

class StoreEngine implements TaskEngine {
  readonly #core: EngineCore;
  readonly #webhooks: WebhookClaims;
  readonly #leaseKeeper: LeaseKeeper | undefined;
  #closing: Promise<void> | undefined;

  constructor(openStore: (events: StoreEvents) => TaskStore, options: EngineOptions) {
    this.#core = new EngineCore(openStore, options);
    this.#webhooks = new WebhookClaims(this.#core);
    const { sharing } = this.#core.store;
    this.#leaseKeeper = sharing && new LeaseKeeper(this.#core, sharing);
  }

  get isAvailable(): boolean {
    return this.#core.phase !== "closed";
  }

  get lost(): Promise<void> {
    return this.#core.storageLost.promise;
  }

  begin(command: BeginCommand): Promise<Begun> {
    return begin(this.#core, command);
  }

  async get(scope: Scope, id: string, view?: TaskView): Promise<StoredTask | undefined> {
    this.#core.assertNotClosed();
    const reading = this.#core.store.read(id, view);
    const stored = reading instanceof Promise ? await reading : reading;
    return stored && belongsTo(stored.row, scope) ? storedTask(stored.row, stored.json) : undefined;
  }

  async resolveAlias(scope: Scope, alias: string): Promise<string | undefined> {
    this.#core.assertNotClosed();
    return this.#core.store.resolveAlias(scope, alias);
  }

  taskAt(scope: Scope, id: string, seq: number, view?: TaskView): Promise<TaskAt | undefined> {
    return taskAt(this.#core, scope, id, seq, view);
  }

  async list(scope: Scope, query: ListQuery): Promise<TaskPage> {
    this.#core.assertNotClosed();
    const { tasks, totalSize, next } = await this.#core.store.list(scope, query);
    return { tasks: tasks.map(({ row, json }) => storedTask(row, json)), totalSize, ...(next && { next }) };
  }

  async contextHistory(scope: Scope, contextId: string, options: ContextHistoryOptions): Promise<Message[]> {
    this.#core.assertNotClosed();
    return this.#core.store.contextMessages(scope, contextId, options.limit, options.exceptTaskId);
  }

  subscribe(scope: Scope, id: string, options: SubscribeOptions = {}): AsyncIterable<readonly LogEntry[]> {
    return new Subscription(this.#core, scope, id, options);
  }

  waitFor(scope: Scope, id: string, options: WaitOptions): Promise<StoredTask> {
    return waitFor(this.#core, scope, id, options);
  }

  cancel(scope: Scope, id: string, options: CancelOptions = {}): Promise<StoredTask> {
    return cancel(this.#core, scope, id, options);
  }

  async claim(limit: number): Promise<Lease[]> {
    const core = this.#core;
    core.assertOpen();
    let leases: HeldLease[] = [];
    await core.store.claim({
      limit,
      decide: (row, now) => claimTurn(row, { now, leaseMs: core.leaseMs }),
      done: (turns) => {
        leases = turns.map((turn) => new HeldLease(core, turn));
        for (const lease of leases) lease.show();
      },
    });
    return leases;
  }

  setPush(scope: Scope, taskId: string, push: NewPush): Promise<PushRecord> {
    return this.#webhooks.set(scope, taskId, push);
  }

  async getPush(scope: Scope, taskId: string, id: string): Promise<PushRecord | undefined> {
    return (await this.#webhooks.list(scope, taskId)).find((push) => push.id === id);
  }

  listPush(scope: Scope, taskId: string): Promise<PushRecord[]> {
    return this.#webhooks.list(scope, taskId);
  }

  deletePush(scope: Scope, taskId: string, id: string): Promise<boolean> {
    return this.#webhooks.delete(scope, taskId, id);
  }

  claimPush(limit: number, filter?: PushFilter): Promise<PushClaim[]> {
    return this.#webhooks.claim(limit, filter);
  }

  async ready(queue: "turns" | "pushes", options: ReadyOptions = {}): Promise<void> {
    const core = this.#core;
    if (core.phase === "closed") return;
    if (queue === "pushes") return this.#webhooks.ready(options);
    const { signal } = options;
    signal?.throwIfAborted();
    const waiting = core.turns.wait(signal);
    // Nobody may be waiting for it in the end.
    waiting.catch(() => undefined);
    if (!(await core.store.hasClaimable())) await waiting;
  }

  close(options: { drainMs?: number } = {}): Promise<void> {
    this.#closing ??= this.#close(options.drainMs ?? DRAIN_MS);
    return this.#closing;
  }

  async #close(drainMs: number): Promise<void> {
    const core = this.#core;
    if (core.phase === "open") core.phase = "closing";
    await this.#drained(drainMs);
    for (const lease of core.leases.all()) lease.stop(new LocalError("CLOSED", "the server is shutting down"));
    await this.#drained(Math.min(drainMs, ABORTED_DRAIN_MS));
    // Commits are in order: with this one all that were handed to the store before are written.
    if (core.phase !== "closed") await core.commit({ decide: () => ({ result: undefined }) }).catch(() => undefined);
    core.phase = "closed";
    this.#leaseKeeper?.stop();
    this.#webhooks.stop();
    core.stopWaiting();
    for (const flight of core.inFlight.values()) flight.fail(closed());
    await core.store.close();
  }

  /** Resolves when no lease is held, or the time is up. */
  async #drained(timeoutMs: number): Promise<void> {
    const { leases, leaseEnded } = this.#core;
    if (leases.size === 0) return;
    const timeout = Promise.withResolvers<"late">();
    const timer = setTimeout(() => timeout.resolve("late"), timeoutMs);
    // A turn that ends may be followed by the next one of its task.
    while (leases.size > 0 && (await Promise.race([leaseEnded.wait(), timeout.promise])) !== "late");
    clearTimeout(timer);
  }
}
