import type { DatabaseSync } from "node:sqlite";
import { isReceived } from "../../text/log-entry.ts";

/** Leads from one schema version to the next, within a transaction. */
type Migration = (database: DatabaseSync) => void;

/** From schema version 1 to 2, from 2 to 3, and so on. */
const migrations: readonly Migration[] = [addGenerations, addJournal, packEvents];

/** Brings a file of an older schema version up to date, in one transaction per version. */
export function migrate(database: DatabaseSync, from: number, to: number): void {
  for (let version = from; version < to; version++) {
    database.exec("begin immediate");
    migrations[version - 1]?.(database);
    database.exec(`pragma user_version = ${version + 1}; commit`);
  }
}

function addGenerations(database: DatabaseSync): void {
  database.exec(`
    alter table task add column generation integer not null default 0;
    alter table event add column generation integer not null default 0;
    alter table push add column claim integer not null default 0;
    alter table push add column claimed_until integer;
    update event set generation = counted.generation from (
      select key, sum(json not like '{"received"%') over (partition by key / 2097152 order by key) as generation from event
    ) as counted where counted.key = event.key;
    update task set generation = coalesce(
      (select generation from event where event.key = task.key * 2097152 + task.seq), task.seq)`);
}

function addJournal(database: DatabaseSync): void {
  database.exec(`
    create table journal (
      key integer primary key,
      task integer not null, seq integer not null, size integer not null, image text, entries text not null
    )`);
}

/** Rows of events have several events, and a row of the journal has the changes of a transaction. */
function packEvents(database: DatabaseSync): void {
  database.exec(`
    alter table event rename to old_event;
    create table event (
      key integer primary key,
      count integer not null, generation integer not null, entries text not null
    );
    insert into event (key, count, generation, entries)
      select key, 1, generation - (json not like '{"received"%'), coalesce(answered, '') || json from old_event;
    drop table old_event;
    alter table journal rename to old_journal;
    create table journal (key integer primary key, changes text not null)`);
  const insert = database.prepare("insert into journal (key, changes) values (?, ?)");
  const old = database.prepare("select key, task, seq, size, image, entries from old_journal order by key");
  for (const { key, task, seq, size, image, entries } of old.all()) {
    const lines = entries === "" ? [] : String(entries).split("\n");
    if (task === 0) {
      insert.run(Number(key), `0\t${lines.join(" ")}`);
      continue;
    }
    const [first = ""] = lines;
    const [generation, , json = ""] = first.split("\t");
    const before = lines.length === 0 ? 0 : Number(generation) - (isReceived(json) ? 0 : 1);
    const packed = lines.map((line) => line.split("\t").slice(1).join(""));
    const head = `${task}\t${seq}\t${size}\t${lines.length}\t${before}\t${image ?? ""}`;
    insert.run(Number(key), [head, ...packed].join("\n"));
  }
  database.exec("drop table old_journal");
}
