import {
  A2AError,
  isA2AError,
  type JsonValue,
  type OperationName,
  type Operations,
  type StreamResponse,
} from "@a2a/types";
import type { OperationTable, UnarySpelling } from "../codec/operation-table.ts";
import type { BindingName, CodecOptions, StreamEncoder, VersionCodec } from "../codec/version-codec.ts";
import { errorTable } from "../errors/error-table.ts";
import type { Answer } from "./http-messages.ts";
import type { Envelope, SharedText } from "./shared-text.ts";
import { sseEvent } from "./sse-encode.ts";

/** An event of a server's stream, with its log sequence number, and its JSON if available. */
export interface StreamItem {
  readonly event: StreamResponse;
  readonly seq?: number;
  readonly json?: string;
}

/** A call as the operations see it, independent of protocol version and binding. */
export interface Call<Name extends OperationName = OperationName> {
  readonly operation: Name;
  readonly input: Operations[Name]["input"];
  /** The task id chosen by the caller, in protocol versions that allow it. */
  readonly taskAlias?: string;
  /** The spelling to answer in. */
  readonly table: OperationTable;
}

/** Answers a call in its own protocol version and binding. */
export interface Reply {
  readonly codec: VersionCodec;
  readonly binding: BindingName;
  /** The response of a unary operation. */
  result<Name extends OperationName>(
    call: Call<Name>,
    output: Operations[Name]["output"] | Serialized<Operations[Name]["output"]>,
  ): Answer;
  /** The response of a streaming operation. Events of one batch are written together. */
  stream(call: Call, batches: AsyncIterable<readonly StreamItem[]>): Answer;
  /** An error response. */
  error(error: A2AError): Answer;
}

/** Headers of an error response: `Retry-After`, and `Allow` for a wrong method. */
export function errorHeaders({ code, retryAfterMs, metadata }: A2AError): Record<string, string> {
  const { allow } = code === "METHOD_NOT_ALLOWED" ? metadata : {};
  return {
    ...(retryAfterMs !== undefined && { "Retry-After": String(Math.max(1, Math.ceil(retryAfterMs / 1000))) }),
    ...(allow !== undefined && /^[A-Z, ]+$/.test(allow) && { Allow: allow }),
  };
}

/** Headers of an event stream, which disable caching and proxy buffering. */
export const STREAM_HEADERS = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-cache, no-transform",
  "X-Accel-Buffering": "no",
} as const;

/** The outgoing form of an error: an `A2AError` unchanged, anything else as an internal error without details. */
export function asA2AError(error: unknown): A2AError {
  return isA2AError(error) ? error : new A2AError("INTERNAL", undefined, { cause: error });
}

/** The HTTP status of an error on the JSON-RPC binding: 200 for errors of the protocol, another for errors of HTTP. */
export function rpcStatus(error: A2AError): number {
  return errorTable[error.code].rpcHttp ?? 200;
}

/** The encoder of a streaming call. */
export function encoderOf(call: Call, options: CodecOptions | undefined): StreamEncoder {
  const row = call.table[call.operation];
  if (row && "encoder" in row) return row.encoder(forCaller(call, options));
  throw new A2AError("INTERNAL", undefined, { cause: new TypeError(`${call.operation} does not stream`) });
}

/** A value of the model together with its JSON, which a store may already have. */
export class Serialized<T> {
  readonly #json: string | (() => string);
  readonly #value: () => T;

  /** The JSON may be a function, which is called when the text is needed. */
  constructor(json: string | (() => string), value: () => T) {
    this.#json = json;
    this.#value = value;
  }

  /** The value as JSON text. */
  get json(): string {
    return typeof this.#json === "string" ? this.#json : this.#json();
  }

  /** The value; every call returns a new object. */
  get value(): T {
    return this.#value();
  }
}

/** The text around the JSON of an output. */
export interface OutputEnvelope {
  /** Around a text. */
  text(json: string): string;
  /** Around a value, which is written in one go with it: joining long texts would copy them. */
  value(value: JsonValue): JsonValue;
}

/** The output of a call as text in its protocol version. */
export function outputText<Name extends OperationName>(
  call: Call<Name>,
  output: Operations[Name]["output"] | Serialized<Operations[Name]["output"]>,
  options: CodecOptions | undefined,
  envelope?: OutputEnvelope,
): string {
  // The row of an operation takes that operation's output; TypeScript does not follow the name through the table.
  const row = call.table[call.operation] as UnarySpelling<Name>;
  if (output instanceof Serialized && row.verbatim) return envelope ? envelope.text(output.json) : output.json;
  const value = row.encodeOutput(output instanceof Serialized ? output.value : output, forCaller(call, options));
  return JSON.stringify(envelope ? envelope.value(value) : value);
}

/** A caller that chose its task id gets the answer under that id. */
function forCaller({ taskAlias }: Call, options: CodecOptions | undefined): CodecOptions | undefined {
  return taskAlias === undefined ? options : { ...options, taskId: taskAlias };
}

/** Events as the text of a stream; a long one in pieces. */
export function batchText(
  encoder: StreamEncoder,
  batch: readonly StreamItem[],
  around: Envelope,
  shared: SharedText,
): string | readonly string[] {
  if (encoder.verbatim) return shared.of(batch, around);
  let text = "";
  for (const { event, seq } of batch) text += framesText(encoder, encoder.push(event), around, seq);
  return text;
}

/** Frames as the text of a stream. The last one carries the event's number, so that a reader never resumes within an event. */
export function framesText(
  encoder: StreamEncoder,
  frames: readonly JsonValue[],
  { front, back }: Envelope,
  id?: number,
): string {
  let text = "";
  frames.forEach((frame, index) => {
    const json = JSON.stringify(frame);
    if (id !== undefined && index === frames.length - 1) text += `id: ${id}\n`;
    text += encoder.isBare?.(frame) ? sseEvent(json) : front + json + back;
  });
  return text;
}
