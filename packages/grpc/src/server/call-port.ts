import type { CodecOptions, Headers, Serialized, ServerRequest, StreamItem, VersionCodec } from "@a2a/bridge";
import type { A2AError, JsonLimits, OperationName, Operations, Principal } from "@a2a/types";

// The part of `CallPort` of `@a2a/server` that this adapter uses, so that neither package depends on the other.

/** Carries out calls: `handler.calls` of `@a2a/server`. */
export interface GrpcCalls {
  /** How requests are read and answers written. */
  readonly options: CodecOptions;
  /** Bounds on the values of a message. */
  readonly limits: JsonLimits;
  /** Identifies the caller by everything but its message. */
  authenticate(request: ServerRequest): Principal | Promise<Principal>;
  /** Counts a message of a caller that arrives in pieces, until it is released. */
  hold(caller: Principal): HeldMessage;
  /** Performs a call that was read. */
  perform(call: ReadCall, caller: Principal, signal: AbortSignal): Promise<PerformedCall>;
  /** Logs and counts an error, and returns what the caller may see of it. */
  refuse(error: unknown, about: object): A2AError;
  /** Whether callers should use another server. */
  isStopping(): boolean;
}

/** The bytes of a message that is being received. */
export interface HeldMessage {
  /** Counts bytes that have arrived. Throws when there is no room for them. */
  take(bytes: number): void;
  /** Gives all of them back. */
  release(): void;
}

/** A call that was read from its message. */
export interface ReadCall {
  readonly operation: OperationName;
  readonly input: Operations[OperationName]["input"];
  readonly codec: VersionCodec;
  readonly binding: "GRPC";
  readonly headers: Headers;
  /** The bytes of its message. */
  readonly size: number;
  /** Its message, if it arrived in pieces: released once it is stored. */
  readonly body?: HeldMessage | undefined;
}

/** The result of a call. */
export type PerformedCall = PerformedOnce | PerformedStream;

interface PerformedBase {
  /** The extensions that were active. */
  readonly extensions?: readonly string[];
  /** Called once, when the answer was sent or dropped. */
  readonly release?: () => void;
}

/** The result of a unary call. */
export interface PerformedOnce extends PerformedBase {
  readonly output: Operations[OperationName]["output"] | Serialized<Operations[OperationName]["output"]>;
}

/** The result of a streaming call. */
export interface PerformedStream extends PerformedBase {
  readonly batches: AsyncIterable<readonly StreamItem[]>;
  /** Whether events between the last one seen and the first one shown are missing. */
  readonly hasGap?: true;
}
