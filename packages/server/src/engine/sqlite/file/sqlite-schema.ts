import { closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { LocalError } from "@a2a/types";
import { nodeSqlite } from "@a2a/types/node";
import { migrate } from "./sqlite-migrations.ts";
import { isSqliteError } from "./transaction.ts";

/** Marks a file as ours ("A2Ae"), and its schema. */
const APPLICATION_ID = 0x41324165;
const SCHEMA_VERSION = 4;
/** The integrity check at opening is skipped for larger files. */
const CHECKED_FILE_BYTES = 64 * 1_024 * 1_024;

/**
 * All tables have an integer key that grows with time, so that rows written together are stored together. The key of a row of events
 * combines the key of their task and the sequence number of the last of them, which makes a task's log one range of the B-tree; a running or
 * queued turn has the key that a row with its message alone would have. Changes of tasks go to the journal first, in the order in
 * which they are made; the other tables follow when a task settles or has grown. Tasks and exchanges share one key sequence, which
 * preserves the order of a conversation. States are stored as protobuf enum numbers, status timestamps
 * in microseconds, all other times in milliseconds.
 */
const SCHEMA = `
  create table owner (
    id integer primary key check (id = 1),
    instance text not null, pid integer not null, host text not null, until integer not null
  );
  create table scope (key integer primary key, tenant text not null, owner text not null, unique (tenant, owner));
  create table task (
    key integer primary key,
    id text not null unique, scope integer not null, context text not null, alias text, version text not null,
    state integer not null, status_at integer not null,
    seq integer not null, generation integer not null, answered integer not null, size integer not null, pushes integer not null,
    run integer not null, token integer not null, turn integer not null, attempt integer not null, current_seq integer,
    idle_at integer, trimmed integer not null default 0
  );
  create index task_list on task (scope, status_at, id);
  create index task_state on task (scope, state, status_at, id);
  create index task_context on task (scope, context, status_at, id);
  create unique index task_alias on task (scope, alias) where alias is not null;
  create index task_run on task (run) where run > 0;
  create index task_idle on task (trimmed, idle_at) where idle_at is not null;
  create table event (
    key integer primary key,
    count integer not null, generation integer not null, entries text not null
  );
  create table snapshot (
    task integer primary key, seq integer not null, size integer not null, messages integer not null,
    head text not null, history text not null, artifacts text not null
  );
  create table turn (key integer primary key, fingerprint text not null, call text not null);
  create table checkpoint (task integer primary key, json text not null);
  create table message (
    key integer primary key,
    scope integer not null, message_id text not null, fingerprint text not null,
    task integer, seq integer, exchange integer, at integer not null
  );
  create unique index message_id on message (scope, message_id);
  create table exchange (
    key integer primary key,
    scope integer not null, context text not null, at integer not null, message text not null, answer text not null
  );
  create index exchange_context on exchange (scope, context);
  create table push (
    key integer primary key,
    task integer not null, id text not null, scope integer not null, version text not null, principal text not null,
    next_seq integer not null, attempts integer not null, retry_at integer, claim integer not null,
    claimed_until integer, config text not null, unique (task, id)
  );
  create index push_scope on push (scope);
  create table journal (key integer primary key, changes text not null);
  pragma application_id = ${APPLICATION_ID};
  pragma user_version = ${SCHEMA_VERSION};
`;

/** The path of an in-memory database. */
export const IN_MEMORY = ":memory:";

/**
 * Opens a database file, creating it (readable by its user only) if missing. A file that is corrupt, of another program
 * or of another schema version is rejected and not modified.
 */
export function openDatabase(path: string, synchronous: "NORMAL" | "FULL"): DatabaseSync {
  const { DatabaseSync } = nodeSqlite();
  let database: DatabaseSync | undefined;
  try {
    if (path !== IN_MEMORY) {
      mkdirSync(dirname(path), { recursive: true });
      closeSync(openSync(path, "a", 0o600));
    }
    database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
    database.exec("pragma busy_timeout = 2000");
    const isNew = isEmpty(database);
    const version = isNew ? SCHEMA_VERSION : checkSchema(database, path);
    database.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}`);
    if (isNew) database.exec(`begin immediate; ${SCHEMA} commit`);
    else migrate(database, version, SCHEMA_VERSION);
    checkTables(database, path);
    // After this, GroupCommit waits for locks without blocking the event loop.
    database.exec("pragma busy_timeout = 0; pragma trusted_schema = off");
    return database;
  } catch (error) {
    database?.close();
    throw unusable(path, error);
  }
}

/** Explains in one sentence why a file cannot be opened, and what to do. */
export function unusable(path: string, error: unknown): LocalError {
  if (error instanceof LocalError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  if (isSqliteError(error) && DAMAGED.includes(error.errcode & 0xff)) return damaged(path, reason, error);
  const { code = "", path: at = path } = error as NodeJS.ErrnoException;
  const problem = PROBLEMS[code]?.(at) ?? reason;
  return new LocalError("CONFIG", `cannot open the task database ${path}: ${problem}`, { cause: error });
}

/** Messages for file system errors, by code. */
const PROBLEMS: Readonly<Record<string, (path: string) => string>> = {
  EACCES: (path) => `this user may not write ${path}`,
  EPERM: (path) => `this user may not write ${path}`,
  EROFS: (path) => `${path} is on a read-only file system`,
  EISDIR: () => "it is a folder, expected a file",
  ENOTDIR: (path) => `a part of ${path} is a file, expected a folder`,
  EEXIST: (path) => `${path} is a file, expected a folder`,
  ENOENT: (path) => `${path} cannot be created there`,
};

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED = [11, 26];

/** The error for a file whose content cannot be read. */
export function damaged(path: string, reason: string, cause?: unknown): LocalError {
  const remedy = "restore a backup, or move it away to start empty";
  return new LocalError("CONFIG", `the task database ${path} is damaged (${reason}): ${remedy}`, { cause });
}

function isEmpty(database: DatabaseSync): boolean {
  return database.prepare("select count(*) as n from sqlite_schema").get()?.n === 0;
}

/** Statements are prepared on their first use, so a missing table would be noticed late. */
function checkTables(database: DatabaseSync, path: string): void {
  const present = new Set(
    database
      .prepare("select name from sqlite_schema")
      .all()
      .map(({ name }) => name),
  );
  const missing = [...SCHEMA.matchAll(/create table (\w+)/g)].find(([, name]) => !present.has(name as string));
  if (missing) throw damaged(path, `the table "${missing[1]}" is missing`);
}

/** Returns the schema version; throws when this program cannot read it. */
function checkSchema(database: DatabaseSync, path: string): number {
  const application = database.prepare("pragma application_id").get()?.application_id;
  if (application !== APPLICATION_ID) {
    throw new LocalError("CONFIG", `${path} is not a task database: choose another file`);
  }
  const version = Number(database.prepare("pragma user_version").get()?.user_version);
  if (version < 1 || version > SCHEMA_VERSION) {
    const which = `${path} has schema version ${version}, this program needs ${SCHEMA_VERSION}`;
    throw new LocalError("CONFIG", `${which}: choose another file, or the program version that wrote it`);
  }
  if (statSync(path).size > CHECKED_FILE_BYTES) return version;
  const [found] = database.prepare("pragma quick_check(1)").all();
  const verdict = String(found?.quick_check).replaceAll("\n", " ");
  if (verdict !== "ok") throw damaged(path, verdict);
  return version;
}
