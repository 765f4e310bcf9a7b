import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TaskFile } from "./task-file.ts";

const record = { tool: "desk", taskId: "t1", since: "2026-11-01T00:00:00.000Z", request: "hi" };

function files() {
  const env = { HOME: mkdtempSync(join(tmpdir(), "a2a-tasks-")) };
  return [new TaskFile({ env }), new TaskFile({ env })] as const;
}

describe("TaskFile", () => {
  it("tells other processes that a host was shown the tasks", () => {
    const [own, other] = files();
    const closed = new Date();
    expect(own.wasShownSince(closed)).toBe(false);
    own.add(record);
    expect(own.wasShownSince(closed)).toBe(false);
    other.markShown();
    expect(own.wasShownSince(closed)).toBe(true);
    expect(own.wasShownSince(new Date(Date.now() + 60_000))).toBe(false);
  });

  it("keeps one record per task, readable by its user only", () => {
    const [own, other] = files();
    own.add(record);
    other.add({ ...record, request: "again" });
    expect(own.list()).toEqual([{ ...record, request: "again" }]);
    expect(statSync(own.path).mode & 0o777).toBe(0o600);
    own.delete("t1");
    expect(other.list()).toEqual([]);
  });
});
