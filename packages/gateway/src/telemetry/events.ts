import type { ErrorCode, OperationName, ProtocolVersion } from "@a2a/types";

/** A call that was answered: who did what, when, and how it ended. Nothing of what was said. */
export interface CallEvent {
  readonly type: "call";
  /** When it was answered, in ISO 8601. */
  readonly time: string;
  /** The caller; `source` names who vouches for the subject. */
  readonly caller: { readonly subject: string; readonly source?: string; readonly clientId?: string };
  readonly agent: string;
  readonly operation: OperationName;
  /** The protocol version and binding of the caller. */
  readonly version: ProtocolVersion;
  readonly binding: string;
  /** The task that the call names, by the caller's id. */
  readonly taskId?: string;
  /** `ok`, `aborted` when the caller left, or the code of the error. A stream is `ok` when it has begun. */
  readonly outcome: "ok" | "aborted" | ErrorCode;
  readonly durationMs: number;
}

/** `closed`: calls pass. `open`: they are refused at once. `half-open`: the card of the agent is read to find out. */
export type BreakerState = "closed" | "open" | "half-open";

/** The circuit breaker of an agent changed. */
export interface BreakerEvent {
  readonly type: "breaker";
  readonly time: string;
  readonly agent: string;
  readonly state: BreakerState;
}

/** A notification of an agent reached the gateway. */
export interface NotificationEvent {
  readonly type: "notification";
  readonly time: string;
  readonly agent: string;
  /** Whether the caller's webhook took it; if not, the agent delivers it again. */
  readonly outcome: "delivered" | "failed" | "gone";
}

/** Something that happened at a gateway, for audit logs and metrics. */
export type GatewayEvent = CallEvent | BreakerEvent | NotificationEvent;
