import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { flatMap } from "./flat-map.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void; // with the flag there is one

const never = new Promise<never>(() => {});

/** Items, then nothing for good. Tells when it was left. */
function waiting<T>(items: T[], onReturn = () => {}): AsyncIterable<T> {
  const next = () => {
    const value = items.shift();
    return value === undefined ? never : Promise.resolve({ done: false, value });
  };
  return {
    [Symbol.asyncIterator]: () => ({
      next,
      return: async () => {
        onReturn();
        return { done: true, value: undefined };
      },
    }),
  };
}

it("shows what came before an error, leaves the source, and is over then", async () => {
  let isLeft = false;
  const source = waiting([1, 2], () => {
    isLeft = true;
  });
  const items = flatMap<number, number>(source, (item, out) => {
    out.push(item * 10, item * 10 + 1);
    if (item === 2) throw new Error("no more");
    return true;
  });
  const seen: number[] = [];
  await expect(
    (async () => {
      for await (const item of items) seen.push(item);
    })(),
  ).rejects.toThrow("no more");
  expect(seen).toEqual([10, 11, 20, 21]);
  expect(isLeft).toBe(true);
  expect(await items.next()).toEqual({ done: true, value: undefined });
});

it("does not hold on to the last item while it waits for the next", async () => {
  const { source, last } = largeItem();
  const items = flatMap<{ text: string }, string>(source, ({ text }, out) => out.push(text) > 0);
  expect(await items.next()).toEqual({ done: false, value: "x" });
  void items.next();
  await new Promise((resolve) => setTimeout(resolve));
  collect();
  expect(last.deref()).toBeUndefined();
});

/** A source of one item, which only it knows. */
function largeItem() {
  const item = { text: "x" };
  return { source: waiting([item]), last: new WeakRef(item) };
}
