import { type CodecOptions, readServiceParameters, type ServerRequest, type VersionCodec } from "@a2a/bridge";
import type { A2AError, JsonLimits, OperationName, Operations, Principal } from "@a2a/types";
import { identified } from "../auth/authenticate.ts";
import { SMALL_ANSWER } from "../budgets/answers.ts";
import type { Performed, Reservation } from "../calls/call.ts";
import type { CallParts } from "./answer-call.ts";
import type { HeldBody } from "./bodies.ts";
import { readLastEventId } from "./http-rules.ts";
import { reportRefusal } from "./refusals.ts";

/**
 * Carries out the calls of a binding that frames its own messages, as gRPC does. Authentication, limits, budgets, logs and metrics are
 * those of calls over HTTP.
 */
export interface CallPort {
  /** The protocol versions served, newest first. */
  readonly codecs: readonly VersionCodec[];
  /** How requests are read and answers written. */
  readonly options: CodecOptions;
  /** Bounds on the values of a message. */
  readonly limits: JsonLimits;
  /** Identifies the caller by everything but its message. Rejects with an `A2AError` when it cannot prove who it is. */
  authenticate(request: ServerRequest): Principal | Promise<Principal>;
  /** Counts a message of a caller that arrives in pieces, until it is released. */
  hold(caller: Principal): HeldBody;
  /** Performs a call that was read. The result is counted until it is released. */
  perform(call: PortCall, caller: Principal, signal: AbortSignal): Promise<Performed>;
  /** Logs and counts an error, and returns what the caller may see of it. */
  refuse(error: unknown, about: object): A2AError;
  /** Whether callers should use another server. */
  isStopping(): boolean;
}

/** A call that a binding has read. */
export interface PortCall {
  readonly operation: OperationName;
  readonly input: Operations[OperationName]["input"];
  readonly codec: VersionCodec;
  readonly binding: string;
  /** The metadata of the call, which may name extensions, the last event seen, and a trace. */
  readonly headers: ServerRequest["headers"];
  /** The bytes of its message. */
  readonly size: number;
  /** Its message, if it arrived in pieces: released once it is stored. */
  readonly body?: Reservation | undefined;
}

/** The calls of a backend, for bindings that frame their own messages. */
export function callPort(parts: CallParts, isStopping: () => boolean): CallPort {
  const { answers, heavy } = parts;
  return {
    codecs: parts.binding.codecs,
    options: parts.binding.options,
    limits: parts.binding.limits,
    isStopping,
    authenticate(request) {
      const shown = parts.authenticate(request);
      return "then" in shown ? Promise.resolve(shown).then(identified) : identified(shown);
    },
    hold: (caller) => parts.bodies.hold(caller),
    async perform({ headers, size: messageSize, ...read }, caller, signal) {
      const { extensions } = readServiceParameters(headers);
      const lastEventId = readLastEventId(headers["last-event-id"]);
      const reservation = parts.reserve?.(messageSize, caller);
      const call = { ...read, headers, extensions, lastEventId, reservation, countAnswer: answers.count };
      const performed = await parts.perform(call, caller, signal).finally(() => reservation?.release());
      const { size = 0, release, uncount: counted } = performed;
      if (size <= SMALL_ANSWER && !counted) return performed;
      if ("batches" in performed) {
        await heavy.turn();
        return { ...performed, batches: answers.admitStream(performed.batches, size, caller) };
      }
      const uncount = counted ?? (await answers.count(size, caller));
      return {
        ...performed,
        release() {
          uncount?.();
          release?.();
        },
      };
    },
    refuse: (error, about) => reportRefusal(parts, error, about),
  };
}
