import { appendFileSync, existsSync, readFileSync } from "node:fs";
import {
  type Change,
  type ClaimCommand,
  createStoreEngine,
  type DuePushes,
  type EngineOptions,
  encodeEvent,
  type Facts,
  isClaimable,
  type ListQuery,
  type LogSnapshot,
  microsOf,
  type PushFilter,
  type PushRecord,
  type RowPage,
  type Scope,
  type SeenMessage,
  type StoreCommand,
  storageUnavailable,
  type TaskEngine,
  type TaskRow,
  type TaskSnapshot,
  type TaskStore,
  TaskText,
  type TaskView,
  TextEntry,
  UndeliveredTasks,
} from "@a2a/server/engine-kit";
import type { Message, Task } from "@a2a/types";

/** An engine that keeps tasks in a file with one line of JSON per change, for one process. */
export function createJsonLinesEngine(path: string, options: EngineOptions = {}): TaskEngine {
  return createStoreEngine(() => new JsonLinesStore(path, options.now ?? Date.now), options);
}

interface TaskRecord {
  row: TaskRow;
  text: TaskText;
  log: TextEntry[];
  pushes: PushRecord[];
}

interface ExchangeRecord {
  scope: Scope;
  contextId: string;
  message: Message;
  answer: Message;
}

/** One change as stored in the file. */
interface Line {
  row?: TaskRow;
  entries?: { json: string; generation: number; answered: number | undefined }[];
  message?: { key: string; seen: SeenMessage };
  replaced?: string;
  push?: PushRecord;
  deletedPush?: string;
  exchange?: ExchangeRecord;
}

class JsonLinesStore implements TaskStore {
  readonly #path: string;
  readonly #now: () => number;
  readonly #tasks = new Map<string, TaskRecord>();
  readonly #messages = new Map<string, SeenMessage>();
  readonly #aliases = new Map<string, string>();
  /** Tasks and direct replies of a context in creation order. */
  readonly #contexts = new Map<string, (string | ExchangeRecord)[]>();
  readonly #undelivered: UndeliveredTasks;
  #closed = false;

  constructor(path: string, now: () => number) {
    this.#path = path;
    this.#now = now;
    if (existsSync(path)) for (const line of readFileSync(path, "utf8").split("\n")) if (line) this.#replay(line);
    // The previous process has ended, so its leases and delivery claims are void.
    for (const task of this.#tasks.values()) {
      if (task.row.run === "running") Object.assign(task.row, { run: "queued", token: task.row.token + 1 });
      task.pushes = task.pushes.map(({ claimedUntil: _, ...push }) => push);
    }
    this.#undelivered = new UndeliveredTasks([...this.#tasks.values()].map(({ row }) => row));
  }

  async commit<Result>(command: StoreCommand<Result>): Promise<Result> {
    const { result, change } = command.decide(this.#load(command));
    if (change) this.#write(change);
    command.done?.(result);
    return result;
  }

  async claim<Result>({ limit, decide, done }: ClaimCommand<Result>): Promise<Result[]> {
    const results = this.#claimable()
      .slice(0, limit)
      .map((row) => {
        const { result, change } = decide(row, this.#now());
        if (change) this.#write(change);
        return result;
      });
    done?.(results);
    return results;
  }

  admit(): undefined {}
  dismiss(): void {}

  find(id: string): TaskRow | undefined {
    return this.#tasks.get(id)?.row;
  }

  read(id: string, view: TaskView | undefined): TaskSnapshot | undefined {
    const task = this.#tasks.get(id);
    return task && { row: task.row, json: task.text.json(view) };
  }

  seen(scope: Scope, messageId: string): SeenMessage | undefined {
    return this.#messages.get(keyOf(scope, messageId));
  }

  resolveAlias(scope: Scope, alias: string): string | undefined {
    return this.#aliases.get(keyOf(scope, alias));
  }

  entries(row: TaskRow, after: number, limit: number): readonly TextEntry[] {
    return this.#tasks.get(row.id)?.log.slice(after, after + limit) ?? [];
  }

  snapshotBefore(row: TaskRow): LogSnapshot | undefined {
    const event = this.#tasks.get(row.id)?.log[0]?.event;
    return event && "task" in event ? { seq: 1, generation: 1, json: JSON.stringify(event.task) } : undefined;
  }

  list(scope: Scope, query: ListQuery): RowPage {
    const { contextId, status, statusTimestampAfter, cursor, pageSize, view } = query;
    const from = statusTimestampAfter === undefined ? Number.NEGATIVE_INFINITY : microsOf(statusTimestampAfter);
    const matching = [...this.#tasks.values()].filter(
      ({ row }) =>
        keyOf(row.scope) === keyOf(scope) &&
        row.contextId === (contextId ?? row.contextId) &&
        row.state === (status ?? row.state) &&
        row.statusAt >= from,
    );
    const later = (a: { statusAt: number; id: string }, b: { statusAt: number; id: string }) =>
      b.statusAt - a.statusAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
    const rest = matching.filter(({ row }) => !cursor || later(cursor, row) < 0).sort((a, b) => later(a.row, b.row));
    const tasks = rest.slice(0, pageSize).map(({ row, text }) => ({ row, json: text.json(view) }));
    const last = rest.length > pageSize ? tasks.at(-1)?.row : undefined;
    return { tasks, totalSize: matching.length, next: last && { statusAt: last.statusAt, id: last.id } };
  }

  contextMessages(scope: Scope, contextId: string, limit: number, exceptTaskId?: string): Message[] {
    const said = this.#contexts.get(keyOf(scope, contextId)) ?? [];
    return said
      .flatMap((item) => {
        if (typeof item !== "string") return [item.message, item.answer];
        const task = item === exceptTaskId ? undefined : this.#tasks.get(item);
        if (!task) return [];
        const { history = [], status } = JSON.parse(task.text.json()) as Task;
        return status.message ? [...history, status.message] : history;
      })
      .slice(-limit);
  }

  hasClaimable(): boolean {
    return this.#claimable().length > 0;
  }

  pushes(row: TaskRow): readonly PushRecord[] {
    return this.#tasks.get(row.id)?.pushes ?? [];
  }

  countPushes(scope: Scope): number {
    return [...this.#tasks.values()]
      .filter(({ row }) => keyOf(row.scope) === keyOf(scope))
      .reduce((count, { pushes }) => count + pushes.length, 0);
  }

  duePushes(limit: number, filter?: PushFilter): DuePushes {
    return this.#undelivered.due(limit, this.#now(), filter, (id) => this.#tasks.get(id));
  }

  close(): void {
    this.#closed = true;
  }

  #load({ taskId, alias, message, pushesOf }: StoreCommand<unknown>): Facts {
    const id = taskId ?? (alias && this.resolveAlias(alias.scope, alias.alias));
    const task = id === undefined ? undefined : this.#tasks.get(id);
    return {
      row: task?.row,
      seen: message && this.seen(message.scope, message.messageId),
      pushes: task?.pushes ?? [],
      ownerPushes: pushesOf ? this.countPushes(pushesOf) : 0,
      now: this.#now(),
      assertRoom: () => undefined,
    };
  }

  #claimable(): TaskRow[] {
    return [...this.#tasks.values()].map(({ row }) => row).filter((row) => isClaimable(row, this.#now()));
  }

  /** Writes a change to the file, then to memory. */
  #write(change: Change): void {
    const line = lineOf(change);
    try {
      if (this.#closed) throw new Error("the store is closed");
      appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
    } catch (error) {
      throw storageUnavailable(error);
    }
    if (change.kind === "task") {
      const { row, created, entries, events } = change;
      if (created) this.#tasks.set(row.id, { row, text: created.text, log: [], pushes: [] });
      const task = this.#tasks.get(row.id);
      task?.log.push(...entries);
      for (const event of events) task?.text.apply(event);
    }
    this.#index(line, change.kind === "task" && change.created !== undefined);
  }

  /** Reads a change back. */
  #replay(json: string): void {
    const line = JSON.parse(json) as Line;
    const { row, entries = [] } = line;
    if (!row) {
      this.#index(line, false);
      return;
    }
    const known = this.#tasks.get(row.id);
    const log = entries.map(
      ({ json: event, generation, answered }, index) =>
        new TextEntry(row.seq - entries.length + index + 1, generation, event, answered),
    );
    if (!known) {
      const [first, ...rest] = log;
      if (!first || !("task" in first.event)) throw new Error(`${this.#path}: a task does not begin with itself`);
      const text = new TaskText(first.event.task);
      for (const { event } of rest) text.apply(encodeEvent(event, this.#now));
      this.#tasks.set(row.id, { row, text, log, pushes: [] });
    } else {
      known.row = row;
      known.log.push(...log);
      for (const { event } of log) known.text.apply(encodeEvent(event, this.#now));
    }
    this.#index(line, !known);
  }

  /** Updates the secondary indexes. */
  #index({ row, message, replaced, push, deletedPush, exchange }: Line, isNew: boolean): void {
    if (message) this.#messages.set(message.key, message.seen);
    if (exchange) this.#converse(exchange.scope, exchange.contextId, exchange);
    if (!row) return;
    const former = replaced === undefined ? undefined : this.#tasks.get(replaced);
    if (former) former.row.alias = undefined;
    if (row.alias !== undefined) this.#aliases.set(keyOf(row.scope, row.alias), row.id);
    if (isNew) this.#converse(row.scope, row.contextId, row.id);
    const task = this.#tasks.get(row.id);
    if (!task) return;
    const gone = push?.id ?? deletedPush;
    if (push && task.pushes.some(({ id }) => id === push.id)) {
      task.pushes = task.pushes.map((present) => (present.id === push.id ? push : present));
    } else if (gone !== undefined) {
      task.pushes = [...task.pushes.filter(({ id }) => id !== gone), ...(push ? [push] : [])];
    }
    task.row.pushes = task.pushes.length;
    this.#undelivered?.add(task.row);
  }

  #converse(scope: Scope, contextId: string, item: string | ExchangeRecord): void {
    const key = keyOf(scope, contextId);
    this.#contexts.set(key, [...(this.#contexts.get(key) ?? []), item]);
  }
}

function lineOf(change: Change): Line {
  if (change.kind === "reservation") throw new TypeError("a file has one engine, which reserves nothing in it");
  if (change.kind === "exchange") {
    const { scope, contextId, messageId, fingerprint } = change.exchange;
    const [message, answer] = [JSON.parse(change.exchange.message), JSON.parse(change.exchange.answer)];
    const seen = { fingerprint, result: { answer } };
    return { exchange: { scope, contextId, message, answer }, message: { key: keyOf(scope, messageId), seen } };
  }
  const { row, entries, message, replaced, savedPush, deletedPush } = change;
  const result = { taskId: row.id, contextId: row.contextId, seq: message?.seq ?? 0 };
  return {
    row,
    entries: entries.map(({ json, generation, answered }) => ({ json, generation, answered })),
    ...(message && {
      message: { key: keyOf(row.scope, message.messageId), seen: { fingerprint: message.fingerprint, result } },
    }),
    ...(replaced && { replaced: replaced.id }),
    ...(savedPush && { push: savedPush }),
    ...(deletedPush !== undefined && { deletedPush }),
  };
}

function keyOf({ tenant, owner }: Scope, id = ""): string {
  return JSON.stringify([tenant, owner, id]);
}
