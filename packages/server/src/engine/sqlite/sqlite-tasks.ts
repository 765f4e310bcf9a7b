import type { DatabaseSync } from "node:sqlite";
import { isTerminal } from "@a2a/types";
import type { LogSnapshot } from "../store/task-store.ts";
import { foldLog, taskJsonIn } from "../text/fold-log.ts";
import type { TextEntry } from "../text/log-entry.ts";
import { SealedTask } from "../text/sealed-task.ts";
import { joinTask, type TaskText } from "../text/task-text.ts";
import { type Sql, statementsOf } from "./file/statements.ts";
import { type JournaledTask, merged } from "./sqlite-journal.ts";
import { TASK_COLUMNS, TASK_TABLES } from "./sqlite-lists.ts";
import type { SqliteLogs } from "./sqlite-logs.ts";
import type { SqliteScopes } from "./sqlite-scopes.ts";
import type { SqliteTask } from "./sqlite-task.ts";
import type { Columns, SqliteTaskRows } from "./sqlite-task-rows.ts";
import type { Unflushed } from "./unflushed.ts";

const BY_ID = `select ${TASK_COLUMNS} from ${TASK_TABLES} where id = ?`;
const BY_KEY = `select ${TASK_COLUMNS} from ${TASK_TABLES} where task.key = ?`;

/** Reads tasks, whose latest changes may be in the journal only. */
export class SqliteTasks {
  readonly #rows: SqliteTaskRows;
  readonly #logs: SqliteLogs;
  readonly #scopes: SqliteScopes;
  readonly #unflushed: Unflushed;
  readonly #sql: Sql;

  constructor(
    database: DatabaseSync,
    tables: { rows: SqliteTaskRows; logs: SqliteLogs; scopes: SqliteScopes },
    unflushed: Unflushed,
  ) {
    this.#rows = tables.rows;
    this.#logs = tables.logs;
    this.#scopes = tables.scopes;
    this.#unflushed = unflushed;
    this.#sql = statementsOf(database);
  }

  load(id: string): SqliteTask | undefined {
    const unflushed = this.#unflushed.find(id);
    if (unflushed) return unflushed;
    const columns = this.#sql(BY_ID).get(id);
    return columns && this.fromRow(columns);
  }

  fromRow(columns: Columns): SqliteTask {
    return this.#rows.read(columns, this.#scopes.of(Number(columns.scope)));
  }

  /** A task that the journal of another process has changes of. */
  recovered(key: number, journaled: JournaledTask): SqliteTask {
    const columns = this.#sql(BY_KEY).get(key);
    const readEntry = (seq: number) => this.#logs.read(key, seq - 1, 1)[0];
    return merged(key, journaled, columns && this.fromRow(columns), (scope) => this.#scopes.of(scope), readEntry);
  }

  /** The fold of a task's log. */
  text({ key, head, snapshot, unsaved }: SqliteTask): TaskText | SealedTask {
    const pieces = snapshot.seq > 0 ? this.#logs.snapshot(key) : undefined;
    if (pieces && isTerminal(head.state) && snapshot.seq === head.seq) return new SealedTask(pieces);
    return foldLog(pieces, [...this.#logs.read(key, snapshot.seq, head.seq), ...(unsaved?.entries ?? [])]);
  }

  entries({ key, unsaved }: SqliteTask, after: number, limit: number): readonly TextEntry[] {
    const first = unsaved?.entries[0]?.seq ?? Number.POSITIVE_INFINITY;
    if (unsaved && first <= after + 1) return unsaved.entries.slice(after + 1 - first, after + 1 - first + limit);
    const rows = this.#logs.read(key, after, limit);
    return unsaved && rows.length < limit ? [...rows, ...unsaved.entries.slice(0, limit - rows.length)] : rows;
  }

  /** The latest snapshot if it is not newer than `seq`, otherwise the initial task; `undefined` once the events were deleted. */
  snapshotBefore(task: SqliteTask, seq: number): LogSnapshot | undefined {
    const { key, snapshot, trimmed } = task;
    if (trimmed) return undefined;
    if (snapshot.seq > 1 && snapshot.seq <= seq) {
      const [last] = this.entries(task, snapshot.seq - 1, 1);
      return last && { seq: snapshot.seq, generation: last.generation, json: joinTask(this.#logs.snapshot(key)) };
    }
    const [first] = this.entries(task, 0, 1);
    return { seq: 1, generation: 1, json: taskJsonIn(first) };
  }
}
