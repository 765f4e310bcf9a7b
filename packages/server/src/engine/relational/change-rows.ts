import type { JsonValue, Message } from "@a2a/types";
import type { PushRecord, Scope } from "../port/task-engine.ts";
import type { Change, ExchangeChange, Facts, ReservationChange, SeenMessage, TaskChange } from "../rules/change.ts";
import type { TaskRow, TurnRow } from "../rules/task-row.ts";
import { dueAt } from "../rules/webhooks.ts";
import { takeLargeStrings } from "./large-strings.ts";

/** A row of a table, by column. An absent column is null. */
export type RecordColumns = Record<string, JsonValue | undefined>;

/** Facts, and the state of the rows they were loaded from. */
export interface StoredFacts extends Facts {
  /** The loaded task: its key, how often it had been written, and since when it is idle. */
  readonly stored: { readonly key: number; readonly changes: number; readonly idleAt?: number | undefined } | undefined;
  /** A key for the task or the exchange that the decision may create. */
  readonly freshKey: number;
  /** The version of the message's record; absent where there was none. */
  readonly messageVersion: string | undefined;
  /** The turns and the checkpoint before the decision, which changes its row in place. */
  readonly before: Pick<TaskRow, "current" | "inbox" | "checkpoint"> | undefined;
}

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
  readonly commands: RecordColumns[] = [];
  readonly tasks: RecordColumns[] = [];
  readonly events: RecordColumns[] = [];
  readonly turns: RecordColumns[] = [];
  readonly checkpoints: RecordColumns[] = [];
  readonly pushes: RecordColumns[] = [];
  readonly undelivered: RecordColumns[] = [];
  readonly largeStrings: RecordColumns[] = [];
  readonly exchanges: RecordColumns[] = [];
  readonly #strings: LargeStrings;
  readonly #hashes = new Set<string>();

  constructor(strings: LargeStrings) {
    this.#strings = strings;
  }

  /** Adds a change, under a number. */
  add(ord: number, change: Change, facts: StoredFacts): void {
    if (change.kind === "task") this.#addTask(ord, change, facts);
    else
      this.commands.push({
        ord,
        ...(change.kind === "exchange" ? this.#exchange(change, facts) : reservation(change, facts)),
      });
  }

  #exchange({ exchange }: ExchangeChange, facts: StoredFacts): RecordColumns {
    const { scope, contextId, messageId, fingerprint, message, answer } = exchange;
    const key = facts.freshKey;
    this.exchanges.push({ key, ...scope, contextId, message, answer, at: facts.now });
    return { ...scope, ...record(messageId, fingerprint, facts), mExchange: key };
  }

  #addTask(ord: number, change: TaskChange, facts: StoredFacts): void {
    const { row, created, entries, message, replaced, savedPush, deletedPush } = change;
    const { stored, now, pushes } = facts;
    const task = keyOf(change, facts);
    const before = created ? undefined : facts.before;
    if (savedPush && !pushes.some(({ id }) => id === savedPush.id)) row.pushes += 1;
    if (deletedPush !== undefined) row.pushes -= 1;
    this.commands.push({
      ord,
      task,
      ...(stored && { key: stored.key, changes: stored.changes }),
      freesAlias: replaced !== undefined,
      ...scopeOf(row.scope),
      ...(message && { ...record(message.messageId, message.fingerprint, facts), mTask: task, mSeq: message.seq }),
    });
    this.tasks.push(taskColumns(row, task, created ? undefined : stored?.idleAt, now));
    for (const { seq, generation, answered, json, isShown } of entries) {
      // A message is received whoever holds the lease.
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
    this.undelivered.push({ task, ...scopeOf(row.scope), dueAt: at });
  }

  #addTurns(task: number, before: StoredFacts["before"], row: TaskRow): void {
    if (before?.current === row.current && before?.inbox === row.inbox) return;
    const ended = new Set(turnsOf(before).map(({ seq }) => seq));
    for (const turn of turnsOf(row)) {
      if (ended.delete(turn.seq)) continue;
      this.turns.push({ task, seq: turn.seq, json: this.take(task, JSON.stringify(turn)) });
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

/** The key of the task that a change writes. */
export function keyOf({ created }: TaskChange, { stored, freshKey }: StoredFacts): number {
  return created || !stored ? freshKey : stored.key;
}

/** The columns of a task; `idleAt` is since when it had been idle. */
export function taskColumns(row: TaskRow, key: number, idleAt: number | undefined, now: number): RecordColumns {
  const { scope, cancel, current, inbox: _, checkpoint: __, slot: ___, ...columns } = row;
  return {
    key,
    ...columns,
    ...scopeOf(scope),
    cancel: cancel && JSON.stringify(cancel),
    currentSeq: current?.seq,
    idleAt: row.run === "idle" ? (idleAt ?? now) : undefined,
  };
}

/** The idempotency record that the columns of a message hold; its task or its exchange may have been deleted before it. */
export function seenIn(columns: RecordColumns): SeenMessage | undefined {
  const { mFingerprint, mTask, mContext, mSeq, mAnswer, holder, reservedUntil } = columns;
  if (mFingerprint === undefined) return undefined;
  const fingerprint = String(mFingerprint);
  if (holder !== undefined)
    return { fingerprint, result: { holder: String(holder), reservedUntil: Number(reservedUntil) } };
  if (mTask !== undefined) {
    return { fingerprint, result: { taskId: String(mTask), contextId: String(mContext), seq: Number(mSeq) } };
  }
  return mAnswer === undefined
    ? undefined
    : { fingerprint, result: { answer: JSON.parse(String(mAnswer)) as Message } };
}

function reservation(
  { scope, messageId, fingerprint, holder, until }: ReservationChange,
  facts: StoredFacts,
): RecordColumns {
  const kept = record(messageId, fingerprint, facts);
  return { ...scopeOf(scope), ...kept, holder, reservedUntil: until, ...(until === 0 && { mOp: "delete" }) };
}

function record(message: string, fingerprint: string, { messageVersion, now }: StoredFacts): RecordColumns {
  return {
    message,
    fingerprint,
    mOp: messageVersion === undefined ? "insert" : "update",
    mVersion: messageVersion,
    at: now,
  };
}

function pushColumns({ scope, taskId: _, config, ...push }: PushRecord, task: number, ord: number): RecordColumns {
  return { task, ord, ...scopeOf(scope), ...push, host: new URL(config.url).host, config: JSON.stringify(config) };
}

/** When the first webhook is due; `undefined` when none has anything to deliver. */
function firstDue(pushes: readonly PushRecord[], row: TaskRow): number | undefined {
  const due = pushes.flatMap((push) => dueAt(push, row) ?? []);
  return due.length === 0 ? undefined : Math.min(...due);
}

function scopeOf({ tenant, owner }: Scope): RecordColumns {
  return { tenant, owner };
}

function turnsOf(task: Pick<TaskRow, "current" | "inbox"> | undefined): TurnRow[] {
  return task ? [...(task.current ? [task.current] : []), ...task.inbox] : [];
}
