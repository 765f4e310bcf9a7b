import type { TaskState } from "@a2a/types";
import { SortedKeys } from "../../collections/sorted-keys.ts";
import type { ListCursor, ListQuery } from "../port/task-engine.ts";
import type { TaskRow } from "../rules/task-row.ts";
import { microsOf } from "../text/instant.ts";

/** The number of pending changes that triggers an index update. */
const PENDING = 256;
/** The number of contexts with a sorted index (LRU). */
const CONTEXTS = 64;

/** A row with its sort key as of the last index update. */
interface IndexEntry extends ListCursor {
  readonly row: TaskRow;
  readonly state: TaskState;
}

/** The rows of one page, and one more if there are more. */
export interface IndexPage {
  readonly rows: TaskRow[];
  readonly totalSize: number;
}

/**
 * Sorted indexes of one scope's tasks: all of them, those of each state, and both within the recently
 * listed contexts (an LRU set, since most contexts are never listed). Nothing is indexed before the first list
 * call. Changes are applied in batches, or when a list is requested: a task that passes through several states
 * in between moves once.
 */
export class TaskIndex {
  readonly #groups = new Map<string, SortedKeys<IndexEntry>>();
  readonly #contexts = new Set<string>();
  readonly #places = new Map<TaskRow, IndexEntry>();
  readonly #pending = new Set<TaskRow>();
  #isUsed = false;

  /** Records that a task is new or has changed. */
  touch(row: TaskRow): void {
    if (!this.#isUsed) return;
    const place = this.#places.get(row);
    if (place && place.statusAt === row.statusAt && place.state === row.state) return;
    this.#pending.add(row);
    if (this.#pending.size >= PENDING) this.#catchUp();
  }

  /** Removes a task. */
  delete(row: TaskRow): void {
    if (!this.#isUsed) return;
    this.#pending.delete(row);
    this.#remove(row);
  }

  /** One page; `rowsIn` provides the tasks of a context, or of the scope, when they are not indexed yet. */
  list(query: ListQuery, rowsIn: (contextId?: string) => Iterable<TaskRow>): IndexPage {
    if (!this.#isUsed) {
      this.#isUsed = true;
      for (const row of rowsIn()) this.#pending.add(row);
    }
    this.#catchUp();
    if (query.contextId !== undefined) this.#useContext(query.contextId, rowsIn);
    const group = this.#groups.get(groupName(query.contextId, query.status));
    if (!group) return { rows: [], totalSize: 0 };
    const from = query.statusTimestampAfter === undefined ? undefined : microsOf(query.statusTimestampAfter);
    const rows: TaskRow[] = [];
    for (const { statusAt, row } of group.below(query.cursor)) {
      if ((from !== undefined && statusAt < from) || rows.length > query.pageSize) break;
      rows.push(row);
    }
    return { rows, totalSize: from === undefined ? group.size : group.countFrom({ statusAt: from, id: "" }) };
  }

  #catchUp(): void {
    for (const row of this.#pending) {
      this.#remove(row);
      const place = { row, id: row.id, statusAt: row.statusAt, state: row.state };
      this.#places.set(row, place);
      for (const name of this.#groupsOf(place)) this.#group(name).add(place);
    }
    this.#pending.clear();
  }

  #remove(row: TaskRow): void {
    const place = this.#places.get(row);
    if (!place) return;
    this.#places.delete(row);
    for (const name of this.#groupsOf(place)) {
      const group = this.#groups.get(name);
      group?.remove(place);
      if (group?.size === 0) this.#groups.delete(name);
    }
  }

  #useContext(contextId: string, rowsIn: (contextId: string) => Iterable<TaskRow>): void {
    const known = this.#contexts.delete(contextId);
    this.#contexts.add(contextId);
    if (known) return;
    for (const row of rowsIn(contextId)) {
      const place = this.#places.get(row);
      if (!place) continue;
      this.#group(groupName(contextId)).add(place);
      this.#group(groupName(contextId, place.state)).add(place);
    }
    if (this.#contexts.size > CONTEXTS) this.#dropOldestContext();
  }

  #dropOldestContext(): void {
    const [oldest = ""] = this.#contexts;
    this.#contexts.delete(oldest);
    const states = new Set(
      [...(this.#groups.get(groupName(oldest))?.below(undefined) ?? [])].map(({ state }) => state),
    );
    for (const state of [undefined, ...states]) this.#groups.delete(groupName(oldest, state));
  }

  #groupsOf({ row, state }: IndexEntry): string[] {
    const names = [groupName(), groupName(undefined, state)];
    if (this.#contexts.has(row.contextId)) names.push(groupName(row.contextId), groupName(row.contextId, state));
    return names;
  }

  #group(name: string): SortedKeys<IndexEntry> {
    let group = this.#groups.get(name);
    if (!group) {
      group = new SortedKeys();
      this.#groups.set(name, group);
    }
    return group;
  }
}

/** States contain no slash, so group names cannot collide. */
function groupName(contextId?: string, state?: TaskState): string {
  return `${state ?? ""}/${contextId === undefined ? "" : `=${contextId}`}`;
}
