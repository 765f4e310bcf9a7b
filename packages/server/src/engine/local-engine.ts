import { foldEvents, LocalError, type Message } from "@a2a/types";
import { begin } from "./begin.ts";
import { cancel } from "./cancel.ts";
import { EngineCore, type EngineOptions, storedTask } from "./engine-core.ts";
import { turnOf } from "./leased-turn.ts";
import { LocalLease } from "./local-lease.ts";
import type { Lease } from "./port/lease.ts";
import { DRAIN_MS } from "./port/limits.ts";
import { closed } from "./port/refusals.ts";
import type {
  BeginCommand,
  Begun,
  CancelOptions,
  ContextHistoryOptions,
  ListQuery,
  LogEntry,
  NewPush,
  PushClaim,
  PushRecord,
  Scope,
  StoredTask,
  SubscribeOptions,
  TaskAt,
  TaskEngine,
  TaskPage,
  TaskView,
  WaitOptions,
} from "./port/task-engine.ts";
import { deletePush, getPush, listPush, setPush } from "./push-configs.ts";
import type { TaskRow, TurnRow } from "./rules/task-row.ts";
import type { Store, StoreEvents } from "./store/task-store.ts";
import { Subscription } from "./subscription.ts";
import { joinTask, TaskText } from "./text/task-text.ts";
import { waitFor } from "./wait.ts";

const LAST_SECOND_MS = 1_000;

/** The engine over a store in this process: all rules of the port, written once. */
export class LocalEngine implements TaskEngine {
  readonly #core: EngineCore;
  #closing: Promise<void> | undefined;

  constructor(openStore: (events: StoreEvents) => Store, options: EngineOptions) {
    this.#core = new EngineCore(openStore, options);
  }

  begin(command: BeginCommand): Promise<Begun> {
    return begin(this.#core, command);
  }

  get(scope: Scope, id: string, view?: TaskView): Promise<StoredTask | undefined> {
    return this.#core.read(() => {
      const row = this.#core.own(scope, id);
      return row && this.#core.stored(row, view);
    });
  }

  resolveAlias(scope: Scope, alias: string): Promise<string | undefined> {
    return this.#core.read(() => this.#core.store.resolveAlias(scope, alias));
  }

  taskAt(scope: Scope, id: string, seq: number, view?: TaskView): Promise<TaskAt | undefined> {
    return this.#core.read(() => {
      const row = this.#core.own(scope, id);
      return row && this.#taskAt(row, seq, view);
    });
  }

  list(scope: Scope, query: ListQuery): Promise<TaskPage> {
    return this.#core.read(() => {
      const { tasks, totalSize, next } = this.#core.store.list(scope, query);
      return { tasks: tasks.map(({ row, json }) => storedTask(row, json)), totalSize, ...(next && { next }) };
    });
  }

  contextHistory(scope: Scope, contextId: string, options: ContextHistoryOptions): Promise<Message[]> {
    const { limit, exceptTaskId } = options;
    return this.#core.read(() => this.#core.store.contextMessages(scope, contextId, limit, exceptTaskId));
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
    return core.write(
      () =>
        core.store.unclaimed(limit).map((row) => {
          row.run = "running";
          row.token += 1;
          row.attempt += 1;
          core.store.save(row);
          return new LocalLease(core, turnOf(row, row.current as TurnRow));
        }),
      (leases) => {
        for (const lease of leases) lease.show();
      },
    );
  }

  setPush(scope: Scope, taskId: string, push: NewPush): Promise<PushRecord> {
    return setPush(this.#core, scope, taskId, push);
  }

  getPush(scope: Scope, taskId: string, id: string): Promise<PushRecord | undefined> {
    return getPush(this.#core, scope, taskId, id);
  }

  listPush(scope: Scope, taskId: string): Promise<PushRecord[]> {
    return listPush(this.#core, scope, taskId);
  }

  deletePush(scope: Scope, taskId: string, id: string): Promise<boolean> {
    return deletePush(this.#core, scope, taskId, id);
  }

  async claimPush(limit: number): Promise<PushClaim[]> {
    return this.#core.read(() => this.#core.pushQueue.claim(limit));
  }

  async ready(queue: "turns" | "pushes", { signal }: { signal?: AbortSignal } = {}): Promise<void> {
    const core = this.#core;
    if (core.phase === "closed") return;
    if (queue === "pushes") return core.store.read(() => core.pushQueue.ready(signal));
    signal?.throwIfAborted();
    if (core.store.read(() => core.store.unclaimed(1)).length === 0) await core.turns.wait(signal);
  }

  close(options: { drainMs?: number } = {}): Promise<void> {
    this.#closing ??= this.#close(options.drainMs ?? DRAIN_MS);
    return this.#closing;
  }

  async #close(drainMs: number): Promise<void> {
    const core = this.#core;
    if (core.phase === "open") core.phase = "closing";
    await this.#drained(drainMs);
    for (const lease of core.leases.all()) lease.stop(new LocalError("CLOSED", "the server is stopping"));
    await this.#drained(Math.min(drainMs, LAST_SECOND_MS));
    // What was handed to the store before is written before the last word.
    if (core.phase !== "closed") await core.write(() => undefined).catch(() => undefined);
    core.phase = "closed";
    core.release();
    for (const flight of core.inFlight.values()) flight.fail(closed());
    core.store.close();
  }

  /** Resolves when no lease is out, or the time is up. */
  async #drained(timeoutMs: number): Promise<void> {
    const { leases, leaseEnded } = this.#core;
    if (leases.size === 0) return;
    const timeout = Promise.withResolvers<"late">();
    const timer = setTimeout(() => timeout.resolve("late"), timeoutMs);
    // A turn that ends may be followed by the next one of its task.
    while (leases.size > 0 && (await Promise.race([leaseEnded.wait(), timeout.promise])) !== "late");
    clearTimeout(timer);
  }

  #taskAt(row: TaskRow, seq: number, view: TaskView | undefined): TaskAt {
    const { store } = this.#core;
    if (seq === row.seq) return { stored: this.#core.stored(row, view), gap: false };
    const reachable = seq >= 1 && seq < row.seq && store.firstSeq(row) === 1;
    const task = reachable ? foldEvents(store.entries(row, 0, seq).map(({ json }) => JSON.parse(json))) : undefined;
    if (!task) return { stored: this.#core.stored(row, view), gap: true };
    const json = joinTask(new TaskText(task).pieces(view), view);
    return { stored: storedTask({ ...row, state: task.status.state, seq }, json), gap: false };
  }
}
