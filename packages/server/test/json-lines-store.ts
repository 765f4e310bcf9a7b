import { appendFileSync, existsSync, readFileSync } from "node:fs";
import {
  type Change,
  createStoreEngine,
  type DueWebhooks,
  type EngineOptions,
  type ExchangeTexts,
  encodeEvent,
  type ListedTasks,
  type ListQuery,
  type LogSnapshot,
  microsOf,
  type Scope,
  type SeenMessage,
  StorageFailure,
  type TaskEngine,
  type TaskHead,
  type TaskRecord,
  type TaskStore,
  TaskText,
  TextEntry,
  UndeliveredTasks,
  type WebhookFilter,
  type WebhookRecord,
} from "@a2a/server/engine-kit";

/** An engine that keeps tasks in a file with one line of JSON per change, for one process. */
export function createJsonLinesEngine(path: string, options: EngineOptions = {}): TaskEngine {
  return createStoreEngine(() => new JsonLinesStore(path, options.now ?? Date.now), options);
}

interface StoredRecord extends TaskRecord {
  head: TaskHead;
  text: TaskText;
  log: TextEntry[];
  webhooks: WebhookRecord[];
}

/** One change as stored in the file. */
interface Line {
  head?: TaskHead;
  entries?: { json: string; generation: number; answered: number | undefined }[];
  messages?: { key: string; seen: SeenMessage }[];
  replaced?: string | undefined;
  webhooks?: readonly WebhookRecord[];
  deletedWebhooks?: readonly string[];
  exchange?: ExchangeTexts & { scope: Scope; contextId: string };
}

class JsonLinesStore implements TaskStore {
  readonly keepsTexts = true;
  readonly #path: string;
  readonly #now: () => number;
  readonly #tasks = new Map<string, StoredRecord>();
  readonly #messages = new Map<string, SeenMessage>();
  readonly #aliases = new Map<string, string>();
  /** Tasks and direct replies of a context in creation order. */
  readonly #contexts = new Map<string, (StoredRecord | ExchangeTexts)[]>();
  readonly #undelivered = new UndeliveredTasks();
  #closed = false;

  constructor(path: string, now: () => number) {
    this.#path = path;
    this.#now = now;
    if (existsSync(path)) for (const line of readFileSync(path, "utf8").split("\n")) if (line) this.#replay(line);
    // The previous process has ended, so its leases and delivery claims are void.
    for (const task of this.#tasks.values()) {
      const { head } = task;
      if (head.run === "running") task.head = { ...head, run: "queued", token: head.token + 1 };
      task.webhooks = task.webhooks.map(({ claimedUntil: _, ...webhook }) => webhook);
    }
  }

  write(changes: readonly Change[]): undefined {
    const lines = changes.map(lineOf);
    try {
      if (this.#closed) throw new Error("the store is closed");
      appendFileSync(this.#path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    } catch (error) {
      throw new StorageFailure(error);
    }
    for (const [index, change] of changes.entries()) {
      if (change.kind === "task") {
        const { head, created, entries } = change;
        if (created) change.record = this.#insert(head, created.text);
        this.#tasks.get(head.id)?.log.push(...entries);
      }
      this.#index(lines[index] as Line); // one for each
    }
  }

  load(id: string): StoredRecord | undefined {
    return this.#tasks.get(id);
  }

  read(record: TaskRecord): StoredRecord {
    return this.#recordOf(record);
  }

  entries(record: TaskRecord, after: number, limit: number): readonly TextEntry[] {
    return this.#recordOf(record).log.slice(after, after + limit);
  }

  snapshotBefore(record: TaskRecord): LogSnapshot | undefined {
    const event = this.#recordOf(record).log[0]?.event;
    return event && "task" in event ? { seq: 1, generation: 1, json: JSON.stringify(event.task) } : undefined;
  }

  seen(scope: Scope, messageId: string): SeenMessage | undefined {
    return this.#messages.get(keyOf(scope, messageId));
  }

  resolveAlias(scope: Scope, alias: string): string | undefined {
    return this.#aliases.get(keyOf(scope, alias));
  }

  list(scope: Scope, query: ListQuery): ListedTasks {
    const { contextId, status, statusTimestampAfter, cursor } = query;
    const from = statusTimestampAfter === undefined ? Number.NEGATIVE_INFINITY : microsOf(statusTimestampAfter);
    const matching = [...this.#tasks.values()].filter(
      ({ head }) =>
        keyOf(head.scope) === keyOf(scope) &&
        head.contextId === (contextId ?? head.contextId) &&
        head.state === (status ?? head.state) &&
        head.statusAt >= from,
    );
    const later = (a: { statusAt: number; id: string }, b: { statusAt: number; id: string }) =>
      b.statusAt - a.statusAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
    const tasks = matching.filter(({ head }) => !cursor || later(cursor, head) < 0);
    return { tasks: tasks.sort((a, b) => later(a.head, b.head)), totalSize: matching.length };
  }

  conversation(scope: Scope, contextId: string): Iterable<StoredRecord | ExchangeTexts> {
    return (this.#contexts.get(keyOf(scope, contextId)) ?? []).toReversed();
  }

  queued(limit: number): readonly string[] {
    const queued = [...this.#tasks.values()].filter(({ head }) => head.run === "queued");
    return queued.slice(0, limit).map(({ head }) => head.id);
  }

  webhooksOf(record: TaskRecord): readonly WebhookRecord[] {
    return this.#recordOf(record).webhooks;
  }

  countWebhooks(scope: Scope): number {
    return [...this.#tasks.values()]
      .filter(({ head }) => keyOf(head.scope) === keyOf(scope))
      .reduce((count, { webhooks }) => count + webhooks.length, 0);
  }

  dueWebhooks(limit: number, filter?: WebhookFilter): DueWebhooks {
    return this.#undelivered.due(limit, this.#now(), filter, (id) => this.#tasks.get(id));
  }

  // A file has no quotas.
  admit(): undefined {}
  dismiss(): void {}
  assertRoom(): void {}

  close(): void {
    this.#closed = true;
  }

  #recordOf({ head }: TaskRecord): StoredRecord {
    return this.#tasks.get(head.id) as StoredRecord; // tasks are never deleted
  }

  #insert(head: TaskHead, text: TaskText): StoredRecord {
    const task = { head, text, log: [], webhooks: [] };
    this.#tasks.set(head.id, task);
    this.#converse(head.scope, head.contextId, task);
    return task;
  }

  /** Reads a change back. */
  #replay(json: string): void {
    const line = JSON.parse(json) as Line;
    const { head, entries = [] } = line;
    if (head) {
      const log = entries.map(
        ({ json: event, generation, answered }, index) =>
          new TextEntry(head.seq - entries.length + index + 1, generation, event, answered),
      );
      const [first] = log;
      const known = this.#tasks.get(head.id);
      const created = known ? undefined : first?.event.task;
      const isNew = created !== undefined;
      const task = created ? this.#insert(head, new TaskText(created)) : known;
      task?.log.push(...log);
      for (const { event } of isNew ? log.slice(1) : log) task?.text.apply(encodeEvent(event, this.#now));
    }
    this.#index(line);
  }

  /** Updates heads and secondary indexes. */
  #index({ head, messages = [], replaced, webhooks = [], deletedWebhooks = [], exchange }: Line): void {
    for (const { key, seen } of messages) this.#messages.set(key, seen);
    if (exchange) this.#converse(exchange.scope, exchange.contextId, exchange);
    const task = head && this.#tasks.get(head.id);
    if (!task) return;
    const former = replaced === undefined ? undefined : this.#tasks.get(replaced);
    if (former) former.head = { ...former.head, alias: undefined };
    if (head.alias !== undefined) this.#aliases.set(keyOf(head.scope, head.alias), head.id);
    task.head = head;
    for (const webhook of webhooks) {
      const isPresent = task.webhooks.some(({ id }) => id === webhook.id);
      task.webhooks = isPresent
        ? task.webhooks.map((present) => (present.id === webhook.id ? webhook : present))
        : [...task.webhooks, webhook];
    }
    task.webhooks = task.webhooks.filter(({ id }) => !deletedWebhooks.includes(id));
    this.#undelivered.add(head);
  }

  #converse(scope: Scope, contextId: string, item: StoredRecord | ExchangeTexts): void {
    const key = keyOf(scope, contextId);
    this.#contexts.set(key, [...(this.#contexts.get(key) ?? []), item]);
  }
}

function lineOf(change: Change): Line {
  if (change.kind === "exchange") {
    const { scope, contextId, messageId, fingerprint, message, answer } = change.exchange;
    const seen = { fingerprint, result: { answer: JSON.parse(answer) } };
    return { exchange: { scope, contextId, message, answer }, messages: [{ key: keyOf(scope, messageId), seen }] };
  }
  const { head, entries, messages, replaced, savedWebhooks, deletedWebhooks } = change;
  return {
    head,
    entries: entries.map(({ json, generation, answered }) => ({ json, generation, answered })),
    messages: messages.map(({ messageId, fingerprint, seq }) => ({
      key: keyOf(head.scope, messageId),
      seen: { fingerprint, result: { taskId: head.id, contextId: head.contextId, seq } },
    })),
    replaced: replaced?.head.id,
    webhooks: savedWebhooks,
    deletedWebhooks,
  };
}

function keyOf({ tenant, owner }: Scope, id = ""): string {
  return JSON.stringify([tenant, owner, id]);
}
