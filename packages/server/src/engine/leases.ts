import { LinkedList, type ListNode } from "../collections/linked-list.ts";
import type { LocalLease } from "./local-lease.ts";

/** The leases that are out. Most are over before their tasks can be asked for, so that nobody looks for them. */
export class Leases {
  readonly #all = new LinkedList<LocalLease>();
  readonly #byTask = new Map<string, LocalLease>();

  get size(): number {
    return this.#all.size;
  }

  /** The lease on a task that can be seen. */
  get(taskId: string): LocalLease | undefined {
    return this.#byTask.get(taskId);
  }

  /** All of them, as they are now. */
  all(): LocalLease[] {
    return [...this.#all];
  }

  /** A lease is out; the link gives it back. */
  add(lease: LocalLease): ListNode<LocalLease> {
    return this.#all.add(lease);
  }

  /** Its task can be seen from now on. */
  show(lease: LocalLease): void {
    this.#byTask.set(lease.taskId, lease);
  }

  /** It is over. */
  remove(link: ListNode<LocalLease>): void {
    this.#all.remove(link);
    const { item } = link;
    if (this.#byTask.size > 0 && this.#byTask.get(item.taskId) === item) this.#byTask.delete(item.taskId);
  }
}
