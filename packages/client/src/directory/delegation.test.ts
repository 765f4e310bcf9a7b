import { type JsonObject, PermissionError } from "@a2a/types";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DELEGATION, type Delegation, delegateTo, readDelegation } from "./delegation.ts";

describe("a chain of delegations", () => {
  it("declares its delegation chain and remaining budget in metadata", () => {
    const start = readDelegation(undefined);
    expect(start).toEqual({ path: [], budget: 50 });
    const first = delegateTo("researcher", start);
    expect(first).toEqual({ [DELEGATION]: { path: ["researcher"], budget: 24 } });
    expect(start.budget).toBe(25);
    expect(delegateTo("analyst", readDelegation(first))).toEqual({
      [DELEGATION]: { path: ["researcher", "analyst"], budget: 11 },
    });
  });

  it("allows no cycles, a limited depth and a limited number of calls", () => {
    const chain: Delegation = { path: ["a", "b"], budget: 9 };
    expect(() => delegateTo("a", chain)).toThrow("a → b → a is a cycle");
    expect(() => delegateTo("c", chain, { maxDepth: 2 })).toThrow("the delegation depth limit of 2 is reached");
    expect(() => delegateTo("c", { path: [], budget: 0 })).toThrow("the call budget is exhausted");
    expect(() => delegateTo("a", chain)).toThrow(PermissionError);
    expect(chain.budget).toBe(9);
  });

  it("is rejected when it claims more than is allowed here, or nonsense", () => {
    const told = (value: JsonObject[string]): JsonObject => ({ [DELEGATION]: value });
    expect(readDelegation(told({ path: ["x"], budget: 1e9 }), { budget: 7 })).toEqual({ path: ["x"], budget: 7 });
    expect(readDelegation(told({ path: ["x", 3, null], budget: -4 }))).toEqual({ path: ["x"], budget: 50 });
    for (const nonsense of ["x", null, [1], 5])
      expect(readDelegation(told(nonsense))).toEqual({ path: [], budget: 50 });
  });

  it("stays within its call budget, however it branches", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.infiniteStream(fc.boolean()), (budget, again) => {
        let calls = 0;
        const work = (from: Delegation) => {
          for (;;) {
            let metadata: JsonObject;
            try {
              metadata = delegateTo(`agent-${calls}`, from, { maxDepth: 100 });
            } catch {
              return;
            }
            calls++;
            if (again.next().value) work(readDelegation(metadata, { budget }));
          }
        };
        work({ path: [], budget });
        expect(calls).toBeLessThanOrEqual(budget);
      }),
    );
  });
});
