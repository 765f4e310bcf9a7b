import { isEventStream } from "@a2a/bridge";
import {
  createId,
  isJsonObject,
  isSettled,
  type JsonObject,
  type JsonValue,
  type ProtocolVersion,
  type StreamResponse,
} from "@a2a/types";
import { type Check, type Finding, Skipped } from "./check.ts";
import type { Streamed, TestedEndpoint } from "./tested-endpoint.ts";

const newest = ["1.0"] as const;
const withContexts = ["1.0", "0.3", "0.2"] as const;

/** Streams, if the agent declares that it streams. */
export const streamChecks: readonly Check<TestedEndpoint>[] = [
  streamed("stream/content-type", ["R-131", "R-150"], "a stream is text/event-stream", {
    look: ({ head }) => {
      const type = head.headers["content-type"];
      return isEventStream(type) ? undefined : `content type ${type ?? "none"}`;
    },
  }),
  streamed("stream/envelopes", ["R-131"], "each event is a JSON-RPC answer with the id of the request", {
    binding: "JSONRPC",
    look: ({ frames }) => {
      const wrong = frames.find((frame) => !isJsonObject(frame) || frame.jsonrpc !== "2.0" || frame.id !== "q-1");
      return wrong === undefined ? undefined : JSON.stringify(wrong).slice(0, 200);
    },
  }),
  streamed("stream/bare-events", ["R-150"], "each event is one of task, message, statusUpdate, artifactUpdate", {
    versions: newest,
    look: ({ frames }, endpoint) => {
      const wrong = frames.map((frame) => contentOf(frame, endpoint)).find((content) => !isStreamResponse(content));
      return wrong === undefined ? undefined : JSON.stringify(wrong).slice(0, 200);
    },
  }),
  streamed("stream/begins", ["R-54", "R-55"], "a stream begins with the task, or is one message", {
    versions: newest,
    look: ({ events: [first, ...rest] }) => {
      if (first === undefined) return "no event";
      if ("message" in first) return rest.length === 0 ? undefined : `${rest.length} events after a message`;
      return "task" in first ? undefined : nameOf(first);
    },
  }),
  streamed("stream/updates", ["R-56"], "after the task come updates only, and perhaps the task once more at the end", {
    versions: newest,
    look: ({ events }) => {
      const between = events.slice(1, -1).find((event) => "task" in event || "message" in event);
      return between && `${nameOf(between)} in between`;
    },
  }),
  streamed("stream/ends", ["R-57"], "a stream ends, and is closed, when the task has ended or asks something", {
    look: ({ events, closed }) => {
      if (!closed) return "it was not closed in time";
      if (events.some((event) => "message" in event)) return undefined;
      const states = events.flatMap(stateOf);
      const last = states.at(-1);
      return last !== undefined && isSettled(last) ? undefined : `the last state is ${last ?? "unknown"}`;
    },
  }),
  streamed("stream/ids", ["R-68"], "every update names its task and its context", {
    versions: withContexts,
    look: ({ frames }, endpoint) => {
      const wrong = frames
        .flatMap((frame) => updateIn(contentOf(frame, endpoint)))
        .find(({ taskId, contextId }) => !taskId || !contextId);
      return wrong && JSON.stringify(wrong).slice(0, 200);
    },
  }),
  {
    name: "subscribe/unknown-task",
    requirements: ["R-61"],
    level: "MUST",
    expected: "subscribing to an unknown task fails with TaskNotFoundError",
    versions: withContexts,
    run: async (endpoint) => subscribed(endpoint, createId(), "TASK_NOT_FOUND"),
  },
  {
    name: "subscribe/ended-task",
    requirements: ["R-60"],
    level: "MUST",
    expected: "subscribing to a task that has ended fails with UnsupportedOperationError",
    versions: newest,
    async run(endpoint) {
      const task = await endpoint.endedTask();
      return task instanceof Skipped ? task : subscribed(endpoint, task.id, "UNSUPPORTED_OPERATION");
    },
  },
];

interface Look {
  readonly versions?: readonly ProtocolVersion[];
  readonly binding?: "JSONRPC";
  look(stream: Streamed, endpoint: TestedEndpoint): Finding;
}

function streamed(
  name: string,
  requirements: readonly string[],
  expected: string,
  { look, ...more }: Look,
): Check<TestedEndpoint> {
  return {
    name,
    requirements,
    level: "MUST",
    expected,
    ...more,
    async run(endpoint) {
      if (endpoint.card.capabilities.streaming !== true)
        return new Skipped("the agent does not declare that it streams");
      const stream = await endpoint.streamed();
      return look(stream, endpoint) ?? (stream.frames.length === 0 ? endpoint.describe(stream.head) : stream.problem);
    },
  };
}

async function subscribed(
  endpoint: TestedEndpoint,
  id: string,
  code: "TASK_NOT_FOUND" | "UNSUPPORTED_OPERATION",
): Promise<Finding> {
  if (endpoint.card.capabilities.streaming !== true) return new Skipped("the agent does not declare that it streams");
  const { head, frames } = await endpoint.stream("subscribeToTask", { id });
  // An error may also be the first event.
  const [first] = frames;
  return endpoint.refusal(first === undefined ? head : { ...head, json: first, text: JSON.stringify(first) }, code);
}

/** The content of an event, without the JSON-RPC envelope. */
function contentOf(frame: JsonValue, { binding }: TestedEndpoint): JsonValue {
  return binding === "JSONRPC" && isJsonObject(frame) ? (frame.result ?? null) : frame;
}

function isStreamResponse(content: JsonValue): boolean {
  if (!isJsonObject(content)) return false;
  const members = ["task", "message", "statusUpdate", "artifactUpdate"].filter((name) => content[name] !== undefined);
  return members.length === 1;
}

/** The update in an event of any protocol version, if there is one. */
function updateIn(content: JsonValue): JsonObject[] {
  if (!isJsonObject(content)) return [];
  if (content.kind === "status-update" || content.kind === "artifact-update") return [content];
  return [content.statusUpdate, content.artifactUpdate].filter(isJsonObject);
}

function stateOf(event: StreamResponse) {
  if ("task" in event) return [event.task.status.state];
  return "statusUpdate" in event ? [event.statusUpdate.status.state] : [];
}

function nameOf(event: StreamResponse): string {
  return Object.keys(event)[0] ?? "nothing";
}
