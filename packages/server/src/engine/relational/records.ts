import type { JsonValue, Message } from "@a2a/types";
import type { PushRecord, Scope } from "../port/task-engine.ts";
import type { Facts, SeenMessage, TaskChange } from "../shared/rules/change.ts";
import type { TaskHead, TaskRow, TurnRow } from "../shared/rules/task-row.ts";
import type { TaskPieces } from "../text/task-text.ts";

/** A row of a table, by column. */
export type Columns = Record<string, JsonValue | undefined>;

/** The part of a task's row that only the store knows. */
export interface StoredSlot {
  readonly key: number;
  /** How often the row had been written: a write on another count is refused. */
  readonly changes: number;
  readonly idleAt: number | undefined;
  /** Up to which event there is a snapshot. */
  readonly snapshotSeq: number;
  /** Whether the events have been deleted. */
  readonly trimmed: boolean;
}

/** Facts, and the state of the rows they were loaded from. */
export interface StoredFacts extends Facts {
  readonly stored: StoredSlot | undefined;
  /** A key for the task or the exchange that the decision may create. */
  readonly freshKey: number;
  /** The version of the message's record; absent where there was none. */
  readonly messageVersion: string | undefined;
  /** The turns and the checkpoint before the decision, which changes its row in place. */
  readonly before: Pick<TaskRow, "current" | "inbox" | "checkpoint"> | undefined;
}

/** The store's part of a row that it has loaded or written. */
export function slotOf({ slot }: Pick<TaskHead, "slot">): StoredSlot {
  return slot as StoredSlot; // only the store writes it
}

/** The key of the task that a change writes. */
export function keyOf({ created }: TaskChange, { stored, freshKey }: StoredFacts): number {
  return created || !stored ? freshKey : stored.key;
}

/** The store's part of a row after a change. */
export function slotAfter(change: TaskChange, facts: StoredFacts): StoredSlot {
  const before = change.created ? undefined : facts.stored;
  const idleAt = change.row.run === "idle" ? (before?.idleAt ?? facts.now) : undefined;
  const changes = (before?.changes ?? 0) + 1;
  return {
    key: keyOf(change, facts),
    changes,
    idleAt,
    snapshotSeq: before?.snapshotSeq ?? 0,
    trimmed: before?.trimmed ?? false,
  };
}

/** The columns of a task. */
export function taskColumns(row: TaskRow, { key, idleAt }: StoredSlot): Columns {
  return {
    key,
    id: row.id,
    ...scopeColumns(row.scope),
    context_id: row.contextId,
    alias: row.alias,
    version: row.version,
    state: row.state,
    status_at: row.statusAt,
    seq: row.seq,
    generation: row.generation,
    answered: row.answered,
    size: row.size,
    pushes: row.pushes,
    run: row.run,
    token: row.token,
    lease_until: row.leaseUntil,
    cancel: row.cancel && JSON.stringify(row.cancel),
    turn: row.turn,
    attempt: row.attempt,
    current_seq: row.current?.seq,
    idle_at: idleAt,
  };
}

/** A task from its columns, and those that the database itself keeps: `changes`, `snapshot_seq`, `trimmed`. */
export function headOf(columns: Columns): TaskHead {
  const { key, changes, idle_at, snapshot_seq, trimmed, cancel } = columns;
  const slot = { key, changes, idleAt: idle_at ?? undefined, snapshotSeq: snapshot_seq, trimmed };
  return {
    scope: scopeOf(columns),
    id: columns.id,
    contextId: columns.context_id,
    alias: columns.alias ?? undefined,
    version: columns.version,
    state: columns.state,
    statusAt: columns.status_at,
    seq: columns.seq,
    generation: columns.generation,
    answered: columns.answered,
    size: columns.size,
    run: columns.run,
    token: columns.token,
    leaseUntil: columns.lease_until ?? undefined,
    cancel: cancel === null ? undefined : JSON.parse(String(cancel)),
    turn: columns.turn,
    attempt: columns.attempt,
    pushes: columns.pushes,
    slot,
  } as TaskHead; // the columns were written from one
}

/** The texts of JSON that belong to a task beside its columns: `turns` in order, then the `checkpoint`, if there is one. */
export function textsOf({ turns, checkpoint }: Columns): string[] {
  return [...(turns as string[]), ...(checkpoint === null ? [] : [String(checkpoint)])];
}

/** A task with its turns and its checkpoint, given as `textsOf` returned them. */
export function rowOf(columns: Columns, texts: readonly string[]): TaskRow {
  const count = (columns.turns as string[]).length;
  const turns = texts.slice(0, count).map(turnOf);
  const current = turns.find(({ seq }) => seq === columns.current_seq);
  return { ...headOf(columns), current, inbox: turns.filter((turn) => turn !== current), checkpoint: texts[count] };
}

/** A turn as JSON that contains the JSON of its message, whose large strings can then be shared with the log. */
export function turnJson({ seq, message, call, fingerprint }: TurnRow): string {
  return `{"seq":${seq},"fingerprint":${JSON.stringify(fingerprint)},"call":${JSON.stringify(call)},"message":${message}}`;
}

function turnOf(json: string): TurnRow {
  const { message, ...turn } = JSON.parse(json) as TurnRow; // of another type here
  return { ...turn, message: JSON.stringify(message) };
}

/**
 * Facts from columns: `now`, `fresh_key`, of the message's record `m_version`, `m_fingerprint`, `m_task`, `m_context`, `m_seq`,
 * `m_answer`, `holder` and `reserved_until`, and `push_rows` and `owner_pushes`.
 */
export function factsOf(columns: Columns, row: TaskRow | undefined): StoredFacts {
  const pushes = (columns.push_rows ?? []) as Columns[];
  return {
    row,
    stored: row && slotOf(row),
    before: row && { ...row },
    seen: seenIn(columns),
    messageVersion: (columns.m_version as string | null | undefined) ?? undefined,
    pushes: row ? pushes.map((push) => pushOf(push, row.id)) : [],
    ownerPushes: Number(columns.owner_pushes ?? 0),
    freshKey: Number(columns.fresh_key),
    now: Number(columns.now),
    assertRoom: () => undefined,
  };
}

/** The facts of a command that needs no more than a row which this engine wrote last. */
export function factsOfRow(row: TaskRow, now: number): StoredFacts {
  return { ...factsOf({ now }, { ...row }), before: row };
}

function seenIn(columns: Columns): SeenMessage | undefined {
  const { m_fingerprint, m_task, m_context, m_seq, m_answer, holder, reserved_until } = columns;
  if (m_fingerprint === null || m_fingerprint === undefined) return undefined;
  const fingerprint = String(m_fingerprint);
  if (holder !== null) {
    return { fingerprint, result: { holder: String(holder), reservedUntil: Number(reserved_until) } };
  }
  if (m_task !== null) {
    return { fingerprint, result: { taskId: String(m_task), contextId: String(m_context), seq: Number(m_seq) } };
  }
  // Its task or its exchange may have been deleted before the record.
  return m_answer === null ? undefined : { fingerprint, result: { answer: JSON.parse(String(m_answer)) as Message } };
}

/** The columns of a webhook; `ord` is its place among those of its task. */
export function pushColumns(push: PushRecord, task: number, ord: number): Columns {
  const { scope, id, config, version, principal, nextSeq, attempts, retryAt, claim, claimedUntil } = push;
  const cursor = { next_seq: nextSeq, attempts, retry_at: retryAt, claim, claimed_until: claimedUntil };
  const host = new URL(config.url).host;
  return { task, id, ...scopeColumns(scope), host, ord, version, principal, ...cursor, config: JSON.stringify(config) };
}

/** A webhook from its columns. */
export function pushOf(columns: Columns, taskId: string): PushRecord {
  const { id, config, version, principal, next_seq, attempts, retry_at, claim, claimed_until } = columns;
  return {
    scope: scopeOf(columns),
    taskId,
    id,
    config: JSON.parse(String(config)),
    version,
    principal,
    nextSeq: next_seq,
    attempts,
    ...(retry_at !== null && { retryAt: retry_at }),
    claim,
    ...(claimed_until !== null && { claimedUntil: claimed_until }),
  } as PushRecord; // the columns were written from one
}

/** A snapshot from its columns. */
export function piecesOf({ head, history, artifacts, messages }: Columns): TaskPieces {
  return { head: String(head), history: String(history), artifacts: String(artifacts), messages: Number(messages) };
}

/** The columns of a scope. */
export function scopeColumns({ tenant, owner }: Scope): { tenant: string; owner: string } {
  return { tenant, owner };
}

function scopeOf({ tenant, owner }: Columns): Scope {
  return { tenant: String(tenant), owner: String(owner) };
}
