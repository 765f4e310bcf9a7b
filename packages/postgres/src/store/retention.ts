import { isTerminal, taskStates } from "@a2a/types";
import { NOW } from "../database/columns.ts";
import type { Reader } from "../database/connections.ts";
import type { Texts } from "./texts.ts";

/** How long data is kept, in milliseconds. */
export interface RetentionOptions {
  /** The events of a task after its end; the task itself stays readable. */
  readonly eventTtlMs: number;
  /** Idle tasks and exchanges after their last change. */
  readonly taskTtlMs: number;
  /** Idempotency records of messages. */
  readonly messageTtlMs: number;
  readonly cleanupIntervalMs: number;
}

const BATCH = 500;
/** The engines that have not written for so long are gone. */
const WRITER_DAYS = 7;

/** Deletes expired data in batches. An advisory lock sees to it that one engine does so at a time. */
export class Retention {
  readonly #reader: Reader;
  readonly #texts: Texts;
  readonly #schema: string;
  readonly #options: RetentionOptions;
  readonly #removed: (taskId: string) => void;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(
    reader: Reader,
    texts: Texts,
    schema: string,
    options: RetentionOptions,
    removed: (taskId: string) => void,
  ) {
    this.#reader = reader;
    this.#texts = texts;
    this.#schema = schema;
    this.#options = options;
    this.#removed = removed;
    this.#timer = setInterval(() => void this.sweep().catch(() => undefined), options.cleanupIntervalMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async sweep(): Promise<void> {
    const s = this.#schema;
    const { eventTtlMs, taskTtlMs, messageTtlMs } = this.#options;
    // Evaluated once per statement; the lock ends with it.
    const lock = `(select pg_try_advisory_xact_lock(hashtext('retention of ${s.replaceAll("'", "")}')))`;
    const some = `limit ${BATCH} for update skip locked`;
    const ended = taskStates.filter(isTerminal);
    const expired = `t.idle_at < ${NOW} - $1::bigint and not t.trimmed and t.state = any($2::${s}.state[])`;
    // A task outlives its events as a snapshot.
    for (const task of await this.#texts.read(`${expired} and t.snapshot_seq < t.seq limit ${BATCH}`, [eventTtlMs, ended])) {
      await this.#texts.saveSnapshot(task.row, task.pieces());
    }
    await this.#repeat(
      `gone as (update ${s}.task t set trimmed = true where key in (
        select key from ${s}.task t where ${lock} and ${expired} and t.snapshot_seq = t.seq ${some}) returning key, id),
      events as (delete from ${s}.event e using gone where e.task = gone.key)`,
      [eventTtlMs, ended],
    );
    const tables = ["event", "snapshot", "large_string", "turn", "checkpoint", "push", "undelivered"];
    const deletions = tables.map((table) => `${table} as (delete from ${s}.${table} x using gone where x.task = gone.key)`);
    const removed = await this.#repeat(
      `gone as (delete from ${s}.task where key in (
        select key from ${s}.task where ${lock} and idle_at < ${NOW} - $1::bigint ${some}) returning key, id), ${deletions.join(", ")}`,
      [taskTtlMs],
    );
    for (const id of removed) this.#removed(id);
    for (const [table, ttlMs] of [["message", messageTtlMs], ["exchange", taskTtlMs]] as const) {
      const old = `select ctid from ${s}.${table} where ${lock} and at < ${NOW} - $1::bigint ${some}`;
      await this.#repeat(`gone as (delete from ${s}.${table} where ctid = any(array(${old})) returning '' as id)`, [ttlMs]);
    }
    await this.#reader.query(`delete from ${s}.writer where seen_at < now() - interval '${WRITER_DAYS} days'`);
  }

  /** Repeats a deletion until it finds less than a batch; returns the ids of all it found. */
  async #repeat(deletion: string, values: readonly unknown[]): Promise<string[]> {
    const ids: string[] = [];
    for (let found = BATCH; found === BATCH; ) {
      const rows = await this.#reader.query(`with ${deletion} select id from gone`, values);
      found = rows.length;
      ids.push(...rows.map(({ id }) => String(id)));
    }
    return ids;
  }
}
