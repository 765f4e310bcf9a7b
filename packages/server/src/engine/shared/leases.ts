import { LinkedList, type ListNode } from "../../util/linked-list.ts";
import type { HeldLease } from "./held-lease.ts";

/** The leases that this engine holds. Most end before their task is visible, so that they are not indexed by task. */
export class Leases {
  readonly #all = new LinkedList<HeldLease>();
  readonly #byTask = new Map<string, HeldLease>();

  get size(): number {
    return this.#all.size;
  }

  /** The lease on a visible task. */
  get(taskId: string): HeldLease | undefined {
    return this.#byTask.get(taskId);
  }

  /** A copy of the list. */
  all(): HeldLease[] {
    return [...this.#all];
  }

  /** Adds a lease; the node removes it. */
  add(lease: HeldLease): ListNode<HeldLease> {
    return this.#all.add(lease);
  }

  /** The task of a lease is visible from now on. */
  show(lease: HeldLease): void {
    this.#byTask.set(lease.taskId, lease);
  }

  /** A lease has ended. */
  remove(node: ListNode<HeldLease>): void {
    this.#all.remove(node);
    const { item } = node;
    if (this.#byTask.size > 0 && this.#byTask.get(item.taskId) === item) this.#byTask.delete(item.taskId);
  }
}
