import type { VersionCodec } from "@a2a/bridge";
import { checkJson, isA2AError, isJsonObject, type JsonValue, type StreamResponse } from "@a2a/types";
import { taskIdOf } from "@a2a/types/internal";

/** The event of a delivery, and the codec of its protocol version. */
export interface Payload {
  readonly event: StreamResponse;
  readonly codec: VersionCodec;
  /** The task of the event; absent for a message without a task. */
  readonly taskId: string | undefined;
}

/** Reads the body of a delivery in any protocol version, detected by its shape; `undefined` if it is not a delivery. */
export function readPayload(body: string, codecs: readonly VersionCodec[]): Payload | undefined {
  let wire: JsonValue;
  try {
    wire = JSON.parse(body) as JsonValue; // JSON.parse returns nothing else
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
