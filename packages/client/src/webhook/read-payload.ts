import { answerVersion, type VersionCodec } from "@a2a/bridge";
import {
  checkJson,
  isA2AError,
  isJsonObject,
  type JsonValue,
  type ProtocolVersion,
  type StreamResponse,
} from "@a2a/types";

/** What a delivery says, and in which generation it was written. */
export interface Payload {
  readonly event: StreamResponse;
  readonly version: ProtocolVersion;
  /** The task it is about, where it is about one. */
  readonly taskId: string | undefined;
}

/** Reads the body of a delivery of any generation, known by its shape; `undefined` for what is none. */
export function readPayload(
  body: string,
  codecs: Readonly<Record<ProtocolVersion, VersionCodec>>,
): Payload | undefined {
  let wire: JsonValue;
  try {
    wire = JSON.parse(body) as JsonValue; // JSON.parse gives nothing else
  } catch {
    return undefined;
  }
  const version = checkJson(wire) === undefined ? versionOf(wire) : undefined;
  if (version === undefined) return undefined;
  try {
    const event = codecs[version].push.decode(wire);
    return { event, version, taskId: taskIdOf(event) };
  } catch (error) {
    if (isA2AError(error)) return undefined;
    throw error;
  }
}

function versionOf(wire: JsonValue): ProtocolVersion | undefined {
  // Deliveries of 0.1 say what kind of event they are; a message that lacks this still has the shape of its generation.
  return isJsonObject(wire) && wire.eventType !== undefined ? "0.1" : answerVersion(wire);
}

function taskIdOf(event: StreamResponse): string | undefined {
  if ("task" in event) return event.task.id;
  if ("statusUpdate" in event) return event.statusUpdate.taskId;
  return "artifactUpdate" in event ? event.artifactUpdate.taskId : event.message.taskId;
}
