import type { TaskState } from "@a2a/types";
import { microsOf } from "./instant.ts";
import { SortedKeys } from "./sorted-keys.ts";
import type { ListCursor, ListQuery } from "./task-engine.ts";
import type { TaskRow } from "./task-row.ts";

/** How many changes may pile up before they are carried into the index. */
const PENDING = 256;

/** A row at the place where the index last saw it. */
interface Place extends ListCursor {
  readonly row: TaskRow;
  readonly state: TaskState;
}

/**
 * The tasks of one scope in the order of lists: all of them, those of each state, of each context, and of each state within a
 * context. Changes are carried in a few hundred at a time, or when somebody lists: a task that runs through several states at
 * once moves once.
 */
export class TaskIndex {
  readonly #groups = new Map<string, SortedKeys<Place>>();
  readonly #places = new Map<TaskRow, Place>();
  readonly #pending = new Set<TaskRow>();

  /** A task is new, or its status changed. */
  touch(row: TaskRow): void {
    this.#pending.add(row);
    if (this.#pending.size >= PENDING) this.#catchUp();
  }

  /** A task is gone. */
  delete(row: TaskRow): void {
    this.#pending.delete(row);
    this.#remove(row);
  }

  list(query: ListQuery): { rows: TaskRow[]; totalSize: number; next: ListCursor | undefined } {
    this.#catchUp();
    const group = this.#groups.get(groupName(query.contextId, query.status));
    if (!group) return { rows: [], totalSize: 0, next: undefined };
    const from = query.statusTimestampAfter === undefined ? undefined : microsOf(query.statusTimestampAfter);
    const places: Place[] = [];
    let more = false;
    for (const place of group.below(query.cursor)) {
      if (from !== undefined && place.statusAt < from) break;
      more = places.length === query.pageSize;
      if (more) break;
      places.push(place);
    }
    const last = more ? places.at(-1) : undefined;
    return {
      rows: places.map(({ row }) => row),
      totalSize: from === undefined ? group.size : group.countFrom({ statusAt: from, id: "" }),
      next: last && { statusAt: last.statusAt, id: last.id },
    };
  }

  #catchUp(): void {
    for (const row of this.#pending) {
      this.#remove(row);
      const place = { row, id: row.id, statusAt: row.statusAt, state: row.state };
      this.#places.set(row, place);
      for (const name of groupsOf(row.contextId, place.state)) this.#group(name).add(place);
    }
    this.#pending.clear();
  }

  #remove(row: TaskRow): void {
    const place = this.#places.get(row);
    if (!place) return;
    this.#places.delete(row);
    for (const name of groupsOf(row.contextId, place.state)) {
      const group = this.#groups.get(name);
      group?.remove(place);
      if (group?.size === 0) this.#groups.delete(name);
    }
  }

  #group(name: string): SortedKeys<Place> {
    let group = this.#groups.get(name);
    if (!group) {
      group = new SortedKeys();
      this.#groups.set(name, group);
    }
    return group;
  }
}

function groupsOf(contextId: string, state: TaskState): string[] {
  return [groupName(), groupName(undefined, state), groupName(contextId), groupName(contextId, state)];
}

/** States contain no slash, so no context can be taken for another group. */
function groupName(contextId?: string, state?: TaskState): string {
  return `${state ?? ""}/${contextId === undefined ? "" : `=${contextId}`}`;
}
