import type {
  A2AError,
  AgentCard,
  ErrorCode,
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
import type { RestVariant } from "./rest-variant.ts";

/** Options for reading and writing a protocol version. */
export interface CodecOptions {
  /** Reject input that the protocol version's schema rejects, instead of normalizing known deviations. Default false. */
  strict?: boolean | undefined;
  /** A dialect to write in; reading never needs one. Known dialects are in `@a2a/bridge/dialects`. */
  dialect?: Dialect | undefined;
  /** The context of a stream, for protocol versions whose events do not name it. */
  contextId?: string | undefined;
  /** The task id known to the caller, for a response without a task id. Default: a new id. */
  taskId?: string | undefined;
  /** Generates ids that the wire lacks. Default: random UUIDs. */
  createId?: (() => string) | undefined;
  /** The patch release of 1.0 whose HTTP error statuses are written: 1.0.1 changed some. Both are accepted. Default `1.0.1`. */
  errorStatuses?: "1.0.0" | "1.0.1" | undefined;
}

/** Finds the codec of a response that is clearly in another protocol version; `undefined` to read it in the requested one. */
export type OtherReader = (answer: JsonValue) => VersionCodec | undefined;

/** Encodes model events as the frames of one stream in a protocol version. */
export interface StreamEncoder {
  /** The frames for one event; none when this protocol version does not show it. */
  push(event: StreamResponse): JsonValue[];
  /** The frames that end the stream. */
  finish(): JsonValue[];
  /** Whether a frame is the event's own JSON, so that serialized text can be sent unchanged. */
  readonly verbatim?: true;
  /** Whether a frame is sent without the envelope of the binding, as in one dialect. */
  isBare?(frame: JsonValue): boolean;
  /** A last line that is not JSON, as in one dialect. */
  readonly closing?: string;
}

/** Decodes the frames of one stream into model events. */
export interface StreamDecoder {
  /** The events of a frame. */
  push(frame: JsonValue): StreamResponse[];
  /** Whether the peer has marked the end of the stream. */
  readonly done: boolean;
  /**
   * Whether the last frame was the first one, and the task before its events is synthesized because the peer sent none. `unnumbered` in a
   * version without task events, in which a peer that numbers its events sends the snapshot as other events.
   */
  readonly synthesized?: boolean | "unnumbered";
}

/** An error as JSON-RPC writes it. */
export interface WireError {
  code: number;
  message: string;
  data?: JsonValue;
  /** The HTTP status of the response, if known; never written. */
  status?: number;
}

/** How a protocol version writes errors. */
export interface ErrorCodec {
  encode(error: A2AError, options?: CodecOptions): WireError;
  decode(wire: WireError, options?: CodecOptions): A2AError;
  /** The body of an HTTP+JSON error answer, if it is not that of JSON-RPC. */
  encodeHttp?(error: A2AError, options?: CodecOptions): JsonValue;
  /** The status of an HTTP+JSON error answer, if it is not that of the error table. */
  httpStatus?(error: A2AError, options?: CodecOptions): number;
}

/** The confidence that a document is written in a protocol version, by its shape alone. */
export type Match = "certain" | "possible" | "none";

/** A binding by its name in agent cards. The type is open: a binding can add its name. */
export type BindingName = "JSONRPC" | "HTTP+JSON" | "GRPC" | (string & {});

/** The body of a webhook delivery. */
export interface PushCodec {
  /** The media type of the body. */
  readonly contentType: string;
  /** Whether the body holds the whole task, so that `encode` needs it as of the event; otherwise only its id is read. */
  readonly wholeTask?: true;
  /** Whether a delivery is in this protocol version, by its shape. */
  recognizes(wire: JsonObject): boolean;
  /** The body of the delivery of an event. */
  encode(event: StreamResponse, task: Task, options?: CodecOptions): JsonValue;
  decode(wire: JsonValue, options?: CodecOptions): StreamResponse;
}

/** How a protocol version writes cards. */
export interface CardCodec {
  /** The well-known path at which callers of this protocol version look for the card. */
  readonly path: string;
  /** The confidence that a card is in this protocol version, by its shape. */
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
 * A protocol version: how it is read and written, with all other differences between versions as data. No code outside a codec names a
 * version, so adding one means adding a codec.
 */
export interface VersionCodec {
  readonly version: ProtocolVersion;
  /** Loads what translates; absent once it is loaded. Until then a codec only recognizes what is written in its version. */
  readonly load?: (() => Promise<void>) | undefined;
  /** The bindings this version defines. */
  readonly bindings: readonly BindingName[];
  /** How this version maps each operation; a missing operation does not exist in it. */
  readonly operations: OperationTable;
  /** A second HTTP+JSON format, if a version has two. */
  readonly restForms?: RestForms | undefined;
  /** Other ways to write HTTP+JSON requests of this version, for peers that refuse the usual one. */
  readonly restVariants?: readonly RestVariant[];
  readonly card: CardCodec;
  readonly errors: ErrorCodec;
  readonly push: PushCodec;
  /** The media type of bodies in HTTP+JSON. A caller that does not accept another one than plain JSON gets that. */
  readonly mediaType: string;
  /** The confidence that a peer's response is in this version, by its shape. */
  matchAnswer(result: JsonObject): Match;
  /** The header that requests and confirms extensions; absent where the version has no extensions. */
  readonly extensionsHeader?: string;
  /** The header that names the version; none where the version has no such header. */
  readonly versionHeader?: string;
  /** The default history length of a response; the whole history when absent. */
  readonly defaultHistoryLength?: number;
  /** Whether callers may get a task that has not ended in response to a send, without having asked for that. */
  readonly returnsUnfinished?: true;
  /** Whether every response to a message is a task, never a bare message. */
  readonly tasksOnly?: true;
  /** Clients of this version that accept event streams alone read the error of a streaming call from an event. */
  readonly errorsAsEvents?: true;
  /** The errors of an operation that are plain JSON even then. */
  readonly plainErrors?: Partial<Readonly<Record<OperationName, readonly ErrorCode[]>>>;
  /** Canceling a task that is canceled already is refused; elsewhere it succeeds. */
  readonly refusesRepeatedCancel?: true;
  /** Whether callers choose their task ids. */
  readonly clientTaskIds?: true;
  /** Whether a webhook can be requested by task id alone, which means the oldest one. */
  readonly optionalPushIds?: true;
  /** Whether a message id was generated here because the sender gave none; absent where senders always give one. */
  readonly hasGeneratedId?: (message: Message) => boolean;
  /** Whether a JSON-RPC method exists in this version only, so that the method determines the version. */
  readonly ownsMethod?: (method: string) => boolean;
  /** Whether a body of an HTTP+JSON request is written in this version and in no later one. */
  readonly ownsBody?: (body: JsonObject) => boolean;
  /** Operations that other versions map alike, so that a response to them does not prove that a peer speaks this version. */
  readonly sharedOperations?: readonly OperationName[];
  /** Whether callers of this version post JSON-RPC to customary paths (`/rpc`, `/tasks/send`) even if the card names another. */
  readonly customaryPaths?: true;
  /** Whether some agents of this version have one URL per method, named like the method, below their own. */
  readonly methodPaths?: true;
  /** The dialect of agents of this version that support no method but sending messages. */
  readonly sendOnlyDialect?: Dialect;
}

/** The two HTTP+JSON formats of a protocol version. */
export interface RestForms {
  /** The format for a request without a body. */
  readonly fallback: OperationTable;
  /** Chooses the format by the body of a request or a response. */
  choose(body: JsonValue): OperationTable;
}
