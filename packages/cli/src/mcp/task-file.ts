import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TaskRecord, TaskRecords } from "@a2a/tool-wrapper/mcp";
import { isJsonObject } from "@a2a/types";
import type { Io } from "../cli/io.ts";
import { userFolder } from "../settings/config-files.ts";

/** The oldest records are dropped beyond this number. */
const MAX_RECORDS = 200;

/** The delegated tasks of one user, in a file that only the user can read. Several hosts share it. */
export class TaskFile implements TaskRecords {
  readonly path: string;

  constructor(io: Pick<Io, "env">) {
    this.path = join(userFolder(io), "mcp-tasks.json");
  }

  list(): readonly TaskRecord[] {
    try {
      const records: unknown = JSON.parse(readFileSync(this.path, "utf8"));
      return Array.isArray(records) ? records.filter(isRecord) : [];
    } catch {
      return []; // missing or unreadable
    }
  }

  add(record: TaskRecord): void {
    const others = this.list().filter(({ taskId }) => taskId !== record.taskId);
    this.#write([...others, record].slice(-MAX_RECORDS));
  }

  delete(taskId: string): void {
    const records = this.list();
    const others = records.filter((record) => record.taskId !== taskId);
    if (others.length < records.length) this.#write(others);
  }

  #write(records: readonly TaskRecord[]): void {
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    const fresh = `${this.path}.${process.pid}`;
    writeFileSync(fresh, `${JSON.stringify(records, undefined, 2)}\n`, { mode: 0o600 });
    renameSync(fresh, this.path);
  }
}

function isRecord(value: unknown): value is TaskRecord {
  return isJsonObject(value) && ["tool", "taskId", "since", "request"].every((name) => typeof value[name] === "string");
}
