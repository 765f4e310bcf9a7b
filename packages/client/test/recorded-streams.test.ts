import type { ServerResponse } from "node:http";
import { applyEvent, copyTask, isProtocolVersion, type JsonValue, type Task } from "@a2a/types";
import { expect, it } from "vitest";
import { type AgentClient, connect } from "../src/index.ts";
import { cardAt, type RpcCall, serveAgentPeer, startStream } from "./support/agent-peer.ts";
import { answer, type Peer } from "./support/peer.ts";
import { type Recording, readRecordings, taskAfter } from "./support/recording.ts";

/** Where a stream is cut, and how many events follow while nobody reads. */
interface Cut {
  cutAfter: number;
  missed: number;
}

/** Replays a recording as often as it is asked to, and cuts its stream where it is told. */
function replay(recording: Recording, cut: Cut): Promise<Peer> {
  const { codec, binding, snapshot, renumbers, events, spelling } = recording;
  let progress = 0;
  let written = 0;
  const write = (response: ServerResponse, id: JsonValue | undefined, frame: JsonValue, eventId?: string) => {
    const data = JSON.stringify(id === undefined ? frame : { jsonrpc: "2.0", id, result: frame });
    const number = renumbers ? events[written++]?.id : eventId;
    response.write(`${number === undefined ? "" : `id: ${number}\n`}data: ${data}\n\n`);
  };
  const play = async (response: ServerResponse, id: JsonValue | undefined, until: number) => {
    for (; progress < until; progress++) {
      const { id: eventId, frame } = events[progress] as Recording["events"][number]; // below the length
      write(response, id, frame, eventId);
      await new Promise((resolve) => response.write("", resolve));
    }
  };
  const send = async (response: ServerResponse, id?: JsonValue) => {
    startStream(response);
    progress = 0;
    written = 0;
    await play(response, id, cut.cutAfter);
    progress = Math.min(cut.cutAfter + cut.missed, events.length - 1);
    response.destroy();
  };
  const resume = async (response: ServerResponse, id?: JsonValue) => {
    startStream(response);
    written = 0;
    const task = { task: taskAfter(recording, progress) };
    if (snapshot) for (const frame of spelling.send.encoder().push(task)) write(response, id, frame);
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
async function fold(client: AgentClient): Promise<Task | undefined> {
  let task: Task | undefined;
  for await (const event of client.stream("slow")) {
    if ("gap" in event) continue;
    if (!task && "task" in event) task = copyTask(event.task);
    else if (task) applyEvent(task, event);
  }
  return task;
}

/** The task as far as its events show it. One SDK writes unset members as empty ones in answers, and leaves them out of events. */
const shown = (task: Task | undefined): unknown =>
  JSON.parse(JSON.stringify([task?.status.state, task?.artifacts], (_, value) => (isEmpty(value) ? undefined : value)));

function isEmpty(value: unknown): boolean {
  return value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}

it.each(readRecordings().map((recording) => [recording.title, recording] as const))(
  "%s: cut at any event, the stream folds to the agent's own task",
  async (_, recording) => {
    const { codec, binding, events, task } = recording;
    const cut: Cut = { cutAfter: 0, missed: 0 };
    await using peer = await replay(recording, cut);
    const memory = new Map<string, string>();
    const options = {
      versions: [codec.version].filter(isProtocolVersion),
      bindings: [binding],
      memory,
      retryDelayMs: 1,
      pollIntervalMs: 1,
    };
    await using client = await connect(peer.url, options);
    for (cut.cutAfter = 1; cut.cutAfter < events.length; cut.cutAfter++) {
      for (cut.missed of [0, 2]) {
        expect(shown(await fold(client)), JSON.stringify(cut)).toEqual(shown(task));
      }
    }
  },
);
