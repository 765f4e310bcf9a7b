import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { LoopBatch } from "./loop-batch.ts";

/** A batch whose items are recorded as they are handed over. */
function recording() {
  const handedOver: string[] = [];
  const batch = new LoopBatch<string>((items) => handedOver.push(items.join("")));
  return { batch, handedOver };
}

/** Resolves after the next tick, before the event loop goes on. */
const nextTick = () => new Promise<void>((resolve) => process.nextTick(resolve));

it("hands over a lone item before the event loop goes on", async () => {
  const { batch, handedOver } = recording();
  for (const item of ["a", "b", "c"]) {
    batch.add(item);
    await nextTick();
    expect(handedOver.at(-1)).toBe(item);
    await setImmediate();
  }
});

it("lets the second item of an iteration wait, so that an endless series cannot keep I/O waiting", async () => {
  const { batch, handedOver } = recording();
  batch.add("a");
  await nextTick();
  batch.add("b");
  await nextTick();
  expect(handedOver).toEqual(["a"]);
  await setImmediate();
  expect(handedOver).toEqual(["a", "b"]);
});

it("collects the items of an iteration once they come in company", async () => {
  const { batch, handedOver } = recording();
  for (const item of ["a", "b"]) batch.add(item);
  await setImmediate();
  batch.add("c");
  await nextTick();
  expect(handedOver).toEqual(["ab"]);
  batch.add("d");
  await setImmediate();
  expect(handedOver).toEqual(["ab", "cd"]);
});
