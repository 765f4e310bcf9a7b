import { scopeKey } from "../port/scope-key.ts";
import type { WebhookFilter, WebhookRecord } from "../port/webhook-record.ts";
import type { TaskHead } from "../rules/head.ts";
import { dueAt, isWanted } from "../rules/webhooks.ts";
import type { DueWebhooks } from "./task-store.ts";

/** Finds a task and its webhooks. */
type Find = (taskId: string) => { readonly head: TaskHead; readonly webhooks: readonly WebhookRecord[] } | undefined;

/**
 * The tasks that may have events to deliver to webhooks: an index for stores with exclusive storage. Owners take turns, so that an
 * owner with many webhooks does not delay the others.
 */
export class UndeliveredTasks {
  /** The ids of tasks by scope, in the order in which the scopes take their turn. */
  readonly #scopes = new Map<string, Set<string>>();

  /** @param rows The tasks that had undelivered events when the store was opened. */
  constructor(rows: Iterable<Pick<TaskHead, "id" | "scope">> = []) {
    for (const row of rows) this.add(row);
  }

  /** Notes a task with webhooks, after these or its log have changed. */
  add({ id, scope }: Pick<TaskHead, "id" | "scope">): void {
    const key = scopeKey(scope);
    const tasks = this.#scopes.get(key);
    if (tasks) tasks.add(id);
    else this.#scopes.set(key, new Set([id]));
  }

  /** At most `limit` webhooks that are due. A task that turns out to have none to deliver to leaves the index. */
  due(limit: number, now: number, filter: WebhookFilter | undefined, find: Find): DueWebhooks {
    const byScope: WebhookRecord[][] = [];
    let nextAt: number | undefined;
    for (const [key, tasks] of [...this.#scopes]) {
      const records: WebhookRecord[] = [];
      for (const taskId of tasks) {
        if (records.length >= limit) break;
        const { due, later } = dueOf(find(taskId), now);
        if (due.length === 0 && later === undefined) tasks.delete(taskId);
        if (later !== undefined) nextAt = Math.min(nextAt ?? later, later);
        records.push(...due.filter((webhook) => isWanted(webhook, filter)));
      }
      if (tasks.size === 0) this.#scopes.delete(key);
      if (records.length > 0) byScope.push(records);
    }
    const records = inTurns(byScope, limit);
    for (const { scope } of records) this.#moveBack(scopeKey(scope));
    return { records, nextAt };
  }

  /** Moves a scope behind the others. */
  #moveBack(key: string): void {
    const tasks = this.#scopes.get(key);
    if (!tasks) return;
    this.#scopes.delete(key);
    this.#scopes.set(key, tasks);
  }
}

function dueOf(task: ReturnType<Find>, now: number): { due: WebhookRecord[]; later: number | undefined } {
  const due: WebhookRecord[] = [];
  let later: number | undefined;
  for (const webhook of task?.webhooks ?? []) {
    const at = task && dueAt(webhook, task.head);
    if (at === undefined) continue;
    if (at <= now) due.push(webhook);
    else later = Math.min(later ?? at, at);
  }
  return { due, later };
}

/** The first of each list, then the second of each, up to a limit. */
function inTurns<Item>(lists: readonly (readonly Item[])[], limit: number): Item[] {
  const items: Item[] = [];
  for (let round = 0; items.length < limit && lists.some((list) => round < list.length); round++) {
    items.push(...lists.flatMap((list) => list.slice(round, round + 1)));
  }
  return items.slice(0, limit);
}
