import { type Logger, type Message, pause } from "@a2a/types";
import { abortable } from "../util/abortable.ts";
import type { Lease } from "./port/lease.ts";
import { storageUnavailable } from "./port/refusals.ts";
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
} from "./port/task-engine.ts";

const RETRY_MS = 1_000;

/**
 * Reopens an engine that lost its storage, like a restart of the process: a deleted database starts empty, and a replaced one is read.
 * Until then, calls are rejected with `UNAVAILABLE`.
 */
export class ReopeningEngine implements TaskEngine {
  readonly #open: () => Promise<TaskEngine>;
  readonly #logger: Logger;
  readonly #closing = new AbortController();
  #engine: TaskEngine | undefined;
  #reopening: Promise<void> | undefined;

  constructor(first: TaskEngine, open: () => Promise<TaskEngine>, logger: Logger) {
    this.#open = open;
    this.#logger = logger;
    this.#use(first);
  }

  get isDurable(): boolean {
    return this.#engine?.isDurable ?? true;
  }

  get isAvailable(): boolean {
    return this.#engine !== undefined && this.#engine.isAvailable !== false;
  }

  #use(engine: TaskEngine): void {
    this.#engine = engine;
    void engine.lost?.then(() => {
      this.#reopening = this.#reopen(engine);
    });
  }

  async #reopen(lost: TaskEngine): Promise<void> {
    this.#engine = undefined;
    this.#logger.error({}, "the task database was deleted, replaced or taken over: opening it again");
    await lost.close({ drainMs: 0 }).catch(() => undefined);
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        this.#use(await this.#open());
        this.#logger.warn({}, "the task database is open again");
        return;
      } catch (error) {
        this.#logger.error({ error }, "the task database could not be opened");
        await pause(RETRY_MS, signal).catch(() => undefined);
      }
    }
  }

  get #current(): TaskEngine {
    if (this.#engine === undefined) throw storageUnavailable(new Error("the task database is being opened again"));
    return this.#engine;
  }

  async begin(command: BeginCommand): Promise<Begun> {
    return this.#current.begin(command);
  }
  async get(scope: Scope, id: string, view?: TaskView): Promise<StoredTask | undefined> {
    return this.#current.get(scope, id, view);
  }
  async resolveAlias(scope: Scope, alias: string): Promise<string | undefined> {
    return this.#current.resolveAlias(scope, alias);
  }
  async taskAt(scope: Scope, id: string, seq: number, view?: TaskView): Promise<TaskAt | undefined> {
    return this.#current.taskAt(scope, id, seq, view);
  }
  async list(scope: Scope, query: ListQuery): Promise<TaskPage> {
    return this.#current.list(scope, query);
  }
  async contextHistory(scope: Scope, contextId: string, options: ContextHistoryOptions): Promise<Message[]> {
    return this.#current.contextHistory(scope, contextId, options);
  }
  subscribe(scope: Scope, id: string, options?: SubscribeOptions): AsyncIterable<readonly LogEntry[]> {
    return this.#current.subscribe(scope, id, options);
  }
  async waitFor(scope: Scope, id: string, options: WaitOptions): Promise<StoredTask> {
    return this.#current.waitFor(scope, id, options);
  }
  async cancel(scope: Scope, id: string, options?: CancelOptions): Promise<StoredTask> {
    return this.#current.cancel(scope, id, options);
  }
  async claim(limit: number): Promise<Lease[]> {
    return this.#current.claim(limit);
  }
  async setPush(scope: Scope, taskId: string, push: NewPush): Promise<PushRecord> {
    return this.#current.setPush(scope, taskId, push);
  }
  async getPush(scope: Scope, taskId: string, id: string): Promise<PushRecord | undefined> {
    return this.#current.getPush(scope, taskId, id);
  }
  async listPush(scope: Scope, taskId: string): Promise<PushRecord[]> {
    return this.#current.listPush(scope, taskId);
  }
  async deletePush(scope: Scope, taskId: string, id: string): Promise<boolean> {
    return this.#current.deletePush(scope, taskId, id);
  }
  async claimPush(limit: number, filter?: PushFilter): Promise<PushClaim[]> {
    return this.#current.claimPush(limit, filter);
  }

  async ready(queue: "turns" | "pushes", options: ReadyOptions = {}): Promise<void> {
    if (this.#engine === undefined) await abortable(this.#reopening ?? Promise.resolve(), options.signal);
    await this.#engine?.ready(queue, options);
  }

  close(options?: { drainMs?: number }): Promise<void> {
    this.#closing.abort();
    if (this.#engine) return this.#engine.close(options);
    return (this.#reopening ?? Promise.resolve()).then(() => this.#engine?.close(options));
  }
}
