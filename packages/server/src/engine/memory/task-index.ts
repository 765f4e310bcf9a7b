import type { TaskState } from "@a2a/types";
import { SortedKeys } from "../../util/sorted-keys.ts";
import type { ListCursor, ListQuery } from "../port/task-engine.ts";
import { microsOf } from "../text/instant.ts";
import type { TaskEntry } from "./scope-index.ts";

/** The number of pending changes that triggers an index update. */
const PENDING = 256;
/** The number of contexts with a sorted index (LRU). */
const CONTEXTS = 64;

/** A task with its sort key as of the last index update. */
interface IndexEntry extends ListCursor {
  readonly task: TaskEntry;
  readonly state: TaskState;
}

/** The tasks of one page, and one more if there are more. */
export interface IndexPage {
  readonly tasks: TaskEntry[];
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
  readonly #places = new Map<TaskEntry, IndexEntry>();
  readonly #pending = new Set<TaskEntry>();
  #isUsed = false;

  /** Records that a task is new or has changed. */
  touch(task: TaskEntry): void {
    if (!this.#isUsed) return;
    const place = this.#places.get(task);
    if (place && place.statusAt === task.head.statusAt && place.state === task.head.state) return;
    this.#pending.add(task);
    if (this.#pending.size >= PENDING) this.#catchUp();
  }

  /** Removes a task. */
  delete(task: TaskEntry): void {
    if (!this.#isUsed) return;
    this.#pending.delete(task);
    this.#remove(task);
  }

  /** One page; `tasksIn` provides the tasks of a context, or of the scope, when they are not indexed yet. */
  list(query: ListQuery, tasksIn: (contextId?: string) => Iterable<TaskEntry>): IndexPage {
    if (!this.#isUsed) {
      this.#isUsed = true;
      for (const task of tasksIn()) this.#pending.add(task);
    }
    this.#catchUp();
    if (query.contextId !== undefined) this.#useContext(query.contextId, tasksIn);
    const group = this.#groups.get(groupName(query.contextId, query.status));
    if (!group) return { tasks: [], totalSize: 0 };
    const from = query.statusTimestampAfter === undefined ? undefined : microsOf(query.statusTimestampAfter);
    const tasks: TaskEntry[] = [];
    for (const { statusAt, task } of group.below(query.cursor)) {
      if ((from !== undefined && statusAt < from) || tasks.length > query.pageSize) break;
      tasks.push(task);
    }
    return { tasks, totalSize: from === undefined ? group.size : group.countFrom({ statusAt: from, id: "" }) };
  }

  #catchUp(): void {
    for (const task of this.#pending) {
      this.#remove(task);
      const place = { task, id: task.head.id, statusAt: task.head.statusAt, state: task.head.state };
      this.#places.set(task, place);
      for (const name of this.#groupsOf(place)) this.#group(name).add(place);
    }
    this.#pending.clear();
  }

  #remove(task: TaskEntry): void {
    const place = this.#places.get(task);
    if (!place) return;
    this.#places.delete(task);
    for (const name of this.#groupsOf(place)) {
      const group = this.#groups.get(name);
      group?.remove(place);
      if (group?.size === 0) this.#groups.delete(name);
    }
  }

  #useContext(contextId: string, tasksIn: (contextId: string) => Iterable<TaskEntry>): void {
    const known = this.#contexts.delete(contextId);
    this.#contexts.add(contextId);
    if (known) return;
    for (const task of tasksIn(contextId)) {
      const place = this.#places.get(task);
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

  #groupsOf({ task, state }: IndexEntry): string[] {
    const names = [groupName(), groupName(undefined, state)];
    if (this.#contexts.has(task.head.contextId))
      names.push(groupName(task.head.contextId), groupName(task.head.contextId, state));
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
