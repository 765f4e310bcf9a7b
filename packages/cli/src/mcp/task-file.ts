import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TaskRecord, TaskRecords } from "@a2a/tool-wrapper/mcp";
import { isJsonObject } from "@a2a/types";
import type { Io } from "../cli/io.ts";
import { userFolder } from "../settings/config-files.ts";

/** The oldest records are dropped beyond this number. */
const MAX_RECORDS = 200;

/** A record, and when a host was last shown it, as an ISO 8601 time. */
interface StoredRecord extends TaskRecord {
  readonly shown?: string;
}

/** The delegated tasks of one user, in a file that only the user can read. Several hosts share it. */
export class TaskFile implements TaskRecords {
  readonly path: string;

  constructor(io: Pick<Io, "env">) {
    this.path = join(userFolder(io), "mcp-tasks.json");
  }

  list(): readonly TaskRecord[] {
    return this.#read();
  }

  add(record: TaskRecord): void {
    const others = this.#read().filter(({ taskId }) => taskId !== record.taskId);
    this.#write([...others, record].slice(-MAX_RECORDS));
  }

  delete(taskId: string): void {
    const records = this.#read();
    const others = records.filter((record) => record.taskId !== taskId);
    if (others.length < records.length) this.#write(others);
  }

  markShown(): void {
    const shown = new Date().toISOString();
    const records = this.#read();
    if (records.length > 0) this.#write(records.map((record) => ({ ...record, shown })));
  }

  /** Whether a host, in any process, has been shown the tasks since then. */
  wasShownSince(time: Date): boolean {
    return this.#read().some(({ shown }) => shown !== undefined && shown >= time.toISOString());
  }

  #read(): readonly StoredRecord[] {
    try {
      const records: unknown = JSON.parse(readFileSync(this.path, "utf8"));
      return Array.isArray(records) ? records.filter(isRecord) : [];
    } catch {
      return []; // missing or unreadable
    }
  }

  #write(records: readonly StoredRecord[]): void {
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    const fresh = `${this.path}.${process.pid}`;
    writeFileSync(fresh, `${JSON.stringify(records, undefined, 2)}\n`, { mode: 0o600 });
    renameSync(fresh, this.path);
  }
}

function isRecord(value: unknown): value is StoredRecord {
  return isJsonObject(value) && ["tool", "taskId", "since", "request"].every((name) => typeof value[name] === "string");
}
