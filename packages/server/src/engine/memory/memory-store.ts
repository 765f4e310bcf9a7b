import { isTerminal, type Message, type Task } from "@a2a/types";
import type { TaskView } from "../port/stored-task.ts";
import type { ListQuery, PushRecord, Scope } from "../port/task-engine.ts";
import type { TaskRow } from "../rules/task-row.ts";
import type { Admission, Exchange, RowPage, SeenMessage, Store, StoreEvents } from "../store/task-store.ts";
import type { EventText } from "../text/event-text.ts";
import type { TextEntry } from "../text/log-entry.ts";
import { openLog, sealLog } from "../text/sealed-log.ts";
import { SealedTask } from "../text/sealed-task.ts";
import { messagesOf, TaskText } from "../text/task-text.ts";
import { MemoryRoom, type RoomOptions } from "./memory-quota.ts";
import { type Kept, type KeptContext, type KeptExchange, type KeptTask, Shelves } from "./scope-index.ts";

const NOTHING = new SealedTask({ head: "{", artifacts: "", history: "", messages: 0 });
const NO_PUSHES: readonly PushRecord[] = Object.freeze([]);

/** Everything in maps of this process. */
export class MemoryStore implements Store {
  readonly #room: MemoryRoom;
  readonly #events: StoreEvents;
  readonly #tasks = new Map<string, KeptTask>();
  readonly #queued = new Set<TaskRow>();
  readonly #shelves = new Shelves();

  readonly #sweeping: ReturnType<typeof setInterval>;

  constructor(events: StoreEvents, options: RoomOptions & { cleanupIntervalMs: number }) {
    this.#events = events;
    this.#room = new MemoryRoom(options, (item) => this.#remove(item));
    this.#sweeping = setInterval(() => this.#room.sweep(), options.cleanupIntervalMs);
    this.#sweeping.unref?.();
  }

  write<T>(work: () => T, done?: (result: T) => void): Promise<T> {
    try {
      const result = work();
      done?.(result);
      return Promise.resolve(result);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  read<T>(work: () => T): T {
    return work();
  }

  admit(scope: Scope, contextId: string): Admission {
    const shelf = this.#shelves.ensure(scope);
    try {
      return this.#room.reserve(shelf, contextId);
    } finally {
      this.#shelves.tidy(shelf);
    }
  }

  dismiss(admission: Admission): void {
    const context = admitted(admission);
    this.#room.giveBack(context);
    this.#shelves.tidy(context.shelf);
  }

  find(id: string): TaskRow | undefined {
    const task = this.#tasks.get(id);
    if (!task) return undefined;
    if (!this.#room.isExpired(task)) return task.row;
    this.#remove(task);
    return undefined;
  }

  insert(row: TaskRow, text: TaskText, first: TextEntry, admission: Admission): void {
    const context = admitted(admission);
    const { shelf } = context;
    const log: TextEntry[] = [];
    log.push(first);
    const task: KeptTask = {
      kind: "task",
      row,
      context,
      log,
      text,
      messageIds: "",
      pushes: NO_PUSHES,
      touchedAt: 0,
      age: undefined,
      over: false,
      spare: undefined,
    };
    row.scope = shelf.scope;
    row.place = task;
    this.#tasks.set(row.id, task);
    if (row.alias !== undefined) shelf.aliases.set(row.alias, row.id);
    shelf.index.touch(row);
    this.#room.occupy(task);
  }

  save(row: TaskRow, entries: readonly TextEntry[] = [], texts: readonly EventText[] = []): void {
    const task = taskOf(row);
    // What is sealed can be followed by nothing.
    if (Array.isArray(task.log)) for (const entry of entries) task.log.push(entry);
    if (task.text instanceof TaskText) for (const text of texts) task.text.apply(text);
    task.context.shelf.index.touch(row);
    this.#room.touch(task);
    if (row.run === "queued") this.#queued.add(row);
    else if (this.#queued.size > 0) this.#queued.delete(row);
    if (isTerminal(row.state)) this.#room.finish(task);
  }

  /** A task that is over is kept as two strings, or a few more if its log is long. */
  seal(row: TaskRow): void {
    // It may have made room for another one meanwhile.
    if (!row.place) return;
    const task = taskOf(row);
    const { log } = task;
    if (task.text instanceof TaskText) task.text = new SealedTask(task.text.pieces());
    if (!Array.isArray(log)) return;
    task.log = sealLog(log);
    // Lists that mostly live long are made where the garbage collector looks rarely: what this one held is to be found before.
    log.length = 0;
  }

  insertExchange(exchange: Exchange, admission: Admission): void {
    const context = admitted(admission);
    const { shelf } = context;
    const { messageId, fingerprint, message, answer } = exchange;
    const texts = { messageId, fingerprint, message, answer };
    const state = { touchedAt: 0, age: undefined, over: false, spare: undefined };
    const item: KeptExchange = { kind: "exchange", context, ...texts, ...state };
    shelf.messages.set(messageId, item);
    this.#room.occupy(item);
    this.#room.finish(item);
  }

  seen(scope: Scope, messageId: string): SeenMessage | undefined {
    const known = this.#shelves.get(scope)?.messages.get(messageId);
    if (!known) return undefined;
    const { fingerprint } = known;
    if ("answer" in known) return { fingerprint, result: { answer: JSON.parse(known.answer) } };
    return { fingerprint, result: { taskId: known.task.row.id, seq: known.seq } };
  }

  rememberMessage(row: TaskRow, messageId: string, fingerprint: string, seq: number): void {
    const task = taskOf(row);
    if (typeof task.messageIds !== "string") task.messageIds.push(messageId);
    else task.messageIds = task.messageIds === "" ? messageId : [task.messageIds, messageId];
    task.context.shelf.messages.set(messageId, { task, seq, fingerprint });
  }

  releaseAlias(row: TaskRow): void {
    if (row.alias !== undefined) this.#shelves.get(row.scope)?.aliases.delete(row.alias);
    row.alias = undefined;
  }

  resolveAlias(scope: Scope, alias: string): string | undefined {
    const id = this.#shelves.get(scope)?.aliases.get(alias);
    return id !== undefined && this.find(id) ? id : undefined;
  }

  entries(row: TaskRow, after: number, limit: number): readonly TextEntry[] {
    const { log } = taskOf(row);
    return Array.isArray(log) ? log.slice(after, after + limit) : openLog(log, after, limit);
  }

  firstSeq(): number {
    return 1;
  }

  json(row: TaskRow, view: TaskView | undefined): string {
    return taskOf(row).text.json(view);
  }

  snapshot(row: TaskRow): () => string {
    return taskOf(row).text.snapshot();
  }

  list(scope: Scope, query: ListQuery): RowPage {
    this.#room.sweep();
    const shelf = this.#shelves.get(scope);
    if (!shelf) return { tasks: [], totalSize: 0, next: undefined };
    const { rows, totalSize, next } = shelf.index.list(query, (contextId) =>
      (contextId === undefined ? [...shelf.contexts.values()] : [shelf.contexts.get(contextId)]).flatMap(rowsOf),
    );
    return { tasks: rows.map((row) => ({ row, json: taskOf(row).text.json(query.view) })), totalSize, next };
  }

  contextMessages(scope: Scope, contextId: string, limit: number, exceptTaskId: string | undefined): Message[] {
    const items = this.#shelves.get(scope)?.contexts.get(contextId)?.items ?? [];
    const latestFirst: Message[] = [];
    for (let index = items.length - 1; index >= 0 && latestFirst.length < limit; index--) {
      const item = items[index] as Kept;
      if (item.kind === "task" && item.row.id === exceptTaskId) continue;
      latestFirst.push(...said(item).reverse());
    }
    return latestFirst.slice(0, limit).reverse();
  }

  unclaimed(limit: number): TaskRow[] {
    return [...this.#queued].slice(0, limit);
  }

  pushes(row: TaskRow): readonly PushRecord[] {
    return taskOf(row).pushes;
  }

  countPushes(scope: Scope): number {
    return this.#shelves.get(scope)?.pushes ?? 0;
  }

  savePush(row: TaskRow, push: PushRecord): void {
    const task = taskOf(row);
    const replaced = task.pushes.some(({ id }) => id === push.id);
    if (replaced) task.pushes = task.pushes.map((present) => (present.id === push.id ? push : present));
    else this.#setPushes(task, [...task.pushes, push]);
  }

  deletePush(row: TaskRow, id: string): boolean {
    const task = taskOf(row);
    const kept = task.pushes.filter((push) => push.id !== id);
    const found = kept.length < task.pushes.length;
    this.#setPushes(task, kept);
    return found;
  }

  undelivered(): readonly string[] {
    return [];
  }

  close(): void {
    clearInterval(this.#sweeping);
  }

  #setPushes(task: KeptTask, pushes: readonly PushRecord[]): void {
    task.context.shelf.pushes += pushes.length - task.pushes.length;
    task.pushes = pushes;
    task.row.pushes = pushes.length;
  }

  #remove(item: Kept): void {
    const { shelf } = item.context;
    this.#room.vacate(item);
    if (item.kind === "exchange") {
      shelf.messages.delete(item.messageId);
    } else {
      const { row } = item;
      row.place = undefined;
      this.#tasks.delete(row.id);
      if (this.#queued.size > 0) this.#queued.delete(row);
      if (item.pushes.length > 0) this.#setPushes(item, NO_PUSHES);
      if (typeof item.messageIds === "string") shelf.messages.delete(item.messageIds);
      else for (const messageId of item.messageIds) shelf.messages.delete(messageId);
      if (row.alias !== undefined) shelf.aliases.delete(row.alias);
      shelf.index.delete(row);
      this.#events.removed(row.id);
      // An outgrown table of a map may hold on to it until the garbage collector comes to that: nothing of weight stays with it.
      item.text = NOTHING;
      item.log = "";
    }
    this.#shelves.tidy(shelf);
  }
}

/** Where a task is kept, which the row knows as long as it is. */
function taskOf({ id, place }: TaskRow): KeptTask {
  if (!place) throw new TypeError(`task ${id} is not in the store`);
  return place as KeptTask; // nobody else puts anything there
}

/** The context to which something was admitted. */
function admitted(admission: Admission): KeptContext {
  return admission as KeptContext; // what `admit` returned
}

function rowsOf(context: KeptContext | undefined): TaskRow[] {
  return (context?.items ?? []).flatMap((item) => (item.kind === "task" ? [item.row] : []));
}

/** The messages of a task or an exchange, oldest first. */
function said(item: Kept): Message[] {
  if (item.kind === "exchange") return [JSON.parse(item.message), JSON.parse(item.answer)];
  const pieces = item.text.pieces();
  const { status }: Pick<Task, "status"> = JSON.parse(`${pieces.head}}`);
  return [...messagesOf(pieces), ...(status.message ? [status.message] : [])];
}
