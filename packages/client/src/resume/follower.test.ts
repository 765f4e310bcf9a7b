import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { flatMap, openStream } from "@a2a/bridge/internal/streams";
import type { ReceivedEvent } from "@a2a/bridge/json-rpc";
import { createMessage } from "@a2a/types";
import { expect, it } from "vitest";
import type { Followed } from "./followed.ts";
import { followSend } from "./follower.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void; // with the flag there is one

/** Events that only the stream knows, and references to them that do not keep them. */
function events(count: number) {
  const received = Array.from({ length: count }, (_, n): ReceivedEvent => {
    const id = { taskId: "t", contextId: "c" };
    const artifact = { artifactId: `a${n}`, parts: [{ text: "x" }] };
    return n === 0
      ? { event: { task: { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } } }, id: "1" }
      : { event: { artifactUpdate: { ...id, artifact } }, id: String(n + 1) };
  });
  return { received, refs: received.map(({ event }) => new WeakRef(event)) };
}

/** A peer that sends these events and nothing more. */
function peer(received: ReceivedEvent[]): Followed {
  const source: AsyncIterable<ReceivedEvent> = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        const value = received.shift();
        return value ? Promise.resolve({ done: false, value }) : new Promise<never>(() => undefined);
      },
    }),
  };
  const refuse = () => Promise.reject(new Error("only streams"));
  return {
    calls: {
      unary: refuse,
      stream: () => openStream(flatMap<ReceivedEvent, ReceivedEvent>(source, (event, out) => out.push(event) > 0)),
    },
    streams: true,
    onRefused: () => undefined,
    getTask: refuse,
    start: refuse,
    policy: {},
    chosenTaskId: () => undefined,
  };
}

it("holds on to no event while it waits for the next", async () => {
  const { received, refs } = events(3);
  const stream = followSend(peer(received), { message: createMessage("go") }, {});
  for (const _ of refs) expect((await stream.next()).done).toBe(false);
  void stream.next();
  await new Promise((resolve) => setTimeout(resolve));
  collect();
  expect(refs.map((ref) => ref.deref())).toEqual([undefined, undefined, undefined]);
});
