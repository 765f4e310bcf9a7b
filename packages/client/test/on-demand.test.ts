import { deferCodec, NotLoadedError, type VersionCodec } from "@a2a/bridge";
import { v0_3 } from "@a2a/bridge/v0_3";
import { v1_0 } from "@a2a/bridge/v1_0";
import { isLocalError } from "@a2a/types";
import { expect, it } from "vitest";
import { connectWith } from "../src/connect.ts";
import { cardAt, serveAgentPeer, startStream } from "./support/agent-peer.ts";

const task = { kind: "task", id: "t-1", contextId: "c-1", status: { state: "completed" } };
const completed = { id: "t-1", contextId: "c-1", status: { state: "TASK_STATE_COMPLETED" } };

/** A codec of 0.3 that is loaded on demand, and how often it was. */
function onDemand(): { codec: VersionCodec; loads: () => number } {
  let loads = 0;
  const codec = deferCodec(v0_3, async () => {
    loads++;
    return v0_3;
  });
  return { codec, loads: () => loads };
}

const connectTo = (url: string, codecs: readonly VersionCodec[]) => connectWith(url, { codecs, memory: new Map() });

it("a codec is not loaded for an agent that speaks another version", async () => {
  await using peer = await serveAgentPeer({ card: cardAt, methods: { GetTask: () => completed } });
  const { codec, loads } = onDemand();
  const client = await connectTo(peer.url, [v1_0, codec]);
  expect(await client.getTask("t-1")).toEqual(completed);
  expect(loads()).toBe(0);
});

it("a codec is loaded once for a card of its version and the calls that begin together", async () => {
  await using peer = await serveAgentPeer({
    card: (url) => cardAt(url, { version: "0.3" }),
    methods: { "tasks/get": () => task },
  });
  const { codec, loads } = onDemand();
  const client = await connectTo(peer.url, [v1_0, codec]);
  expect(await Promise.all([client.getTask("t-1"), client.getTask("t-1")])).toEqual([completed, completed]);
  expect(loads()).toBe(1);
});

it("a codec is loaded for an answer and for a stream that come in its version unasked", async () => {
  await using peer = await serveAgentPeer({
    card: cardAt,
    methods: {
      GetTask: () => task,
      // The only event comes with the end of the stream.
      SendStreamingMessage({ id }, response) {
        startStream(response);
        response.end(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result: task })}\n\n`);
      },
    },
  });
  const reading = onDemand();
  expect(await (await connectTo(peer.url, [v1_0, reading.codec])).getTask("t-1")).toEqual(completed);
  expect(reading.loads()).toBe(1);
  const streaming = onDemand();
  const events = [];
  for await (const event of (await connectTo(peer.url, [v1_0, streaming.codec])).stream("hi")) events.push(event);
  expect(events).toEqual([{ task: completed }]);
  expect(streaming.loads()).toBe(1);
});

it("a codec that cannot be loaded fails the call that needs it, and the next call tries again", async () => {
  await using peer = await serveAgentPeer({ card: cardAt, methods: { GetTask: () => task } });
  let isOnline = false;
  const codec = deferCodec(v0_3, async () => {
    if (isOnline) return v0_3;
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  const client = await connectTo(peer.url, [v1_0, codec]);
  const error: unknown = await client.getTask("t-1").catch((reason: unknown) => reason);
  expect(error).toMatchObject({ message: expect.stringContaining("dynamically imported module") });
  expect(error instanceof NotLoadedError || isLocalError(error)).toBe(false);
  isOnline = true;
  expect(await client.getTask("t-1")).toEqual(completed);
});
