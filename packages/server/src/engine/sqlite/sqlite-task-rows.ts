import type { DatabaseSync } from "node:sqlite";
import { isTerminal, type LogEvent, type ProtocolVersion, type TaskState, taskStates } from "@a2a/types";
import type { CallFacts, Scope } from "../port/task-engine.ts";
import type { TaskHead, TurnRecord } from "../rules/head.ts";
import { type Sql, statementsOf } from "./file/statements.ts";
import { EVENTS_PER_TASK, type SqliteLogs } from "./sqlite-logs.ts";
import type { SavedTask, SqliteTask } from "./sqlite-task.ts";

const RUNS = ["idle", "queued", "running"] as const;

/** The stored numbers of states that end a task, for a list in SQL. */
export const ENDED = taskStates.flatMap((state, number) => (isTerminal(state) ? [number] : [])).join(", ");

/** A result row as SQLite returns it. */
export type Columns = Record<string, unknown>;

/** The stored number of a state. */
export function stateNumber(state: TaskState): number {
  return taskStates.indexOf(state);
}

const INSERT = `
  insert into task (seq, generation, answered, size, pushes, token, turn, attempt, current_seq, state, status_at, run, idle_at, key,
    id, scope, context, alias, version) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const GROWTH =
  "seq = ?, generation = ?, answered = ?, size = ?, pushes = ?, token = ?, turn = ?, attempt = ?, current_seq = ?";
/** A separate statement, so that indexes are not updated when no indexed column changes. */
const GROW = `update task set ${GROWTH} where key = ?`;
const CHANGE = `update task set ${GROWTH}, state = ?, status_at = ?, run = ?, idle_at = ? where key = ?`;

/** Reads and writes rows of tasks with their turns and checkpoints. */
export class SqliteTaskRows {
  readonly #logs: SqliteLogs;
  readonly #sql: Sql;

  constructor(database: DatabaseSync, logs: SqliteLogs) {
    this.#logs = logs;
    this.#sql = statementsOf(database);
  }

  /** A task from its columns; `snapshot_seq` and `snapshot_size` are among them. */
  read(columns: Columns, scope: Scope): SqliteTask {
    const key = Number(columns.key);
    const state = taskStates[Number(columns.state)] as TaskState;
    const run = RUNS[Number(columns.run)] ?? "idle";
    const turns = run === "idle" ? [] : this.#readTurns(key);
    const current = turns.find(({ seq }) => seq === columns.current_seq);
    const head: TaskHead = {
      scope,
      id: String(columns.id),
      contextId: String(columns.context),
      alias: columns.alias === null ? undefined : String(columns.alias),
      // Only known protocol versions are ever written.
      version: columns.version as ProtocolVersion,
      state,
      statusAt: Number(columns.status_at),
      seq: Number(columns.seq),
      generation: Number(columns.generation),
      answered: Number(columns.answered),
      size: Number(columns.size),
      run,
      token: Number(columns.token),
      turn: Number(columns.turn),
      attempt: Number(columns.attempt),
      current,
      inbox: turns.filter((turn) => turn !== current),
      checkpoint: isTerminal(state) ? undefined : this.#checkpoint(key),
      webhooks: Number(columns.pushes),
    };
    const snapshot = { seq: Number(columns.snapshot_seq ?? 0), size: Number(columns.snapshot_size ?? 0) };
    return {
      key,
      scopeKey: Number(columns.scope),
      head,
      text: undefined,
      saved: savedPart(head),
      changedAt: Number(columns.idle_at ?? 0),
      snapshot,
      trimmed: columns.trimmed === 1,
      unsaved: undefined,
    };
  }

  /** Writes the changed rows of a task; returns what they hold. */
  write(
    { key, saved, scopeKey }: Pick<SqliteTask, "key" | "saved" | "scopeKey">,
    head: TaskHead,
    changedAt: number,
  ): SavedTask {
    const { seq, generation, answered, size, webhooks, token, turn, attempt, state, statusAt, run } = head;
    const growth = [seq, generation, answered, size, webhooks, token, turn, attempt, head.current?.seq ?? null];
    const rest = [stateNumber(state), statusAt, RUNS.indexOf(run), run === "idle" ? changedAt : null];
    if (!saved)
      this.#sql(INSERT).run(
        ...growth,
        ...rest,
        key,
        head.id,
        scopeKey,
        head.contextId,
        head.alias ?? null,
        head.version,
      );
    else if (saved.state === state && saved.statusAt === statusAt && saved.run === run)
      this.#sql(GROW).run(...growth, key);
    else this.#sql(CHANGE).run(...growth, ...rest, key);
    this.#writeTurns(key, saved, head);
    this.#writeCheckpoint(key, saved?.checkpoint, head.checkpoint);
    return savedPart(head);
  }

  #readTurns(key: number): TurnRecord[] {
    const base = key * EVENTS_PER_TASK;
    const turns = this.#sql("select key, fingerprint, call from turn where key between ? and ? order by key");
    return turns.all(base, base + EVENTS_PER_TASK - 1).flatMap((columns) => {
      const seq = Number(columns.key) - base;
      const [entry] = this.#logs.read(key, seq - 1, 1);
      if (!entry) return [];
      const call = JSON.parse(String(columns.call)) as CallFacts;
      return [{ seq, message: messageIn(entry.event), call, fingerprint: String(columns.fingerprint) }];
    });
  }

  #writeTurns(key: number, saved: SavedTask | undefined, head: TaskHead): void {
    if (saved?.current === head.current && saved?.inbox === head.inbox) return;
    const before = new Set(turnsOf(saved).map(({ seq }) => seq));
    for (const { seq, fingerprint, call } of turnsOf(head)) {
      if (before.delete(seq)) continue;
      const insert = this.#sql("insert into turn (key, fingerprint, call) values (?, ?, ?)");
      insert.run(key * EVENTS_PER_TASK + seq, fingerprint, JSON.stringify(call));
    }
    for (const seq of before) this.#sql("delete from turn where key = ?").run(key * EVENTS_PER_TASK + seq);
  }

  #checkpoint(key: number): string | undefined {
    return this.#sql("select json from checkpoint where task = ?").get(key)?.json as string | undefined;
  }

  #writeCheckpoint(key: number, before: string | undefined, now: string | undefined): void {
    if (before === now) return;
    if (now === undefined) this.#sql("delete from checkpoint where task = ?").run(key);
    else this.#sql("insert or replace into checkpoint (task, json) values (?, ?)").run(key, now);
  }
}

/** The JSON of the message in the event that brought it. */
export function messageIn(event: LogEvent): string {
  const message = "received" in event ? event.received : "task" in event ? event.task.history?.at(-1) : undefined;
  return JSON.stringify(message);
}

function savedPart({ state, statusAt, run, current, inbox, checkpoint }: TaskHead): SavedTask {
  return { state, statusAt, run, current, inbox, checkpoint };
}

function turnsOf(task: Pick<TaskHead, "current" | "inbox"> | undefined): TurnRecord[] {
  return task ? [...(task.current ? [task.current] : []), ...task.inbox] : [];
}
