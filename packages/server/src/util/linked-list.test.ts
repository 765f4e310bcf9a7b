import * as fc from "fast-check";
import { expect, it } from "vitest";
import { LinkedList, type ListNode } from "./linked-list.ts";

it("keeps the order of the remaining items when any item is removed", () => {
  const steps = fc.array(fc.oneof(fc.constant("add" as const), fc.nat(20)), { maxLength: 60 });
  fc.assert(
    fc.property(steps, (all) => {
      const chain = new LinkedList<number>();
      const links: ListNode<number>[] = [];
      let next = 0;
      for (const step of all) {
        if (step === "add") links.push(chain.add(next++));
        else for (const link of links.splice(step, 1)) chain.remove(link);
        const items = links.map(({ item }) => item);
        expect([[...chain], chain.size, chain.first, chain.last]).toEqual([
          items,
          items.length,
          items[0],
          items.at(-1),
        ]);
      }
    }),
  );
});

it("allows removing the current item during iteration", () => {
  const chain = new LinkedList<string>();
  const links = new Map(["a", "b", "c"].map((item) => [item, chain.add(item)]));
  const seen: string[] = [];
  for (const item of chain) {
    seen.push(item);
    chain.remove(links.get(item) as ListNode<string>);
  }
  expect([seen, chain.size]).toEqual([["a", "b", "c"], 0]);
});
