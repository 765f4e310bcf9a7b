import { storageUnavailable } from "../port/refusals.ts";
import type { Scope } from "../port/task-engine.ts";
import type { Change, Facts } from "../shared/rules/change.ts";
import type { TaskRow } from "../shared/rules/task-row.ts";
import type { ClaimCommand, Growth, StoreCommand } from "../shared/task-store.ts";
import { apart, BatchRejected } from "./apart.ts";
import type { RecentTasks } from "./recent-tasks.ts";

/** A change, and the facts it was decided on. */
export interface DecidedChange<Loaded extends Facts> {
  readonly facts: Loaded;
  readonly change: Change;
}

/** The entries that the holder of a lease appends to a task. */
export type TaskGrowth = Pick<Growth<unknown>, "token" | "events" | "size" | "limits"> & { readonly taskId: string };

/** The row of a task after it grew. */
export type GrownTask = Pick<TaskRow, "seq" | "generation" | "pushes" | "slot">;

/** The facts to load. */
export type FactsQuery = Pick<StoreCommand<unknown>, "taskId" | "alias" | "message" | "pushesOf">;

/** A database behind `BatchedCommits`. Each method is one round trip, or as few as possible, whatever the size of the batch. */
export interface BatchStorage<Loaded extends Facts> {
  /** Loads facts. Every query gets rows of its own. Throws `BatchRejected` when one of the queries cannot be answered. */
  load(queries: readonly FactsQuery[]): Promise<readonly Loaded[]>;
  /** The same from a row that this engine wrote last. It may be outdated: `write` finds out. */
  recall(row: TaskRow): Loaded;
  /** The facts of at most `limit` claimable turns, oldest first. */
  claimable(limit: number): Promise<readonly Loaded[]>;
  /**
   * Writes changes, each entirely or not at all, and sets the `slot` of their rows. Returns the indexes of the changes that were
   * refused because their facts have changed. Throws `BatchRejected` when one of the changes cannot be written; then none was.
   */
  write(changes: readonly DecidedChange<Loaded>[]): Promise<ReadonlySet<number>>;
  /**
   * Appends to tasks whose rows have the token and stay within the limits; `undefined` for the others. Throws `BatchRejected` like
   * `write`.
   */
  grow(growths: readonly TaskGrowth[]): Promise<readonly (GrownTask | undefined)[]>;
  /** Set while the database cannot be reached: commands are then refused at once. */
  readonly failure: Error | undefined;
}

/** A task that was written; of one that only grew, no more than this is known. */
export type WrittenTask = GrownTask & Pick<TaskRow, "id"> & Partial<TaskRow>;

const MAX_COMMANDS = 256;
const MAX_CHARACTERS = 1_048_576;
/** How often a change is decided again because others were faster, before the storage counts as unavailable. */
const MAX_ATTEMPTS = 100;

interface Job {
  readonly kind: "grow" | "decide" | "claim" | "barrier";
  /** Names of the data that the command concerns: commands that share one keep their order. */
  readonly keys: readonly string[];
  readonly command: StoreCommand<unknown>;
  readonly claim?: ClaimCommand<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * Carries out the commands of a store in batches, for a database that is reached over a network. While a batch is on its way, the next
 * one collects, so that batches grow with the load and a lone command does not wait. No lock is held between two round trips: a
 * change is written on the condition that its facts still hold, and decided again where they do not.
 */
export class BatchedCommits<Loaded extends Facts> {
  readonly #storage: BatchStorage<Loaded>;
  readonly #recent: RecentTasks;
  readonly #onWritten: (row: WrittenTask) => void;
  #queue: Job[] = [];
  #running = false;

  /**
   * @param recent Kept up to date with what is written here.
   * @param onWritten Told of every write, before those who wait for it.
   */
  constructor(storage: BatchStorage<Loaded>, recent: RecentTasks, onWritten: (row: WrittenTask) => void) {
    this.#storage = storage;
    this.#recent = recent;
    this.#onWritten = onWritten;
  }

  commit<Result>(command: StoreCommand<Result>): Promise<Result> {
    const keys = keysOf(command);
    const kind = keys.length === 0 ? "barrier" : command.growth ? "grow" : "decide";
    return this.#enqueue(kind, keys, command) as Promise<Result>;
  }

  claim<Result>(claim: ClaimCommand<Result>): Promise<Result[]> {
    return this.#enqueue("claim", [], BARRIER, claim as ClaimCommand<unknown>) as Promise<Result[]>;
  }

  /** Refuses everything that is not on its way. */
  refuse(error: Error): void {
    const queue = this.#queue;
    this.#queue = [];
    for (const { reject } of queue) reject(error);
  }

  #enqueue(kind: Job["kind"], keys: string[], command: StoreCommand<unknown>, claim?: ClaimCommand<unknown>) {
    if (this.#storage.failure) return Promise.reject(this.#storage.failure);
    return new Promise((resolve, reject) => {
      this.#queue.push({ kind, keys, command, resolve, reject, ...(claim && { claim }) });
      if (this.#running) return;
      this.#running = true;
      // After the commands of the same turn of the event loop.
      void Promise.resolve().then(() => this.#run());
    });
  }

  async #run(): Promise<void> {
    for (let batch = this.#take(); batch.length > 0; batch = this.#take()) {
      try {
        await this.#carryOut(batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#running = false;
  }

  /** The next commands of one kind. A command waits for earlier ones on the same data, unless all of them only make a task grow. */
  #take(): Job[] {
    const kind = this.#queue[0]?.kind;
    if (kind === "barrier" || kind === "claim") return this.#queue.splice(0, 1);
    const batch: Job[] = [];
    const rest: Job[] = [];
    const blocked = new Set<string>();
    let characters = 0;
    for (const job of this.#queue) {
      const isFull = batch.length >= MAX_COMMANDS || characters >= MAX_CHARACTERS;
      const takes = !isFull && job.kind === kind && !blocked.has("") && !job.keys.some((key) => blocked.has(key));
      if (takes) batch.push(job);
      else rest.push(job);
      characters += takes ? (job.command.growth?.size ?? 0) : 0;
      if (takes && kind === "grow") continue;
      for (const key of job.keys.length > 0 ? job.keys : [""]) blocked.add(key);
    }
    this.#queue = rest;
    return batch;
  }

  async #carryOut(batch: readonly Job[]): Promise<void> {
    const [first] = batch;
    if (first?.kind === "grow") await this.#grow(batch);
    else if (first?.claim) await this.#claim(first, first.claim);
    else if (first?.kind === "barrier") settle(first, first.command.decide(NO_FACTS).result);
    else await this.#decide(batch);
  }

  async #grow(batch: readonly Job[]): Promise<void> {
    const byTask = new Map<string, Job[]>();
    for (const job of batch) {
      const key = `${job.command.growth?.token} ${job.command.taskId}`;
      byTask.set(key, [...(byTask.get(key) ?? []), job]);
    }
    const tasks = [...byTask.values()];
    const growths = tasks.map(growthOf);
    const grown = await apart(growths, (some) => this.#storage.grow(some));
    const refused: Job[][] = [];
    for (const [index, jobs] of tasks.entries()) {
      const { taskId, token, size, events } = growths[index] as TaskGrowth; // one for each
      const row = grown[index];
      if (!row || row instanceof BatchRejected) {
        this.#recent.forget(taskId);
        refused.push(jobs);
        continue;
      }
      this.#recent.grew(taskId, token, row, size, events);
      this.#onWritten({ id: taskId, ...row });
      let seq = row.seq - eventsIn(jobs);
      for (const job of jobs) {
        const growth = job.command.growth as Growth<unknown>;
        seq += growth.events.length;
        settle(job, growth.resultOf({ seq, pushes: row.pushes }));
      }
    }
    // Fenced, or at a limit: the rules say which. The calls of one task are decided one after the other.
    const calls = Math.max(0, ...refused.map(({ length }) => length));
    for (let call = 0; call < calls; call++) await this.#decide(refused.flatMap((jobs) => jobs.slice(call, call + 1)));
  }

  async #decide(batch: readonly Job[], attempt = 1): Promise<void> {
    if (attempt > MAX_ATTEMPTS) throw storageUnavailable(new Error(`${MAX_ATTEMPTS} attempts were outrun by others`));
    const recalled = batch.map(({ command }) => (attempt === 1 ? this.#recall(command) : undefined));
    const missing = batch.filter((_, index) => !recalled[index]);
    const queries = missing.map(({ command }) => command);
    const loaded = await apart(queries, (some) => this.#storage.load(some));
    const decided: (DecidedChange<Loaded> & { job: Job; result: unknown })[] = [];
    const again: Job[] = [];
    const rows = new Set<string>();
    for (const [index, job] of batch.entries()) {
      const memory = recalled[index];
      const facts = memory ?? (loaded.shift() as Loaded | BatchRejected); // one for each that is missing
      if (facts instanceof BatchRejected) {
        job.reject(storageUnavailable(facts.cause));
        continue;
      }
      if (facts.row && rows.has(facts.row.id)) {
        again.push(job);
        continue;
      }
      if (facts.row) rows.add(facts.row.id);
      try {
        const { result, change } = job.command.decide(facts);
        if (change) decided.push({ job, result, facts, change });
        else if (memory) again.push(job);
        else settle(job, result);
      } catch (error) {
        // Outdated facts are no reason to refuse.
        if (memory) again.push(job);
        else job.reject(error);
      }
    }
    try {
      const refused = await this.#write(decided);
      for (const [index, { job, result }] of decided.entries()) {
        if (refused.has(index)) again.push(job);
        else settle(job, result);
      }
    } catch (error) {
      if (!(error instanceof BatchRejected)) throw error;
      if (decided.length === 1) decided[0]?.job.reject(storageUnavailable(error.cause));
      else for (const { job } of decided) await this.#decide([job], attempt + 1);
    }
    if (again.length > 0) await this.#decide(again, attempt + 1);
  }

  async #claim(job: Job, { limit, decide, done }: ClaimCommand<unknown>): Promise<void> {
    const decided = (await this.#storage.claimable(limit)).flatMap((facts) => {
      const { result, change } = decide(facts.row as TaskRow, facts.now); // a claimable turn has a row
      return change ? [{ facts, change, result }] : [];
    });
    const refused = await this.#write(decided);
    const results = decided.filter((_, index) => !refused.has(index)).map(({ result }) => result);
    done?.(results);
    job.resolve(results);
  }

  /** The facts of a command that needs no more than a task which is running here. */
  #recall({ taskId, alias, message, pushesOf }: StoreCommand<unknown>): Loaded | undefined {
    const row = taskId === undefined || alias || message || pushesOf ? undefined : this.#recent.get(taskId)?.row;
    return row?.run === "running" ? this.#storage.recall(row) : undefined;
  }

  async #write(decided: readonly DecidedChange<Loaded>[]): Promise<ReadonlySet<number>> {
    if (decided.length === 0) return NONE;
    const refused = await this.#storage.write(decided);
    for (const [index, { change }] of decided.entries()) {
      if (change.kind !== "task") continue;
      this.#recent.forget(change.replaced?.id ?? "");
      if (refused.has(index)) {
        this.#recent.forget(change.row.id);
      } else {
        this.#recent.written(change);
        this.#onWritten(change.row);
      }
    }
    return refused;
  }
}

const NONE: ReadonlySet<number> = new Set();
const BARRIER: StoreCommand<undefined> = { decide: () => ({ result: undefined }) };
const NO_FACTS: Facts = {
  row: undefined,
  seen: undefined,
  pushes: [],
  ownerPushes: 0,
  now: 0,
  assertRoom: () => undefined,
};

function settle(job: Job, result: unknown): void {
  job.command.done?.(result);
  job.resolve(result);
}

function growthOf(jobs: readonly Job[]): TaskGrowth {
  const growths = jobs.map(({ command }) => command.growth as Growth<unknown>);
  const { token, limits } = growths[0] as Growth<unknown>;
  return {
    taskId: jobs[0]?.command.taskId as string, // an append has one
    token,
    limits,
    events: growths.length === 1 ? (growths[0]?.events ?? []) : growths.flatMap(({ events }) => events),
    size: growths.reduce((size, growth) => size + growth.size, 0),
  };
}

function eventsIn(jobs: readonly Job[]): number {
  return jobs.reduce((count, { command }) => count + (command.growth?.events.length ?? 0), 0);
}

function keysOf({ taskId, alias, message }: StoreCommand<unknown>): string[] {
  return [
    ...(taskId === undefined ? [] : [`task ${taskId}`]),
    ...(alias ? [nameOf("alias", alias.scope, alias.alias)] : []),
    ...(message ? [nameOf("message", message.scope, message.messageId)] : []),
  ];
}

function nameOf(kind: string, { tenant, owner }: Scope, id: string): string {
  return `${kind} ${tenant.length} ${owner.length} ${tenant}${owner}${id}`;
}
