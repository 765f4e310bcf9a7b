import { openStream, prepend } from "@a2a/bridge/internal/streams";
import type { ReceivedEvent } from "@a2a/bridge/json-rpc";
import { expect, it } from "vitest";
import type { Gap } from "./followed.ts";
import { openingOf, type ResumePoint, unseen } from "./resume-point.ts";

const task = (id: string | undefined, state: "SUBMITTED" | "WORKING" = "SUBMITTED"): ReceivedEvent => ({
  event: { task: { id: "t-1", contextId: "c-1", status: { state: `TASK_STATE_${state}` } } },
  ...(id !== undefined && { id }),
});
const gap: Gap = { gap: { taskId: "t-1" } };

/** What is shown of a resumed connection with these events. */
async function resumed(known: Partial<ResumePoint>, ...events: ReceivedEvent[]): Promise<(ReceivedEvent | Gap)[]> {
  async function* connection() {
    yield* events;
  }
  const point = {
    lastEventId: "1",
    opening: undefined,
    isWithoutSnapshot: () => false,
    gap: () => gap,
    onNews: () => undefined,
    ...known,
  };
  return collect(prepend(await unseen(await openStream<ReceivedEvent>(connection()), point)));
}

it("leaves out the snapshot as of the last event", async () => {
  expect(await resumed({ opening: openingOf(task("1")) }, task("1"), task("2", "WORKING"))).toEqual([
    task("2", "WORKING"),
  ]);
});

it("takes the same number on another event for a new count", async () => {
  const again = [task("1", "WORKING"), task("2", "WORKING")];
  expect(await resumed({ opening: openingOf(task("1")) }, ...again)).toEqual([gap, ...again]);
});

it("reports a gap where the peer begins elsewhere, or gives no number", async () => {
  expect(await resumed({}, task("7"))).toEqual([gap, task("7")]);
  expect(await resumed({}, task(undefined))).toEqual([gap, task(undefined)]);
  expect(await resumed({ lastEventId: undefined }, task("1"))).toEqual([gap, task("1")]);
});

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
