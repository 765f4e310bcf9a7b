import { expect, it } from "vitest";
import type { WebhookRecord } from "../port/task-engine.ts";
import { pushColumns, pushOf } from "./records.ts";

it.each([
  {},
  { retryAt: 1_700_000_000_000 },
  { claimedUntil: 1_700_000_030_000 },
  { retryAt: 1_700_000_000_000, claimedUntil: 1_700_000_030_000 },
])("a webhook that is read from its columns is the one that was written: %o", (times) => {
  const webhook: WebhookRecord = {
    scope: { tenant: "acme", owner: "ann" },
    taskId: "t-1",
    id: "w-1",
    config: { url: "https://desk.example/hook", token: "tok" },
    version: "1.0",
    principal: "ann",
    nextSeq: 4,
    attempts: 2,
    claim: 3,
    ...times,
  };
  // What a database returns: it has no undefined.
  const columns = Object.entries(pushColumns(webhook, 7, 5)).map(([name, value]) => [name, value ?? null]);
  expect(pushOf(Object.fromEntries(columns), "t-1")).toStrictEqual(webhook);
});
