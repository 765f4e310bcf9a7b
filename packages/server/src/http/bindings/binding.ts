import type {
  Answer,
  BindingName,
  CodecOptions,
  Reply,
  ServerRequest,
  ServiceParameters,
  VersionCodec,
} from "@a2a/bridge";
import type { JsonLimits, OperationName, Operations, Principal, ProtocolVersion } from "@a2a/types";
import type { Scope } from "../../engine/port/task-engine.ts";

/**
 * A binding over HTTP: how a request becomes a call, and its result an answer. Authentication, limits, extensions and options are
 * not its business: `handle.ts` has one path for all bindings.
 */
export interface HttpBinding {
  readonly name: BindingName;
  /** Reads as much of a request as it takes to answer in the caller's form, or answers one that cannot be read at all. */
  open(request: BindingRequest): OpenCall | Answer | Promise<OpenCall | Answer>;
  /** Answers a request whose body was not read. */
  unread(http: ServerRequest): Reply;
}

/** A request on its way to a binding. */
export interface BindingRequest {
  /** Its `body` is empty if it has just been read. */
  readonly http: ServerRequest;
  readonly body: string;
  /** The path below the mount of the binding. */
  readonly path: string;
  /** The protocol version whose callers use this path, where several versions share a method. */
  readonly fallback: ProtocolVersion | undefined;
  /** Whether callers that use this path expect their sends to be answered at once, in versions where that depends on the path. */
  readonly returnsImmediately?: boolean | undefined;
  /** The version and the extensions that the request names. */
  readonly service: ServiceParameters;
}

/** The properties of the server that bindings use. */
export interface BindingContext {
  /** The protocol versions served, newest first. */
  readonly codecs: readonly [VersionCodec, ...VersionCodec[]];
  /** The protocol versions whose callers are recognized, also to be refused. */
  readonly knownCodecs: readonly VersionCodec[];
  /** How requests are read and answers written. */
  readonly options: CodecOptions;
  readonly limits: JsonLimits;
  /** The public card in a version, for dialects that read it by a method. */
  cardText(codec: VersionCodec): string;
  /** The owner of the tasks that a caller begins. */
  ownerOf(caller: Principal): string;
  /** The engine's id of a task by the one its caller chose; `undefined` when there is none. */
  resolveAlias(scope: Scope, alias: string): Promise<string | undefined>;
}

/** A request whose form is known. */
export interface OpenCall {
  /** Answers in the form known so far. */
  readonly reply: Reply;
  /** Reads the call of a caller that is known, or answers it outright. The form may be known better after that. */
  read(caller: Principal): ReadCall | Answer | Promise<ReadCall | Answer>;
}

/** A call that was read, and how it is answered. */
export interface ReadCall {
  readonly call: BoundCall;
  readonly reply: Reply;
}

/** A call together with the table that its answer is written by. */
export type BoundCall = Parameters<Reply["stream"]>[0] & {
  readonly operation: OperationName;
  readonly input: Operations[OperationName]["input"];
};
