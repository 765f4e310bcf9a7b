import type { Task } from "@a2a/types";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type ObserveOptions, observe } from "./observe.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const task = (state: "WORKING" | "COMPLETED"): Task => ({ id: "t-1", status: { state: `TASK_STATE_${state}` } });

/** Polls a task that is completed with its fourth read, and lists each step with the time since the start. */
async function polling(options: ObserveOptions) {
  const started = performance.now();
  const steps: string[] = [];
  const step = (name: string) => steps.push(`${name} ${performance.now() - started}`);
  const isCancelled = options.isCancelled ?? (() => false);
  let reads = 0;
  const observing = observe(
    {
      taskId: undefined,
      strictPolling: true,
      async send() {
        step("send");
        return { task: task("WORKING") };
      },
      async getTask() {
        step("get");
        return task(++reads > 3 ? "COMPLETED" : "WORKING");
      },
      async cancelTask() {
        step("cancel");
        return task("WORKING");
      },
    },
    {
      pollIntervalMs: 1_234,
      ...options,
      isCancelled: () => {
        step("check");
        return isCancelled();
      },
    },
  );
  await vi.runAllTimersAsync();
  return { steps, observed: await observing };
}

it("S3-14 checks for cancellation, reads the task, checks its state and sleeps the interval, cycle by cycle", async () => {
  const { steps, observed } = await polling({});
  expect(observed.status).toBe("completed");
  const cycle = (ms: number) => [`check ${ms}`, `get ${ms}`];
  expect(steps).toEqual(["check 0", "send 0", ...cycle(0), ...cycle(1_234), ...cycle(2_468), ...cycle(3_702)]);
});

it("S3-14 checks the timeout by a monotonic clock, before anything else", async () => {
  const asked = vi.fn(() => {
    vi.setSystemTime(0); // a clock that is set back
    return false;
  });
  const { steps, observed } = await polling({ timeoutMs: 2_468, isCancelled: asked });
  expect(observed).toEqual({ status: "timeout", taskId: "t-1" });
  expect(steps).toEqual(["check 0", "send 0", "check 0", "get 0", "check 1234", "get 1234", "cancel 2468"]);
});

it("S3-14 stops reading the task once it is cancelled", async () => {
  let asked = 0;
  const { steps, observed } = await polling({ isCancelled: () => ++asked > 3 });
  expect(observed).toEqual({ status: "cancelled", taskId: "t-1" });
  expect(steps).toEqual([
    ...["check 0", "send 0", "check 0", "get 0", "check 1234", "get 1234"],
    ...["check 2468", "cancel 2468"],
  ]);
});
