import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import { statusProto } from "../proto/google.ts";
import { type MessageCodec, messageCodec } from "../wire/message-codec.ts";

const PREFIX = "type.googleapis.com/";
const status = messageCodec(statusProto, "Status");

/** The typed details that can be written, by the name of their type. */
const details: Readonly<Record<string, MessageCodec>> = {
  "google.rpc.ErrorInfo": messageCodec(statusProto, "ErrorInfo"),
  "google.rpc.BadRequest": messageCodec(statusProto, "BadRequest"),
  "google.rpc.RetryInfo": messageCodec(statusProto, "RetryInfo"),
};

/** The trailer with the details of an error: a serialized `google.rpc.Status`. */
export function encodeStatus(code: number, message: string, typed: readonly JsonObject[]): Buffer {
  return status.encode({ code, message, details: typed.flatMap(encodeDetail) });
}

function encodeDetail({ "@type": type, ...detail }: JsonObject): JsonObject[] {
  const name = typeof type === "string" && type.startsWith(PREFIX) ? type.slice(PREFIX.length) : "";
  const codec = Object.hasOwn(details, name) ? details[name] : undefined;
  if (codec === undefined) return [];
  const fields = name === "google.rpc.RetryInfo" ? { retryDelay: durationOf(detail.retryDelay) } : detail;
  return [{ typeUrl: PREFIX + name, value: codec.encode(fields).toString("base64") }];
}

/** The typed details in the trailer of an error, as ProtoJSON; those of unknown types are left out. */
export function decodeStatus(bytes: Uint8Array): { message: string; details: JsonObject[] } {
  const { message, details: wire = [] } = status.decode(bytes);
  return {
    message: typeof message === "string" ? message : "",
    details: Array.isArray(wire) ? wire.filter(isJsonObject).flatMap(decodeDetail) : [],
  };
}

function decodeDetail({ typeUrl, value = "" }: JsonObject): JsonObject[] {
  const name = typeof typeUrl === "string" ? typeUrl.slice(typeUrl.lastIndexOf("/") + 1) : "";
  const codec = Object.hasOwn(details, name) ? details[name] : undefined;
  if (codec === undefined || typeof value !== "string") return [];
  const detail = codec.decode(Buffer.from(value, "base64"));
  const fields = name === "google.rpc.RetryInfo" ? { retryDelay: textOfDuration(detail.retryDelay) } : detail;
  return [{ "@type": PREFIX + name, ...fields }];
}

/** A duration of ProtoJSON, `1.5s`, as its fields. */
function durationOf(text: JsonValue | undefined): JsonObject {
  const ms = typeof text === "string" ? Math.round(Number.parseFloat(text) * 1000) : 0;
  return { seconds: Math.trunc(ms / 1000), nanos: (ms % 1000) * 1_000_000 };
}

function textOfDuration(duration: JsonValue | undefined): string {
  const { seconds = 0, nanos = 0 } = isJsonObject(duration) ? duration : {};
  return `${Number(seconds) + Number(nanos) / 1e9}s`;
}
