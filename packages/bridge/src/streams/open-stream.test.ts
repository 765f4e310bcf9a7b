import { expect, it } from "vitest";
import { flatMap } from "./flat-map.ts";
import { lazily, openStream, prepend, single } from "./open-stream.ts";

async function* numbers(count: number): AsyncGenerator<number, void, void> {
  for (let n = 1; n <= count; n++) yield n;
}

/** A source that brings one number and then waits until it is left. */
function endless() {
  const { promise, resolve } = Promise.withResolvers<IteratorResult<number, undefined>>();
  const reads = [Promise.resolve({ done: false as const, value: 1 })];
  let left = 0;
  const source: AsyncIterableIterator<number, undefined> = {
    next: () => reads.shift() ?? promise,
    return: async () => {
      left++;
      resolve({ done: true, value: undefined });
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => source,
  };
  return { source, left: () => left };
}

it("opens with the first event, and is whole again when that is put in front", async () => {
  const opened = await openStream(numbers(3));
  expect(opened.first).toBe(1);
  expect(await collect(prepend(opened))).toEqual([1, 2, 3]);
  expect((await openStream(numbers(0))).first).toBeUndefined();
  expect(await collect(prepend(single(7)))).toEqual([7]);
});

it("is not opened before it is read, and once only", async () => {
  let opened = 0;
  const stream = lazily(() => {
    opened++;
    return openStream(numbers(2));
  });
  expect(opened).toBe(0);
  expect(await collect(stream)).toEqual([1, 2]);
  expect(opened).toBe(1);
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});

it("that cannot be opened fails once and is over then", async () => {
  const stream = lazily<number>(() => Promise.reject(new Error("refused")));
  await expect(stream.next()).rejects.toThrow("refused");
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});

it("can be left while an event is awaited, or before it is opened", async () => {
  const { source, left } = endless();
  const stream = lazily(() => openStream(flatMap<number, number>(source, (n, out) => out.push(n) > 0)));
  expect(await stream.next()).toEqual({ done: false, value: 1 });
  const waiting = stream.next();
  await stream.return();
  expect(await waiting).toEqual({ done: true, value: undefined });
  expect(left()).toBe(1);

  const unread = lazily<number>(() => Promise.reject(new Error("must not be opened")));
  await unread.return();
  expect(await unread.next()).toEqual({ done: true, value: undefined });
});

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
