import { readdirSync, readFileSync } from "node:fs";
import type { OperationTable, StreamingSpelling, UnarySpelling, VersionCodec } from "@a2a/bridge";
import { allCodecs } from "@a2a/bridge/all";
import {
  applyEvent,
  copyTask,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type StreamResponse,
  type Task,
} from "@a2a/types";

/** A stream that a real agent was recorded to send. */
export interface Recording {
  readonly title: string;
  readonly codec: VersionCodec;
  readonly binding: "JSONRPC" | "HTTP+JSON";
  /** Whether the agent begins with the task when a reader resumes. */
  readonly snapshot: boolean;
  /** Whether the agent numbers the events of each connection anew, so that an id does not tell where to go on. */
  readonly renumbers: boolean;
  /** The events, without the envelope of JSON-RPC, and with the ids that the agent gave them. */
  readonly events: readonly { readonly id?: string; readonly frame: JsonValue }[];
  /** The agent's own task after the last event. */
  readonly task: Task;
  readonly spelling: Spelling;
}

/** How a recording spells what a replay needs. */
export interface Spelling {
  readonly send: StreamingSpelling<"sendStreamingMessage">;
  readonly get: UnarySpelling<"getTask">;
}

const folder = new URL("../recordings/", import.meta.url);

/** The recordings, and one of them as an agent of 0.1 would have sent it. */
export function readRecordings(): Recording[] {
  const recorded = readdirSync(folder).map((file) => readRecording(new URL(file, folder)));
  const plain = recorded.find(({ snapshot, events }) => !snapshot && events.every(({ id }) => id === undefined));
  return [...recorded, ...(plain ? [inOldest(plain)] : [])];
}

function readRecording(file: URL): Recording {
  const {
    peer,
    version,
    binding,
    snapshot,
    renumbers = false,
    events,
    task,
  } = JSON.parse(readFileSync(file, "utf8")) as {
    peer: string;
    version: string;
    binding: Recording["binding"];
    snapshot: boolean;
    renumbers?: boolean;
    events: { id?: string; data: JsonObject }[];
    task: JsonValue;
  };
  const codec = codecOf(version);
  const spelling = spellingOf(codec, binding, task);
  return {
    title: `${peer}, ${version} over ${binding}`,
    codec,
    binding,
    snapshot,
    renumbers,
    events: events.map(({ id, data }) => ({ ...(id !== undefined && { id }), frame: data.result ?? data })),
    task: spelling.get.decodeOutput(task),
    spelling,
  };
}

/** The model events of a recording, as far as they go. */
export function eventsOf({ spelling, events }: Recording): StreamResponse[] {
  const decoder = spelling.send.decoder();
  return events.flatMap(({ frame }) => decoder.push(frame));
}

/** The task after so many events. */
export function taskAfter(recording: Recording, count: number): Task {
  if (count >= recording.events.length) return recording.task;
  const [first, ...rest] = eventsOf({ ...recording, events: recording.events.slice(0, count) });
  if (first === undefined || !("task" in first)) throw new Error("a recording begins with its task");
  const task = copyTask(first.task);
  for (const event of rest) applyEvent(task, event);
  return task;
}

/** A recording as an agent of the oldest version would have sent it: that version has no event for a task. */
function inOldest(recording: Recording): Recording {
  const codec = codecOf("0.1");
  const spelling = spellingOf(codec, "JSONRPC", {});
  const encoder = spelling.send.encoder();
  const frames = eventsOf(recording).flatMap((event) => encoder.push(event));
  // The conversation of a stream is not named in that version.
  const { contextId: _, ...task } = recording.task;
  return {
    ...recording,
    title: `${recording.title}, translated to 0.1`,
    codec,
    events: frames.map((frame) => ({ frame })),
    task,
    spelling,
  };
}

function codecOf(version: string): VersionCodec {
  const codec = allCodecs.find((candidate) => candidate.version === version);
  if (codec === undefined) throw new Error(`unknown protocol version ${version}`);
  return codec;
}

function spellingOf(codec: VersionCodec, binding: string, sample: JsonValue): Spelling {
  const form = binding === "HTTP+JSON" && isJsonObject(sample) ? codec.restForms?.choose(sample) : undefined;
  const { sendStreamingMessage, getTask }: OperationTable = form ?? codec.operations;
  if (sendStreamingMessage === undefined || getTask === undefined) throw new Error("a version that does not stream");
  return { send: sendStreamingMessage, get: getTask };
}
