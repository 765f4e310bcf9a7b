import type { BindingName, Headers, Serialized, StreamItem, VersionCodec } from "@a2a/bridge";
import type { Logger, OperationName, Operations, Principal } from "@a2a/types";
import type { Scope } from "../engine/port/task-engine.ts";

/** A call as types of the model, with the data of its binding besides the input. */
export interface ServerCall<Name extends OperationName = OperationName> {
  readonly operation: Name;
  readonly input: Operations[Name]["input"];
  /** The protocol version of the caller. */
  readonly codec: VersionCodec;
  readonly binding: BindingName;
  /** The id the caller chose for its task, in versions where callers do. */
  readonly taskAlias?: string | undefined;
  /** The extensions the caller asks for. */
  readonly extensions: readonly string[];
  /** The number of the last event that a reader saw before it lost its stream. */
  readonly lastEventId?: number | undefined;
  /** The headers or metadata of the request, by lower-case name; they may carry the caller's trace. */
  readonly headers: Headers;
  /** The memory reserved for the request before its body was read. */
  readonly reservation?: Reservation | undefined;
  /** The memory of the body, to be released once its message is stored or sent on; otherwise it is released with the answer. */
  readonly body?: Reservation | undefined;
  /** Counts the answer before its text is read from the storage. */
  readonly countAnswer?: CountAnswer | undefined;
}

/** Counts a large answer until the function it resolves with is called. Rejects when too many answers wait for their readers. */
export type CountAnswer = (size: number, caller: Principal) => Promise<(() => void) | undefined>;

/** Memory that is set aside for a call. */
export interface Reservation {
  /** Gives it back. It may be called more than once. */
  release(): void;
}

/** The result of an operation: an output of the model, or batches of events as they happen. */
export type Performed<Name extends OperationName = OperationName> = PerformedOnce<Name> | PerformedStream;

/** The members of every result besides its content. */
interface PerformedBase {
  /** The extensions that were active. Absent when there were none. */
  readonly extensions?: readonly string[];
  /** About how many characters the output, or the first event of the stream, has; absent where that is not known. */
  readonly size?: number;
  /** Set if the answer has been counted: called once, when it was sent or dropped. */
  readonly uncount?: (() => void) | undefined;
  /** Called once, when the answer was sent or dropped, where it occupies something until then. */
  readonly release?: () => void;
}

/** The result of an operation that answers once. */
export interface PerformedOnce<Name extends OperationName = OperationName> extends PerformedBase {
  readonly output: Operations[Name]["output"] | Serialized<Operations[Name]["output"]>;
  /** Whether the output is for this caller only and must not be cached. */
  readonly isPrivate?: true;
}

/** The result of an operation that streams. */
export interface PerformedStream extends PerformedBase {
  readonly batches: AsyncIterable<readonly StreamItem[]>;
  /** Whether events between the last one seen and the first one shown are missing. */
  readonly hasGap?: true;
}

/**
 * Performs a call: checks the caller's permission, the capabilities of the card, limits and extensions, then runs the operation. Every
 * binding ends here. Rejects with an `A2AError` that the binding writes in its own form.
 */
export type Perform = (call: ServerCall, caller: Principal, signal: AbortSignal) => Promise<Performed>;

/** A call and who makes it: made once, never changed. */
export interface CallContext<Name extends OperationName = OperationName> {
  readonly call: ServerCall<Name>;
  readonly caller: Principal;
  /** Whose tasks this call may see. */
  readonly scope: Scope;
  /** The extensions that are active for this call. */
  readonly extensions: readonly string[];
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

/** Carries out a call that its caller may make. */
export type Operate = (context: CallContext) => Performed | Promise<Performed>;
