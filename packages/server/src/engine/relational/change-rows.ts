import type { TaskHead, TurnRecord } from "../rules/head.ts";
import type { Change, ExchangeChange, TaskChange } from "../store/task-store.ts";
import { joinTask, type TaskPieces } from "../text/task-text.ts";
import { takeLargeStrings } from "./large-strings.ts";
import { type Columns, pushColumns, type StoredRecord, scopeColumns, taskColumns, turnJson } from "./records.ts";

/** How large strings are stored separately from the rows that contain them. */
export interface LargeStrings {
  readonly minLength: number;
  /** A short, content-based name. */
  hash(value: string): string;
}

/** A string that is stored separately, as JSON. */
export interface LargeString {
  /** The key of its task, or the number of its change. */
  readonly task: number;
  readonly hash: string;
  readonly value: string;
}

/**
 * The rows that a batch of changes writes, for a store in a relational database. Instead of the key of a task, which a new one does not
 * have yet, rows have the number of their change. A row of `turns`, `checkpoints` or `webhooks` without its last column is to be deleted.
 */
export class ChangeRows {
  /** One row for each change, with its fence. */
  readonly commands: Columns[] = [];
  /** The reservations that changes depend on. */
  readonly reservations: Columns[] = [];
  readonly tasks: Columns[] = [];
  readonly events: Columns[] = [];
  readonly turns: Columns[] = [];
  readonly checkpoints: Columns[] = [];
  readonly pushes: Columns[] = [];
  readonly largeStrings: LargeString[] = [];
  readonly exchanges: Columns[] = [];
  readonly messages: Columns[] = [];
  readonly #strings: LargeStrings;
  readonly #hashes = new Set<string>();

  /** @param changes Their numbers are their places in this list. */
  constructor(strings: LargeStrings, changes: readonly Change[] = []) {
    this.#strings = strings;
    for (const [ord, change] of changes.entries()) {
      if (change.kind === "task") this.#addTask(ord, change);
      else this.#addExchange(ord, change);
    }
  }

  #addExchange(ord: number, { exchange }: ExchangeChange): void {
    const { scope, contextId, messageId, fingerprint, holder, message, answer } = exchange;
    this.commands.push({ ord });
    this.exchanges.push({ key: ord, ...scope, context_id: contextId, message, answer });
    this.#addMessage(ord, scope, { messageId, fingerprint, holder }, true);
  }

  #addTask(ord: number, change: TaskChange): void {
    const { head, created, entries, messages, replaced, savedWebhooks, deletedWebhooks, takenNotes } = change;
    const before = change.record as StoredRecord | undefined; // all records come from the store
    const taken = takenNotes ?? before?.taken ?? 0;
    this.commands.push({
      ord,
      key: before?.key,
      token: before?.head.token,
      taken,
      is_released: before !== undefined && head.run !== "running",
      ...(before ? {} : { ...scopeColumns(head.scope), alias: head.alias }),
      replaced: (replaced as StoredRecord | undefined)?.key,
      webhooks: savedWebhooks.length,
      pushes: head.webhooks,
    });
    this.tasks.push(taskColumns(ord, head, taken));
    for (const [index, { seq, generation, answered, json: whole }] of entries.entries()) {
      // The first entry consists of the pieces of its task. Reading it would join them and double the memory.
      const isTask = created !== undefined && index === 0;
      const json = isTask ? `{"task":${joinTask(this.takePieces(ord, created.text.pieces()))}}` : this.take(ord, whole);
      this.events.push({ task: ord, seq, generation, answered, token: head.token, json });
    }
    this.#addTurns(ord, before?.head, head);
    if (head.checkpoint !== before?.head.checkpoint) {
      const json = head.checkpoint === undefined ? undefined : this.take(ord, head.checkpoint);
      this.checkpoints.push({ task: ord, json });
    }
    for (const webhook of savedWebhooks) this.pushes.push(pushColumns(webhook, ord, head.seq));
    for (const id of deletedWebhooks) this.pushes.push({ task: ord, id });
    for (const message of messages) this.#addMessage(ord, head.scope, message, false);
  }

  #addMessage(
    ord: number,
    scope: TaskHead["scope"],
    message: { messageId: string; fingerprint: string; seq?: number; holder?: string | undefined },
    isExchange: boolean,
  ): void {
    const { messageId: id, fingerprint, seq, holder } = message;
    const key = { ord, ...scopeColumns(scope), id };
    if (holder !== undefined) this.reservations.push({ ...key, holder });
    this.messages.push({ ...key, fingerprint, seq, is_exchange: isExchange });
  }

  #addTurns(ord: number, before: TaskHead | undefined, head: TaskHead): void {
    if (before?.current === head.current && before?.inbox === head.inbox) return;
    const ended = new Set(turnsOf(before).map(({ seq }) => seq));
    for (const turn of turnsOf(head)) {
      if (ended.delete(turn.seq)) continue;
      const message = this.take(ord, turn.message);
      this.turns.push({ task: ord, seq: turn.seq, json: this.take(ord, turnJson({ ...turn, message })) });
    }
    for (const seq of ended) this.turns.push({ task: ord, seq });
  }

  /** Takes large strings out of the pieces of a task. */
  takePieces(task: number, { head, artifacts, history, messages }: TaskPieces): TaskPieces {
    const take = (json: string) => this.take(task, json);
    return { head: take(head), artifacts: take(artifacts), history: take(history), messages };
  }

  /** Takes large strings out of JSON of a task. */
  take(task: number, json: string): string {
    return takeLargeStrings(json, this.#strings.minLength, (value) => {
      const hash = this.#strings.hash(value);
      const name = `${task} ${hash}`;
      if (!this.#hashes.has(name)) this.largeStrings.push({ task, hash, value });
      this.#hashes.add(name);
      return hash;
    });
  }
}

function turnsOf(task: TaskHead | undefined): TurnRecord[] {
  return task ? [...(task.current ? [task.current] : []), ...task.inbox] : [];
}
