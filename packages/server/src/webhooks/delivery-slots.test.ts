import { describe, expect, it } from "vitest";
import type { WebhookRecord } from "../engine/port/task-engine.ts";
import { DeliverySlots } from "./delivery-slots.ts";

function webhook(owner: string, host: string): WebhookRecord {
  const scope = { tenant: "", owner };
  const config = { id: "w", taskId: "t", url: `https://${host}/hook` };
  return { scope, taskId: "t", id: "w", config, version: "1.0", principal: owner, nextSeq: 1, attempts: 0, claim: 0 };
}

describe("delivery slots", () => {
  it("are limited in all, for each owner and for each host", () => {
    const slots = new DeliverySlots({ total: 10, perOwner: 2, perHost: 3 });
    const taken = [slots.take(webhook("alice", "a.example")), slots.take(webhook("alice", "b.example"))];
    expect(taken.every((giveBack) => giveBack !== undefined)).toBe(true);
    expect(slots.take(webhook("alice", "c.example"))).toBeUndefined();
    for (const owner of ["bob", "carol"]) slots.take(webhook(owner, "a.example"));
    expect(slots.take(webhook("dave", "a.example"))).toBeUndefined();
    expect([slots.free, slots.filter()]).toEqual([
      6,
      { exceptScopes: [{ tenant: "", owner: "alice" }], exceptHosts: ["a.example"] },
    ]);
    for (const giveBack of taken) giveBack?.();
    expect([slots.free, slots.filter()]).toEqual([8, { exceptScopes: [], exceptHosts: [] }]);
  });
});
