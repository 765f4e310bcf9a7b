import type { Task } from "@a2a/types";
import { expect, it, vi } from "vitest";
import { polled } from "./poll.ts";

const task = (state: "WORKING" | "COMPLETED"): Task => ({ id: "t-1", status: { state: `TASK_STATE_${state}` } });

it("S3-14 sleeps exactly the interval when it is fixed, however often nothing changes", async () => {
  vi.useFakeTimers();
  try {
    const reads: number[] = [];
    const read = async () => {
      reads.push(Date.now());
      return task(reads.length > 10 ? "COMPLETED" : "WORKING");
    };
    const polling = (async () => {
      for await (const { task: now } of polled(read, { pollIntervalMs: 1_234, fixed: true })) {
        if (now.status.state === "TASK_STATE_COMPLETED") return;
      }
    })();
    await vi.runAllTimersAsync();
    await polling;
    const waits = reads.slice(1).map((at, index) => at - (reads[index] ?? 0));
    expect(waits).toEqual(Array.from({ length: 10 }, () => 1_234));
  } finally {
    vi.useRealTimers();
  }
});

it("polls with backoff while nothing changes, and reports changes", async () => {
  vi.useFakeTimers();
  try {
    const reads: number[] = [];
    const answers = [...Array.from({ length: 20 }, () => task("WORKING")), task("COMPLETED")];
    const read = async () => {
      reads.push(Date.now());
      return answers[reads.length - 1] as Task;
    };
    const seen: boolean[] = [];
    const polling = (async () => {
      for await (const { task: now, changed } of polled(read, { random: () => 0 })) {
        seen.push(changed);
        if (now.status.state === "TASK_STATE_COMPLETED") return;
      }
    })();
    await vi.runAllTimersAsync();
    await polling;
    expect(seen).toEqual([true, ...Array.from({ length: 19 }, () => false), true]);
    const waits = reads.slice(1).map((at, index) => at - (reads[index] ?? 0));
    expect(waits[0]).toBe(1_000);
    expect(waits.every((wait, index) => wait >= (waits[index - 1] ?? 0))).toBe(true);
    expect(waits.at(-1)).toBe(5_000);
  } finally {
    vi.useRealTimers();
  }
});
