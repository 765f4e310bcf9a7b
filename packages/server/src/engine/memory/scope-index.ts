import type { ListNode } from "../../util/linked-list.ts";
import type { Scope, WebhookRecord } from "../port/task-engine.ts";
import type { TaskHead } from "../rules/head.ts";
import type { SeenMessage } from "../rules/idempotency.ts";
import type { TaskRecord } from "../store/task-store.ts";
import type { TextEntry } from "../text/log-entry.ts";
import type { SealedLog } from "../text/sealed-log.ts";
import type { SealedTask } from "../text/sealed-task.ts";
import type { TaskText } from "../text/task-text.ts";
import { Quota } from "./fair-share.ts";
import { TaskIndex } from "./task-index.ts";

/** A task in memory: its head, its log and its text; the latter two are compacted once the task has ended. */
export interface TaskEntry extends Evictable, TaskRecord {
  readonly kind: "task";
  head: TaskHead;
  log: TextEntry[] | SealedLog;
  text: TaskText | SealedTask;
  /** The ids of its messages, to forget them together with the task. Usually there is one. */
  messageIds: string | string[];
  /** Whether its texts take two bytes per character. */
  isWide: boolean;
  webhooks: readonly WebhookRecord[];
}

/** A message in memory that was answered without a task. Both texts are JSON. */
export interface ExchangeEntry extends Evictable {
  readonly kind: "exchange";
  readonly messageId: string;
  readonly fingerprint: string;
  readonly message: string;
  readonly answer: string;
}

/** An entry that counts against the capacity. */
export type Entry = TaskEntry | ExchangeEntry;

interface Evictable {
  readonly context: ContextEntry;
  /** The number of characters charged to the size quota. */
  counted: number;
  /** When it last changed, by a monotonic clock, and its position in that order. */
  touchedAt: number;
  age: ListNode<Entry> | undefined;
  /** Whether it is final, and its position in the eviction order. */
  finished: boolean;
  evictable: ListNode<Entry> | undefined;
}

/** A context in memory, with its entries in creation order. */
export interface ContextEntry {
  readonly id: string;
  readonly scope: ScopeIndex;
  entries: Entry[];
  /** The number of unfinished tasks, including reserved ones; the context is pinned while it is above zero. */
  active: number;
  evictable: ListNode<ContextEntry> | undefined;
}

/** The data of one scope. */
export interface ScopeIndex {
  readonly scope: Scope;
  readonly entryQuota: Quota<Entry>;
  readonly sizeQuota: Quota<Entry>;
  readonly contextQuota: Quota<ContextEntry>;
  readonly contexts: Map<string, ContextEntry>;
  /** Idempotency records by message id. */
  readonly messages: Map<string, KnownMessage>;
  readonly aliases: Map<string, string>;
  readonly index: TaskIndex;
  webhooks: number;
  /** Whether `ScopeIndexes` holds it. */
  registered: boolean;
}

/** An idempotency record: of a task, or of an exchange. */
export type KnownMessage =
  | { readonly task: TaskEntry; readonly seq: number; readonly fingerprint: string }
  | ExchangeEntry;

/** The idempotency record as rules see it. */
export function seenMessage(known: KnownMessage): SeenMessage {
  const { fingerprint } = known;
  if ("answer" in known) return { fingerprint, result: { answer: JSON.parse(known.answer) } };
  const { id, contextId } = known.task.head;
  return { fingerprint, result: { taskId: id, contextId, seq: known.seq } };
}

/** The indexes of all scopes. Empty ones are removed. */
export class ScopeIndexes {
  readonly #tenants = new Map<string, Map<string, ScopeIndex>>();

  get(scope: Scope): ScopeIndex | undefined {
    return this.#tenants.get(scope.tenant)?.get(scope.owner);
  }

  /** The index of a scope; `pruneIfEmpty` registers a new one once it is not empty. */
  ensure(scope: Scope): ScopeIndex {
    const present = this.get(scope);
    if (present) return present;
    const entryQuota = new Quota<Entry>();
    return {
      scope: { tenant: scope.tenant, owner: scope.owner },
      entryQuota,
      sizeQuota: new Quota(entryQuota.evictable),
      contextQuota: new Quota(),
      contexts: new Map(),
      messages: new Map(),
      aliases: new Map(),
      index: new TaskIndex(),
      webhooks: 0,
      registered: false,
    };
  }

  /** Registers a non-empty index, and removes an empty one. */
  pruneIfEmpty(index: ScopeIndex): void {
    const isUsed = index.contexts.size > 0 || index.messages.size > 0;
    if (isUsed === index.registered) return;
    index.registered = isUsed;
    const { tenant, owner } = index.scope;
    const owners = this.#tenants.get(tenant) ?? new Map<string, ScopeIndex>();
    if (isUsed) owners.set(owner, index);
    else owners.delete(owner);
    if (owners.size > 0) this.#tenants.set(tenant, owners);
    else this.#tenants.delete(tenant);
  }
}
