import type { PushRecord } from "../port/task-engine.ts";
import type { Change, ExchangeChange, ReservationChange, TaskChange } from "../shared/rules/change.ts";
import type { TaskRow, TurnRow } from "../shared/rules/task-row.ts";
import { dueAt } from "../shared/rules/webhooks.ts";
import { takeLargeStrings } from "./large-strings.ts";
import {
  type Columns,
  keyOf,
  pushColumns,
  type StoredFacts,
  scopeColumns,
  slotAfter,
  taskColumns,
  turnJson,
} from "./records.ts";

/** How large strings are kept apart from the rows that contain them. */
export interface LargeStrings {
  readonly minLength: number;
  /** A short name by content. */
  hash(value: string): string;
}

/**
 * The rows that a batch of changes writes, for a store in a relational database. A row of `turns`, `checkpoints`, `pushes` or
 * `undelivered` without its last column is to be deleted.
 */
export class ChangeRows {
  /** One row for each change: which rows it was decided on, and what becomes of the message's record. */
  readonly commands: Columns[] = [];
  readonly tasks: Columns[] = [];
  readonly events: Columns[] = [];
  readonly turns: Columns[] = [];
  readonly checkpoints: Columns[] = [];
  readonly pushes: Columns[] = [];
  readonly undelivered: Columns[] = [];
  readonly largeStrings: Columns[] = [];
  readonly exchanges: Columns[] = [];
  readonly #strings: LargeStrings;
  readonly #hashes = new Set<string>();

  constructor(strings: LargeStrings) {
    this.#strings = strings;
  }

  /** Adds a change, under a number. A changed row gets the slot that it will have. */
  add(ord: number, change: Change, facts: StoredFacts): void {
    if (change.kind === "task") this.#addTask(ord, change, facts);
    else
      this.commands.push({
        ord,
        ...(change.kind === "exchange" ? this.#exchange(change, facts) : reservation(change, facts)),
      });
  }

  #exchange({ exchange }: ExchangeChange, facts: StoredFacts): Columns {
    const { scope, contextId, messageId, fingerprint, message, answer } = exchange;
    const key = facts.freshKey;
    this.exchanges.push({ key, ...scope, context_id: contextId, message, answer, at: facts.now });
    return { ...scope, ...record(messageId, fingerprint, facts), m_exchange: key };
  }

  #addTask(ord: number, change: TaskChange, facts: StoredFacts): void {
    const { row, created, entries, message, replaced, savedPush, deletedPush } = change;
    const { stored, pushes } = facts;
    const task = keyOf(change, facts);
    const before = created ? undefined : facts.before;
    if (savedPush && !pushes.some(({ id }) => id === savedPush.id)) row.pushes += 1;
    if (deletedPush !== undefined) row.pushes -= 1;
    this.commands.push({
      ord,
      task,
      ...(stored && { key: stored.key, changes: stored.changes }),
      frees_alias: replaced !== undefined,
      ...scopeColumns(row.scope),
      ...(message && { ...record(message.messageId, message.fingerprint, facts), m_task: task, m_seq: message.seq }),
    });
    const slot = slotAfter(change, facts);
    row.slot = slot;
    this.tasks.push(taskColumns(row, slot));
    for (const { seq, generation, answered, json, isShown } of entries) {
      // A message is received regardless of who holds the lease.
      const token = isShown ? row.token : 0;
      this.events.push({ task, seq, generation, answered, token, json: this.take(task, json) });
    }
    this.#addTurns(task, before, row);
    if (row.checkpoint !== before?.checkpoint) {
      this.checkpoints.push({ task, json: row.checkpoint === undefined ? undefined : this.take(task, row.checkpoint) });
    }
    if (savedPush) this.pushes.push(pushColumns(savedPush, task, pushes.length));
    if (deletedPush !== undefined) this.pushes.push({ task, id: deletedPush });
    const isPushChange = savedPush !== undefined || deletedPush !== undefined;
    if (!isPushChange && row.pushes === 0) return;
    const kept = pushes.filter(({ id }) => id !== savedPush?.id && id !== deletedPush);
    const at = isPushChange ? firstDue(savedPush ? [...kept, savedPush] : kept, row) : 0;
    this.undelivered.push({ task, ...scopeColumns(row.scope), due_at: at });
  }

  #addTurns(task: number, before: StoredFacts["before"], row: TaskRow): void {
    if (before?.current === row.current && before?.inbox === row.inbox) return;
    const ended = new Set(turnsOf(before).map(({ seq }) => seq));
    for (const turn of turnsOf(row)) {
      if (ended.delete(turn.seq)) continue;
      this.turns.push({ task, seq: turn.seq, json: this.take(task, turnJson(turn)) });
    }
    for (const seq of ended) this.turns.push({ task, seq });
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

function reservation({ scope, messageId, fingerprint, holder, until }: ReservationChange, facts: StoredFacts): Columns {
  const kept = record(messageId, fingerprint, facts);
  return { ...scopeColumns(scope), ...kept, holder, reserved_until: until, ...(until === 0 && { m_op: "delete" }) };
}

function record(message: string, fingerprint: string, { messageVersion, now }: StoredFacts): Columns {
  return {
    message,
    fingerprint,
    m_op: messageVersion === undefined ? "insert" : "update",
    m_version: messageVersion,
    at: now,
  };
}

/** When the first webhook is due; `undefined` when none has anything to deliver. */
function firstDue(pushes: readonly PushRecord[], row: TaskRow): number | undefined {
  const due = pushes.flatMap((push) => dueAt(push, row) ?? []);
  return due.length === 0 ? undefined : Math.min(...due);
}

function turnsOf(task: Pick<TaskRow, "current" | "inbox"> | undefined): TurnRow[] {
  return task ? [...(task.current ? [task.current] : []), ...task.inbox] : [];
}
