import { detectCard, operationOfMethod, type VersionCodec } from "@a2a/bridge";
import { v0_1 } from "@a2a/bridge/v0_1";
import { v0_2 } from "@a2a/bridge/v0_2";
import { v0_3 } from "@a2a/bridge/v0_3";
import { v1_0 } from "@a2a/bridge/v1_0";
import {
  A2AError,
  invalidParams,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Message,
  protocolVersions,
} from "@a2a/types";
import type { KnownVersion } from "@a2a/types/internal";

/** The codec of each protocol version. */
export const codecs: Readonly<Record<KnownVersion, VersionCodec>> = {
  "1.0": v1_0,
  "0.3": v0_3,
  "0.2": v0_2,
  "0.1": v0_1,
};

/** The objects that can be converted. */
export const objects = ["request", "response", "task", "message", "part", "event", "card", "error"] as const;
/** The name of an object that can be converted. */
export type ConvertibleObject = (typeof objects)[number];

/** Converts an object between protocol versions. Throws an `A2AError` that says what is invalid. */
export function convert(object: ConvertibleObject, wire: JsonValue, from: VersionCodec, to: VersionCodec): JsonValue {
  switch (object) {
    case "request":
      return convertRequest(wire, from, to);
    case "response":
      return convertResponse(wire, from, to);
    case "task": {
      const [reading, writing] = [from.operations.getTask, to.operations.getTask];
      return defined(writing).encodeOutput(defined(reading).decodeOutput(wire));
    }
    case "message":
      return writeMessage(readMessage(wire, from), to);
    case "part": {
      const wrapped = from.version === "0.1" ? { role: "user", parts: [wire] } : wrapPart(wire, from);
      const { parts } = writeMessage(readMessage(wrapped, from), to) as { parts: JsonValue[] };
      return parts[0] ?? null;
    }
    case "event":
      return convertEvent(wire, from, to);
    case "card":
      return to.card.encode(from.card.decode(wire));
    case "error":
      return { ...to.errors.encode(from.errors.decode(readError(wire))) } as JsonObject;
  }
}

/** Detects the protocol version of a request or a card by its shape, and the operation of a request. */
export function detect(wire: JsonValue): JsonObject {
  if (isJsonObject(wire) && typeof wire.method === "string") {
    const { method } = wire;
    const speaking = Object.values(codecs).filter((codec) => operationOfMethod(codec.operations, method) !== undefined);
    const [first] = speaking;
    if (first === undefined) throw new A2AError("METHOD_NOT_FOUND", `Method not found: ${method.slice(0, 100)}`);
    return {
      kind: "request",
      versions: speaking.map(({ version }) => version),
      operation: operationOfMethod(first.operations, method) ?? null,
    };
  }
  return { kind: "card", versions: [detectCard(Object.values(codecs), wire)?.version ?? protocolVersions[0]] };
}

function convertRequest(wire: JsonValue, from: VersionCodec, to: VersionCodec): JsonValue {
  if (!isJsonObject(wire) || typeof wire.method !== "string")
    throw invalidParams("method", "expected a JSON-RPC request");
  const operation = operationOfMethod(from.operations, wire.method);
  const reading = operation && from.operations[operation];
  const writing = operation && to.operations[operation];
  if (!reading)
    throw new A2AError("METHOD_NOT_FOUND", `Protocol ${from.version} has no method ${wire.method.slice(0, 100)}`);
  if (!writing?.rpcMethod) throw new A2AError("UNSUPPORTED_OPERATION", `Protocol ${to.version} has no ${operation}`);
  const input = reading.decodeInput(wire.params ?? {});
  // The same operation on both sides has the same input; TypeScript does not follow the name through the tables.
  const params = (writing.encodeInput as (input: unknown) => JsonValue)(input);
  return { ...wire, method: writing.rpcMethod, params };
}

function convertResponse(wire: JsonValue, from: VersionCodec, to: VersionCodec): JsonValue {
  if (!isJsonObject(wire)) throw invalidParams("", "expected a JSON-RPC answer");
  const { error, result, ...envelope } = wire;
  if (error !== undefined && error !== null) return { ...envelope, error: convert("error", error, from, to) };
  if (result === undefined) throw invalidParams("result", "expected a result or an error");
  const [reading, writing] = [from.operations.sendMessage, to.operations.sendMessage];
  return { ...envelope, result: defined(writing).encodeOutput(defined(reading).decodeOutput(result)) };
}

function convertEvent(wire: JsonValue, from: VersionCodec, to: VersionCodec): JsonValue {
  const decoder = defined(from.operations.sendStreamingMessage).decoder();
  const encoder = defined(to.operations.sendStreamingMessage).encoder();
  const frames = decoder.push(wire).flatMap((event) => encoder.push(event));
  const [first] = frames;
  return frames.length === 1 && first !== undefined ? first : frames;
}

function readMessage(wire: JsonValue, from: VersionCodec): Message {
  const params = from.version === "0.1" ? { id: "-", message: wire } : { message: wire };
  return defined(from.operations.sendMessage).decodeInput(params).message;
}

function writeMessage(message: Message, to: VersionCodec): JsonValue {
  const params = defined(to.operations.sendMessage).encodeInput({ message });
  return isJsonObject(params) ? (params.message ?? null) : null;
}

function wrapPart(wire: JsonValue, from: VersionCodec): JsonObject {
  if (from.version === "1.0") return { messageId: "-", role: "ROLE_USER", parts: [wire] };
  return { kind: "message", messageId: "-", role: "user", parts: [wire] };
}

function readError(wire: JsonValue): { code: number; message: string; data?: JsonValue } {
  if (!isJsonObject(wire) || typeof wire.code !== "number") throw invalidParams("code", "expected a number");
  const { code, message, data } = wire;
  return { code, message: typeof message === "string" ? message : "", ...(data !== undefined && { data }) };
}

/** Every protocol version has these operations. */
function defined<T>(row: T | undefined): T {
  if (row === undefined) throw new A2AError("UNSUPPORTED_OPERATION");
  return row;
}
