import type { VersionCodec } from "@a2a/bridge";
import { checkJson, isA2AError, isJsonObject, type JsonValue, type StreamResponse } from "@a2a/types";
import { taskIdOf } from "../client/task-id-of.ts";

/** What a delivery says, and in which protocol version it was written. */
export interface Payload {
  readonly event: StreamResponse;
  readonly codec: VersionCodec;
  /** The task it is about, where it is about one. */
  readonly taskId: string | undefined;
}

/** Reads the body of a delivery of any protocol version, known by its shape; `undefined` for what is none. */
export function readPayload(body: string, codecs: readonly VersionCodec[]): Payload | undefined {
  let wire: JsonValue;
  try {
    wire = JSON.parse(body) as JsonValue; // JSON.parse gives nothing else
  } catch {
    return undefined;
  }
  const codec =
    checkJson(wire) === undefined && isJsonObject(wire) ? codecs.find(({ push }) => push.recognizes(wire)) : undefined;
  if (codec === undefined) return undefined;
  try {
    const event = codec.push.decode(wire);
    return { event, codec, taskId: taskIdOf(event) };
  } catch (error) {
    if (isA2AError(error)) return undefined;
    throw error;
  }
}
