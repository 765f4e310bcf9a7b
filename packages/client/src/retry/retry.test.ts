import { A2AError, LocalError } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { delayMs, judge, OutcomeUnknownError, withRetries } from "./retry.ts";
import { RetryBudget } from "./retry-budget.ts";

const refused = new LocalError("NETWORK", "cannot reach it", {
  cause: Object.assign(new Error("x"), { code: "ECONNREFUSED" }),
});
const reset = new LocalError("NETWORK", "cannot reach it", {
  cause: Object.assign(new Error("x"), { code: "ECONNRESET" }),
});

/** Fails with these, one after the other, and then succeeds. */
function failing(...errors: unknown[]) {
  let attempts = 0;
  const attempt = async () => {
    const error = errors[attempts++];
    if (error !== undefined) throw error;
    return attempts;
  };
  return attempt;
}
const fast = { retryDelayMs: 0 };

describe("a failed attempt", () => {
  it.each<[unknown, { retryable: boolean; mayHaveRun: boolean }]>([
    [refused, { retryable: true, mayHaveRun: false }],
    [reset, { retryable: true, mayHaveRun: true }],
    [new LocalError("TIMEOUT", "late"), { retryable: true, mayHaveRun: true }],
    [new LocalError("HTTP", "busy", { status: 503, retryable: true }), { retryable: true, mayHaveRun: false }],
    [new LocalError("HTTP", "gateway", { status: 502, retryable: true }), { retryable: true, mayHaveRun: true }],
    [new LocalError("HTTP", "broken", { status: 500 }), { retryable: false, mayHaveRun: true }],
    [new LocalError("PROTOCOL", "nonsense"), { retryable: false, mayHaveRun: true }],
    [new LocalError("BLOCKED", "no"), { retryable: false, mayHaveRun: false }],
    [new A2AError("RATE_LIMITED"), { retryable: true, mayHaveRun: false }],
    [new A2AError("UNAVAILABLE"), { retryable: true, mayHaveRun: false }],
    [new A2AError("CAPACITY_EXCEEDED"), { retryable: true, mayHaveRun: false }],
    [new A2AError("INTERNAL"), { retryable: false, mayHaveRun: false }],
    [new Error("a mistake of ours"), { retryable: false, mayHaveRun: false }],
  ])("%s", (error, expected) => {
    expect(judge(error)).toMatchObject(expected);
  });
});

describe("calls", () => {
  it("that only read are retried up to the limit", async () => {
    expect(await withRetries(failing(reset, reset), {}, fast)).toBe(3);
    await expect(withRetries(failing(reset, reset, reset), {}, { ...fast, maxRetries: 2 })).rejects.toBe(reset);
    const wrong = new LocalError("PROTOCOL", "nonsense");
    await expect(withRetries(failing(wrong), {}, fast)).rejects.toBe(wrong);
  });

  it("that are not idempotent are retried only when nothing was sent", async () => {
    expect(await withRetries(failing(refused, new A2AError("UNAVAILABLE")), { messageId: "m-1" }, fast)).toBe(3);
    const unknown = await withRetries(failing(reset), { messageId: "m-1" }, fast).catch((error: unknown) => error);
    expect(unknown).toBeInstanceOf(OutcomeUnknownError);
    expect(unknown).toMatchObject({ code: "OUTCOME_UNKNOWN", messageId: "m-1", cause: reset, retryable: false });
  });

  it("keep the error of an agent that answered", async () => {
    const broken = new LocalError("HTTP", "broken", { status: 500 });
    await expect(withRetries(failing(broken), { messageId: "m-1" }, fast)).rejects.toBe(broken);
  });

  it("report retries", async () => {
    const told: [number, unknown][] = [];
    await withRetries(failing(reset, refused), {}, { ...fast, onRetry: (retry, error) => told.push([retry, error]) });
    expect(told).toEqual([
      [1, reset],
      [2, refused],
    ]);
  });

  it("are not retried after the caller aborted", async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(withRetries(failing(reset), {}, { ...fast, signal: controller.signal })).rejects.toBe(reset);
  });

  it("stay within the budget", async () => {
    const budget = new RetryBudget({ minPerSecond: 1, now: () => 0 });
    const attempt = () => withRetries(failing(reset), { budget }, fast);
    expect(await attempt()).toBe(2);
    await expect(attempt()).rejects.toBe(reset);
  });
});

describe("a retry budget", () => {
  it("is a tenth of the calls, and at least a few per second", () => {
    let now = 0;
    const budget = new RetryBudget({ now: () => now });
    const taken = () => Array.from({ length: 200 }, () => budget.take()).filter(Boolean).length;
    expect(taken()).toBe(3);
    now = 1_000;
    expect(taken()).toBe(3);
    for (let n = 0; n < 500; n++) budget.request();
    expect(taken()).toBeGreaterThanOrEqual(49);
    expect(taken()).toBeLessThanOrEqual(1);
  });
});

describe("waits", () => {
  it("grow from zero to a ceiling that doubles, and respect the agent's wish", () => {
    expect([0, 1, 2, 9].map((tried) => delayMs(tried, undefined, { random: () => 1 }))).toEqual([
      1_000, 2_000, 4_000, 30_000,
    ]);
    expect(delayMs(3, undefined, { random: () => 0 })).toBe(0);
    expect(delayMs(0, 5_000, { random: () => 0 })).toBe(5_000);
    expect(delayMs(0, 3_600_000, { random: () => 0 })).toBe(60_000);
  });
});
