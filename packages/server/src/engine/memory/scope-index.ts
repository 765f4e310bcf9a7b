import type { ListNode } from "../../collections/linked-list.ts";
import type { PushRecord, Scope } from "../port/task-engine.ts";
import type { TaskRow } from "../rules/task-row.ts";
import type { TextEntry } from "../text/log-entry.ts";
import type { SealedLog } from "../text/sealed-log.ts";
import type { SealedTask } from "../text/sealed-task.ts";
import type { TaskText } from "../text/task-text.ts";
import { Holding } from "./fair-share.ts";
import { TaskIndex } from "./task-index.ts";

/** A task in memory: its row, its log, and its text, which are sealed once the task is over. */
export interface KeptTask {
  readonly kind: "task";
  readonly row: TaskRow;
  readonly context: KeptContext;
  log: TextEntry[] | SealedLog;
  text: TaskText | SealedTask;
  /** The ids of its messages, to forget them together with the task. Mostly it is one. */
  messageIds: string | string[];
  pushes: readonly PushRecord[];
  /** When it last changed, on a clock that does not jump, and its place among all by that. */
  touchedAt: number;
  age: ListNode<Kept> | undefined;
  /** Whether nothing more will happen to it, so that it may be removed, and its place among those. */
  over: boolean;
  spare: ListNode<Kept> | undefined;
}

/** An exchange in memory. Both messages are JSON text. */
export interface KeptExchange {
  readonly kind: "exchange";
  readonly context: KeptContext;
  readonly messageId: string;
  readonly fingerprint: string;
  readonly message: string;
  readonly answer: string;
  touchedAt: number;
  age: ListNode<Kept> | undefined;
  over: boolean;
  spare: ListNode<Kept> | undefined;
}

/** What takes up room. */
export type Kept = KeptTask | KeptExchange;

/** A conversation in memory: what was said in it, in the order in which it began. */
export interface KeptContext {
  readonly id: string;
  readonly shelf: Shelf;
  items: Kept[];
  /** How many of its tasks are not over, and how many more are about to come: it stays as long as there are any. */
  active: number;
  spare: ListNode<KeptContext> | undefined;
}

/** Everything of one scope. */
export interface Shelf {
  readonly scope: Scope;
  /** How much of the room for tasks and exchanges it takes up, and of that for contexts. */
  readonly kept: Holding<Kept>;
  readonly held: Holding<KeptContext>;
  readonly contexts: Map<string, KeptContext>;
  readonly messages: Map<
    string,
    { readonly task: KeptTask; readonly seq: number; readonly fingerprint: string } | KeptExchange
  >;
  readonly aliases: Map<string, string>;
  readonly index: TaskIndex;
  pushes: number;
  /** Whether it is put up. */
  isUp: boolean;
}

/** The shelves of all scopes. Those that hold nothing are cleared away. */
export class Shelves {
  readonly #tenants = new Map<string, Map<string, Shelf>>();

  get(scope: Scope): Shelf | undefined {
    return this.#tenants.get(scope.tenant)?.get(scope.owner);
  }

  /** The shelf of a scope; a new one is not put up before `tidy`. */
  ensure(scope: Scope): Shelf {
    return (
      this.get(scope) ?? {
        scope: { tenant: scope.tenant, owner: scope.owner },
        kept: new Holding(),
        held: new Holding(),
        contexts: new Map(),
        messages: new Map(),
        aliases: new Map(),
        index: new TaskIndex(),
        pushes: 0,
        isUp: false,
      }
    );
  }

  /** Puts up a shelf that holds something, and clears away one without contexts: everything on it belongs to one. */
  tidy(shelf: Shelf): void {
    const isUsed = shelf.contexts.size > 0;
    if (isUsed === shelf.isUp) return;
    shelf.isUp = isUsed;
    const { tenant, owner } = shelf.scope;
    const owners = this.#tenants.get(tenant) ?? new Map<string, Shelf>();
    if (isUsed) owners.set(owner, shelf);
    else owners.delete(owner);
    if (owners.size > 0) this.#tenants.set(tenant, owners);
    else this.#tenants.delete(tenant);
  }
}
