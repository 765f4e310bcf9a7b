import { expect, it } from "vitest";
import { Semaphore } from "./semaphore.ts";

it("lets so many in at a time, and the others in the order in which they came", async () => {
  const semaphore = new Semaphore(2);
  const entered: number[] = [];
  const places = [0, 1, 2, 3].map(async (n) => {
    const release = await semaphore.take();
    entered.push(n);
    return release;
  });
  const [first, second] = await Promise.all([places[0], places[1]]);
  expect(entered).toEqual([0, 1]);
  second?.();
  await places[2];
  expect(entered).toEqual([0, 1, 2]);
  first?.();
  await places[3];
  expect(entered).toEqual([0, 1, 2, 3]);
});

it("gives back a place once, however often it is released", async () => {
  const semaphore = new Semaphore(1);
  const release = await semaphore.take();
  const second = semaphore.take();
  const third = semaphore.take(AbortSignal.abort(new Error("too late")));
  release();
  release();
  await second;
  await expect(third).rejects.toThrow("too late");
  const stop = new AbortController();
  const fourth = semaphore.take(stop.signal);
  stop.abort(new Error("not wanted any more"));
  await expect(fourth).rejects.toThrow("not wanted any more");
});

it("keeps no place for a caller that has left", async () => {
  const semaphore = new Semaphore(1);
  const release = await semaphore.take();
  const stop = new AbortController();
  const left = semaphore.take(stop.signal);
  const next = semaphore.take();
  stop.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  release();
  await expect(next).resolves.toBeDefined();
});
