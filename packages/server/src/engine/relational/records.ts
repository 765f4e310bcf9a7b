import type { JsonValue, Message } from "@a2a/types";
import type { Scope, WebhookRecord } from "../port/task-engine.ts";
import { NO_TURNS, type TaskHead, type TurnRecord } from "../rules/head.ts";
import type { Note } from "../rules/notes.ts";
import type { KnownMessage } from "../store/sharing.ts";
import type { TaskRecord } from "../store/task-store.ts";
import type { TaskPieces } from "../text/task-text.ts";

/** A row of a table, by column. */
export type Columns = Record<string, JsonValue | undefined>;

/** A task as its store knows it. */
export interface StoredRecord extends TaskRecord {
  head: TaskHead;
  /** The key of its row; absent until that is known. */
  key: number | undefined;
  taken: number;
  /** Up to which event there is a snapshot. */
  snapshotSeq: number;
  /** Whether the events have been deleted. */
  trimmed: boolean;
}

/** The columns of a task that its owner writes. */
export function taskColumns(ord: number, head: TaskHead, taken: number): Columns {
  return {
    key: ord,
    id: head.id,
    ...scopeColumns(head.scope),
    context_id: head.contextId,
    alias: head.alias,
    version: head.version,
    state: head.state,
    status_at: head.statusAt,
    seq: head.seq,
    generation: head.generation,
    answered: head.answered,
    size: head.size,
    run: head.run,
    token: head.token,
    turn: head.turn,
    attempt: head.attempt,
    current_seq: head.current?.seq,
    taken,
  };
}

/** A task from its columns, without its turns and its checkpoint. */
export function recordOf(columns: Columns): StoredRecord {
  const head = {
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
    turn: columns.turn,
    attempt: columns.attempt,
    current: undefined,
    inbox: NO_TURNS,
    checkpoint: undefined,
    webhooks: columns.pushes,
  } as TaskHead; // the columns were written from one
  const { key, taken, snapshot_seq, trimmed } = columns;
  return {
    head,
    text: undefined,
    key: Number(key),
    taken: Number(taken),
    snapshotSeq: Number(snapshot_seq),
    trimmed: trimmed === true,
  };
}

/** The texts of JSON that belong to a task beside its columns: `turns` in order, then the `checkpoint`, if there is one. */
export function textsOf({ turns, checkpoint }: Columns): string[] {
  return [...(turns as string[]), ...(checkpoint === null ? [] : [String(checkpoint)])];
}

/** A task with its turns and its checkpoint, given as `textsOf` returned them. */
export function fullRecordOf(columns: Columns, texts: readonly string[]): StoredRecord {
  const record = recordOf(columns);
  const count = (columns.turns as string[]).length;
  const turns = texts.slice(0, count).map(turnOf);
  const current = turns.find(({ seq }) => seq === columns.current_seq);
  const inbox = turns.filter((turn) => turn !== current);
  return { ...record, head: { ...record.head, current, inbox, checkpoint: texts[count] } };
}

/** A turn as JSON that contains the JSON of its message, whose large strings can then be shared with the log. */
export function turnJson({ seq, message, call, fingerprint }: TurnRecord): string {
  return `{"seq":${seq},"fingerprint":${JSON.stringify(fingerprint)},"call":${JSON.stringify(call)},"message":${message}}`;
}

function turnOf(json: string): TurnRecord {
  const { message, ...turn } = JSON.parse(json) as TurnRecord; // of another type here
  return { ...turn, message: JSON.stringify(message) };
}

/** A note from its columns. */
export function noteOf({ n, kind, message_id, json }: Columns): Note {
  const messageId = message_id === null ? undefined : String(message_id);
  return { n: Number(n), kind: kind === 1 ? "message" : "cancel", messageId, json: String(json) };
}

/** The record of a message, from columns `m_fingerprint`, `m_task`, `m_context`, `m_seq`, `m_answer` and `holder`. */
export function knownIn(columns: Columns): KnownMessage | undefined {
  const { m_fingerprint, m_task, m_context, m_seq, m_answer, holder } = columns;
  if (m_fingerprint === null || m_fingerprint === undefined) return undefined;
  const fingerprint = String(m_fingerprint);
  if (holder !== null) return { fingerprint, result: { holder: String(holder) } };
  if (m_task !== null) {
    const task = { taskId: String(m_task), contextId: String(m_context) };
    return { fingerprint, result: m_seq === null ? { notedFor: task } : { ...task, seq: Number(m_seq) } };
  }
  // Its task or its exchange may have been deleted before the record.
  return m_answer === null ? undefined : { fingerprint, result: { answer: JSON.parse(String(m_answer)) as Message } };
}

/** The columns of a webhook of a task whose last event has the number `seq`. */
export function pushColumns(webhook: WebhookRecord, task: number, seq: number): Columns {
  const { scope, id, config, version, principal, nextSeq, attempts, retryAt, claim, claimedUntil } = webhook;
  const cursor = { next_seq: nextSeq, attempts, retry_at: retryAt, claim, claimed_until: claimedUntil };
  const due = { last_seq: seq, due_at: nextSeq <= seq ? Math.max(retryAt ?? 0, claimedUntil ?? 0) : undefined };
  const host = new URL(config.url).host;
  return {
    task,
    id,
    ...scopeColumns(scope),
    host,
    version,
    principal,
    ...cursor,
    ...due,
    config: JSON.stringify(config),
  };
}

/** A webhook from its columns. */
export function pushOf(columns: Columns, taskId: string): WebhookRecord {
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
  } as WebhookRecord; // the columns were written from one
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
