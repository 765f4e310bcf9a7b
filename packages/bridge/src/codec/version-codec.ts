import type { A2AError, AgentCard, JsonValue, Message, ProtocolVersion, StreamResponse, Task } from "@a2a/types";
import type { OperationTable } from "./operation-table.ts";

/** How a generation is read and written. Everything has a default. */
export interface CodecOptions {
  /** Refuse what the generation's own schema refuses, instead of understanding what was probably meant. Default false. */
  strict?: boolean | undefined;
  /** A named deviation to write in; reading never needs it. */
  dialect?: Dialect | undefined;
  /** The conversation a stream belongs to, for generations whose events do not name it. */
  contextId?: string | undefined;
  /** The id under which the caller knows its task, for an answer that has none of its own. Default: a fresh one. */
  taskId?: string | undefined;
  /** Makes ids where the wire has none. Default: random UUIDs. */
  createId?: (() => string) | undefined;
  /** Where push configurations keep what the other generation cannot say; without it that part is lost. */
  sideTable?: SideTable | undefined;
  /** Which patch of 1.0 the HTTP status of an error follows: 1.0.1 changed some. Both are understood. Default `1.0.1`. */
  errorStatuses?: "1.0.0" | "1.0.1" | undefined;
}

/** A deviation from the published protocol that is in production somewhere. */
export type Dialect = "agentic-patterns" | "cortex" | "gmf-forge" | "cortex-0.1";

/** A small store beside the wire. A `Map` will do. */
export interface SideTable {
  get(key: string): JsonValue | undefined;
  set(key: string, value: JsonValue): unknown;
}

/** Finds the codec of another generation that an answer is plainly written in; `undefined` when it is to be read as what was asked for. */
export type OtherReader = (answer: JsonValue) => VersionCodec | undefined;

/** Turns model events into the frames of one stream of an older or newer generation. */
export interface StreamEncoder {
  /** The frames for one event; none when this generation does not show it. */
  push(event: StreamResponse): JsonValue[];
  /** What is left to say when the stream ends. */
  finish(): JsonValue[];
  /** Whether a frame is the event's own JSON, so that text serialised once can go out as it is. */
  readonly verbatim?: true;
  /** Whether a frame goes out without the envelope of the binding, as one dialect has it. */
  isBare?(frame: JsonValue): boolean;
  /** A last line that is no JSON, as one dialect has it. */
  readonly closing?: string;
}

/** Turns the frames of one stream into model events. */
export interface StreamDecoder {
  /** The events a frame stands for. */
  push(frame: JsonValue): StreamResponse[];
  /** Whether the peer said that nothing follows. */
  readonly done: boolean;
}

/** An error as JSON-RPC writes it. */
export interface WireError {
  code: number;
  message: string;
  data?: JsonValue;
  /** The HTTP status the error came with, where it is known; never written. */
  status?: number;
}

/** How a generation writes errors. */
export interface ErrorCodec {
  encode(error: A2AError, options?: CodecOptions): WireError;
  decode(wire: WireError, options?: CodecOptions): A2AError;
  /** The body of an HTTP+JSON error answer, where it is not that of JSON-RPC. */
  encodeHttp?(error: A2AError, options?: CodecOptions): JsonValue;
  /** The status of an HTTP+JSON error answer, where it is not that of the error table. */
  httpStatus?(error: A2AError, options?: CodecOptions): number;
}

/** The body of a webhook delivery. */
export interface PushCodec {
  /** The media type of the body. */
  readonly contentType: string;
  /** The body that tells a receiver of this generation about an event; older ones expect the whole task. */
  encode(event: StreamResponse, task: Task, options?: CodecOptions): JsonValue;
  decode(wire: JsonValue, options?: CodecOptions): StreamResponse;
}

/** How a generation writes cards. */
export interface CardCodec {
  encode(card: AgentCard, options?: CodecOptions): JsonValue;
  decode(wire: JsonValue, options?: CodecOptions): AgentCard;
}

/** Everything there is to know about one wire generation. Only a codec knows a version. */
export interface VersionCodec {
  readonly version: ProtocolVersion;
  /** How this generation spells each operation; what is missing does not exist in it. */
  readonly operations: OperationTable;
  /** A second spelling in HTTP+JSON, where a generation has two. */
  readonly restForms?: RestForms;
  readonly card: CardCodec;
  readonly errors: ErrorCodec;
  readonly push: PushCodec;
  /** The header in which extensions are asked for and confirmed; none where the generation knows no extensions. */
  readonly extensionsHeader?: string;
  /** The header that names the version; none where the generation has no such header. */
  readonly versionHeader?: string;
  /** How much history an answer holds when the caller does not say; everything when absent. */
  readonly defaultHistoryLength?: number;
  /** Whether callers choose the ids of their tasks. */
  readonly clientTaskIds?: true;
  /** Whether the id of a message was made here, since its sender gave it none; senders always do when absent. */
  readonly isNameless?: (message: Message) => boolean;
}

/** Two ways of writing the same generation over HTTP+JSON. */
export interface RestForms {
  /** The form used when a request has no body to tell by. */
  readonly fallback: OperationTable;
  /** Chooses the form by the body of a request or an answer. */
  choose(body: JsonValue): OperationTable;
}
