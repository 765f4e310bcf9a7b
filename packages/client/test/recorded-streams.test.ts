import type { ServerResponse } from "node:http";
import { applyEvent, copyTask, type JsonValue, type Task } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { connect } from "../src/index.ts";
import { cardAt, type RpcCall, serveAgentPeer, startStream } from "./support/agent-peer.ts";
import { answer, type Peer } from "./support/peer.ts";
import { type Recording, readRecordings, taskAfter } from "./support/recording.ts";

/** Replays a recording, cuts its stream after some events, and goes on by a few while nobody reads. */
function replay(recording: Recording, cutAfter: number, missed: number): Promise<Peer> {
  const { codec, binding, snapshot, events, spelling } = recording;
  let progress = 0;
  const wrap = (frame: JsonValue, id: JsonValue | undefined) =>
    JSON.stringify(id === undefined ? frame : { jsonrpc: "2.0", id, result: frame });
  const play = async (response: ServerResponse, id: JsonValue | undefined, until: number) => {
    for (; progress < until; progress++) {
      const { id: eventId, frame } = events[progress] as Recording["events"][number]; // below the length
      response.write(`${eventId === undefined ? "" : `id: ${eventId}\n`}data: ${wrap(frame, id)}\n\n`);
      await new Promise((resolve) => response.write("", resolve));
    }
  };
  const send = async (response: ServerResponse, id?: JsonValue) => {
    startStream(response);
    await play(response, id, cutAfter);
    progress = Math.min(cutAfter + missed, events.length - 1);
    response.destroy();
  };
  const resume = async (response: ServerResponse, id?: JsonValue) => {
    startStream(response);
    const task = { task: taskAfter(recording, progress) };
    if (snapshot) {
      for (const frame of spelling.send.encoder().push(task)) response.write(`data: ${wrap(frame, id)}\n\n`);
    }
    await play(response, id, events.length);
    response.end();
  };
  const read = () => spelling.get.encodeOutput(taskAfter(recording, progress));
  const { sendStreamingMessage, subscribeToTask, getTask } = codec.operations;
  const streams =
    (open: typeof send) =>
    async ({ id }: RpcCall, response: ServerResponse) => {
      await open(response, id);
      return undefined;
    };
  return serveAgentPeer({
    card: (url) => cardAt(url, { version: codec.version, binding }),
    methods: {
      [sendStreamingMessage?.rpcMethod ?? ""]: streams(send),
      [subscribeToTask?.rpcMethod ?? ""]: streams(resume),
      [getTask?.rpcMethod ?? ""]: read,
    },
    other: ({ path }, response) => {
      if (path.endsWith("message:stream")) return send(response);
      return path.endsWith(":subscribe") ? resume(response) : answer(response, read());
    },
  });
}

/** The task that a caller gets by folding the events of a stream. */
async function fold({ codec, binding }: Recording, url: string): Promise<Task | undefined> {
  const memory = new Map<string, string>();
  const options = { versions: [codec.version], bindings: [binding], memory, retryDelayMs: 1, pollIntervalMs: 1 };
  const client = await connect(url, options);
  let task: Task | undefined;
  for await (const event of client.stream("slow")) {
    if ("gap" in event) continue;
    if (!task && "task" in event) task = copyTask(event.task);
    else if (task) applyEvent(task, event);
  }
  return task;
}

const shown = (task: Task | undefined) => [task?.status.state, task?.artifacts];

describe.each(readRecordings().map((recording) => [recording.title, recording] as const))("%s", (_, recording) => {
  const cuts = recording.events.slice(1).map((_, index) => index + 1);
  it.each(cuts.flatMap((cut) => [0, 2].map((missed) => [cut, missed] as const)))(
    "cut after event %i, with %i more while nobody reads, folds to the agent's own task",
    async (cutAfter, missed) => {
      await using peer = await replay(recording, cutAfter, missed);
      expect(shown(await fold(recording, peer.url))).toEqual(shown(recording.task));
    },
  );
});
