import type { AgentExecutor, JsonObject, JsonValue, OperationName } from "@a2a/types";

/** One call as a trace shows it: without contents. */
export interface TracedCall {
  readonly operation: OperationName;
  readonly binding: string;
  readonly version: string;
  /** The headers of the request, by lower-case name; they may carry a trace of the caller. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** One turn of an agent. */
export interface TracedTurn {
  readonly taskId: string;
  readonly contextId: string;
  /** 1 for the first run of the turn. */
  readonly attempt: number;
  /** The return value of `carrier` when the message arrived, maybe in another process. */
  readonly carrier: JsonValue | undefined;
}

/** One event posted to a webhook. */
export interface TracedDelivery {
  readonly taskId: string;
  readonly url: string;
}

/** Traces work through a server, and links it to the traces of callers and callees. */
export interface Tracing {
  /** Carries out a call as part of its caller's trace. */
  call<T>(call: TracedCall, run: () => Promise<T>): Promise<T>;
  /** The trace under way, as plain data that is kept beside a message. */
  carrier(): JsonObject;
  /** Carries out a turn as part of the trace it began in; also what the agent does between two steps belongs to it. */
  turn(turn: TracedTurn, start: () => ReturnType<AgentExecutor>): ReturnType<AgentExecutor>;
  /** Posts an event as part of the trace of its task. The headers given tell the receiver. */
  delivery<T>(delivery: TracedDelivery, run: (headers: Record<string, string>) => Promise<T>): Promise<T>;
}
