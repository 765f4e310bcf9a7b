import type {
  A2AError,
  AgentCard,
  JsonObject,
  JsonValue,
  Message,
  OperationName,
  ProtocolVersion,
  StreamResponse,
  Task,
} from "@a2a/types";
import type { Dialect } from "./dialect.ts";
import type { OperationTable } from "./operation-table.ts";

/** How a generation is read and written. Everything has a default. */
export interface CodecOptions {
  /** Refuse what the generation's own schema refuses, instead of understanding what was probably meant. Default false. */
  strict?: boolean | undefined;
  /** A deviation to write in; reading never needs it. Those known are in `@a2a/bridge/dialects`. */
  dialect?: Dialect | undefined;
  /** The conversation a stream belongs to, for generations whose events do not name it. */
  contextId?: string | undefined;
  /** The id under which the caller knows its task, for an answer that has none of its own. Default: a fresh one. */
  taskId?: string | undefined;
  /** Makes ids where the wire has none. Default: random UUIDs. */
  createId?: (() => string) | undefined;
  /** Which patch of 1.0 the HTTP status of an error follows: 1.0.1 changed some. Both are understood. Default `1.0.1`. */
  errorStatuses?: "1.0.0" | "1.0.1" | undefined;
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

/** How surely a document is written in a protocol version, judged by its shape alone. */
export type Match = "certain" | "possible" | "none";

/** A binding by its name in agent cards. It is an open type: whoever adds a binding adds its name. */
export type BindingName = "JSONRPC" | "HTTP+JSON" | (string & {});

/** The body of a webhook delivery. */
export interface PushCodec {
  /** The media type of the body. */
  readonly contentType: string;
  /** Whether the body holds the whole task, so that `encode` needs it as of the event; otherwise only its id is read. */
  readonly wholeTask?: true;
  /** Whether a delivery is written in this protocol version, by its shape. */
  recognizes(wire: JsonObject): boolean;
  /** The body that tells a receiver about an event. */
  encode(event: StreamResponse, task: Task, options?: CodecOptions): JsonValue;
  decode(wire: JsonValue, options?: CodecOptions): StreamResponse;
}

/** How a generation writes cards. */
export interface CardCodec {
  /** The well-known path at which callers of this protocol version look for the card. */
  readonly path: string;
  /** How surely a card is written in this protocol version, by its shape. */
  match(wire: JsonObject): Match;
  /**
   * The members of an older version's card that a document for readers of both may carry beside those of this version: all that do
   * not collide, or the ones listed. Absent where readers of this version understand nothing but their own document.
   */
  readonly absorbs?: "all" | readonly string[];
  encode(card: AgentCard, options?: CodecOptions): JsonValue;
  decode(wire: JsonValue, options?: CodecOptions): AgentCard;
}

/**
 * A protocol version: how it is read and written, and what else differs between versions, as data. Nothing outside a codec names a
 * version, so adding one means adding a codec.
 */
export interface VersionCodec {
  readonly version: ProtocolVersion;
  /** The bindings this version defines. */
  readonly bindings: readonly BindingName[];
  /** How this version spells each operation; what is missing does not exist in it. */
  readonly operations: OperationTable;
  /** A second spelling in HTTP+JSON, where a version has two. */
  readonly restForms?: RestForms;
  readonly card: CardCodec;
  readonly errors: ErrorCodec;
  readonly push: PushCodec;
  /** The media type of bodies in HTTP+JSON. A caller that does not accept another one than plain JSON gets that. */
  readonly mediaType: string;
  /** How surely an answer of a peer is written in this version, by its shape. */
  matchAnswer(result: JsonObject): Match;
  /** The header in which extensions are asked for and confirmed; none where the version knows no extensions. */
  readonly extensionsHeader?: string;
  /** The header that names the version; none where the version has no such header. */
  readonly versionHeader?: string;
  /** How much history an answer holds when the caller does not say; everything when absent. */
  readonly defaultHistoryLength?: number;
  /** How long a blocking call waits before it is answered with the task as it stands, where callers expect that; else it waits. */
  readonly maxBlockingMs?: number;
  /** Whether every answer to a message is a task, never a bare message. */
  readonly tasksOnly?: true;
  /** Whether callers choose the ids of their tasks. */
  readonly clientTaskIds?: true;
  /** Whether a webhook can be asked for by the id of its task alone, which stands for the oldest one. */
  readonly optionalPushIds?: true;
  /** Whether a sender gave a message no id, so that its id was generated here; senders always give one when absent. */
  readonly hasGeneratedId?: (message: Message) => boolean;
  /** Whether a JSON-RPC method exists in this version only, so that the method alone tells the version. */
  readonly ownsMethod?: (method: string) => boolean;
  /** Operations that other versions spell alike, so that an answer to them does not prove that a peer speaks this version. */
  readonly sharedOperations?: readonly OperationName[];
  /** Whether callers of this version post JSON-RPC to customary paths (`/rpc`, `/tasks/send`), whatever the card says. */
  readonly customaryPaths?: true;
  /** Whether some agents of this version have one address per method, named like it, below their own. */
  readonly methodPaths?: true;
  /** The dialect of agents of this version that accept messages and know no other method. */
  readonly sendOnlyDialect?: Dialect;
}

/** Two ways of writing the same generation over HTTP+JSON. */
export interface RestForms {
  /** The form used when a request has no body to tell by. */
  readonly fallback: OperationTable;
  /** Chooses the form by the body of a request or an answer. */
  choose(body: JsonValue): OperationTable;
}
