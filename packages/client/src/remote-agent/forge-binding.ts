import { COMPAT, excerpt } from "@a2a/bridge";
import { type HttpClient, readText } from "@a2a/http";
import { isJsonObject, isLocalError, type JsonObject, type JsonValue } from "@a2a/types";
import {
  type A2AArtifact,
  type A2ATask,
  JsonRpcErrorResponseSchema,
  JsonRpcRequestSchema,
  JsonRpcResponseSchema,
} from "@a2a/types/gmf-forge";
import { httpBinding } from "../transports/http-binding.ts";
import { rpcCodec } from "../transports/json-rpc.ts";
import { A2AClientError } from "./client-error.ts";
import { parseAnswer } from "./parse-answer.ts";

/** JSON-RPC with the messages of `RemoteAgent`'s peers: they name every member of a request and answer each call with a task. */
export const forgeBinding = httpBinding({
  ...rpcCodec,
  encodeCall(operation, input, codec, options) {
    const { body = "", ...request } = rpcCodec.encodeCall(operation, input, codec, options);
    const { params, ...envelope } = JsonRpcRequestSchema.parse(JSON.parse(body));
    const message = { ...params.message, metadata: withoutCompat(params.message.metadata) };
    return { ...request, body: JSON.stringify({ ...envelope, params: { ...params, message } }) };
  },
  decodeAnswer(operation, answer, codec, options) {
    const result = toWireTask(readTask(answer.body));
    const body = JSON.stringify({ jsonrpc: "2.0", id: options.id, result });
    try {
      return rpcCodec.decodeAnswer(operation, { ...answer, body }, codec, options);
    } catch (cause) {
      if (!isLocalError(cause)) throw cause;
      throw new A2AClientError(`Malformed A2A response: ${cause.message}`, { cause });
    }
  },
});

/** An HTTP client for peers that answer every call with 200. Rejects any other status with an `A2AClientError`. */
export function okOnly(http: HttpClient): HttpClient {
  return async (request) => {
    const response = await http(request);
    if (response.status === 200) return response;
    const body = await readText(response, { timeoutMs: request.timeoutMs });
    throw new A2AClientError(`Remote agent returned HTTP ${response.status}: ${excerpt(body)}`);
  };
}

/** Metadata without the key under which the bridge stores members that an older protocol version lacks. */
export function withoutCompat({ [COMPAT]: _, ...metadata }: JsonObject): JsonObject {
  return metadata;
}

/** The task in the body of an answer. Throws an `A2AClientError` for an error or anything else. */
function readTask(body: string): A2ATask {
  let envelope: JsonValue;
  try {
    envelope = JSON.parse(body) as JsonValue; // JSON.parse returns nothing else
  } catch (cause) {
    throw new A2AClientError(`Remote agent returned non-JSON body: ${excerpt(body)}`, { cause });
  }
  if (isJsonObject(envelope) && envelope.error !== undefined && envelope.error !== null) {
    const { error } = parseAnswer(JsonRpcErrorResponseSchema, envelope);
    throw new A2AClientError(`A2A JSON-RPC error ${error.code}: ${error.message}`);
  }
  return parseAnswer(JsonRpcResponseSchema, withPlainStatus(envelope)).result;
}

/** The task as the protocol has it: a text is a string, and parts of unknown types, which no result shows, are left out. */
function toWireTask({ artifacts, metadata, ...task }: A2ATask): JsonObject {
  return { ...task, artifacts: artifacts.map(toWireArtifact), metadata: withoutCompat(metadata) };
}

function toWireArtifact({ name, parts }: A2AArtifact): JsonObject {
  return {
    name,
    parts: parts.flatMap(({ type, text, data }): JsonObject[] => {
      if (type === "text") return [{ type, text: text ?? "" }];
      return type === "data" && data !== null ? [{ type, data }] : [];
    }),
  };
}

/** Other agents of this protocol version have a message where this dialect has a text. */
function withPlainStatus(envelope: JsonValue): JsonValue {
  if (!isJsonObject(envelope) || !isJsonObject(envelope.result) || !isJsonObject(envelope.result.status))
    return envelope;
  const { result } = envelope;
  const { status } = envelope.result;
  if (!isJsonObject(status.message)) return envelope;
  return { ...envelope, result: { ...result, status: { ...status, message: textOf(status.message) } } };
}

function textOf({ parts }: JsonObject): string {
  if (!Array.isArray(parts)) return "";
  return parts.flatMap((part) => (isJsonObject(part) && typeof part.text === "string" ? [part.text] : [])).join("\n");
}
