import type { LintFinding } from "@a2a/card/lint";
import type { AgentCard, Message, ProtocolVersion, StreamResponse } from "@a2a/types";

/** One entry of the journal of a session. The page is a view of the journal: after a reload it reads it again. */
export type JournalEntry = { readonly n: number; readonly at: number } & JournalFact;

/** The content of an entry; exactly one member is set. */
export type JournalFact =
  | { readonly connected: Connected }
  | { readonly unconnected: FailedConnect }
  | { readonly login: LoginPage }
  | { readonly request: WireRequest }
  | { readonly response: WireResponse }
  | { readonly body: WireBody }
  | { readonly end: WireEnd }
  | { readonly sent: SentMessage }
  | { readonly opened: OpenedTask }
  | { readonly event: SeenEvent }
  | { readonly stream: StreamNotice }
  | { readonly delivery: Delivery }
  | { readonly check: CheckResult }
  | { readonly checks: CheckRun };

/** An agent that the session is connected to. A connection to an address replaces the one before to the same address. */
export interface Connected {
  /** Numbers connections; later entries name it. */
  readonly connection: number;
  readonly address: string;
  readonly version: ProtocolVersion;
  readonly binding: string;
  readonly url: string;
  readonly notes: readonly string[];
  readonly card: AgentCard;
  readonly document: CardDocument | undefined;
  /** Versions and bindings that the card offers. */
  readonly offers: readonly { readonly version: string; readonly binding: string; readonly url: string }[];
  /** Whether the page keeps showing the agent that it shows. */
  readonly background?: boolean;
}

/** An attempt to connect that failed: the page shows no agent after it. */
export interface FailedConnect {
  readonly address: string;
  readonly error: string;
  readonly background?: boolean;
}

/** A page on which the user logs in; without `url`, the login at this agent is over. */
export interface LoginPage {
  /** The address of the agent. */
  readonly address: string;
  readonly clientId?: string;
  /** The task that asks for the login; without it, the connection needs it. */
  readonly taskId?: string;
  /** The host that issues the token. */
  readonly server?: string;
  readonly url?: string;
  /** The code to enter on the page, if it asks for one. */
  readonly code?: string;
}

/** A card as it was served. */
export interface CardDocument {
  readonly source: string;
  readonly url: string;
  /** The form that signatures cover, if the document can be canonicalized. */
  readonly canonical: string | undefined;
  readonly findings: readonly LintFinding[];
  readonly signature: { readonly outcome: "verified" | "unverifiable" | "invalid" | "absent"; readonly detail: string };
}

/** A request on the wire, with its secrets masked. */
export interface WireRequest {
  readonly exchange: number;
  readonly connection: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The size of the body on the wire, if the body shown is decoded: a message of gRPC. */
  readonly bytes?: number;
  /** Why the request was made. */
  readonly cause?: WireCause;
}

/** A request belongs to a call, to a conformance run, or to the page itself, which refreshes a list. */
export type WireCause = { readonly call: number } | { readonly run: number } | { readonly background: true };

/** The head of a response. */
export interface WireResponse {
  readonly exchange: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A piece of the body of a response: a whole body, the lines of a stream as they came, or a message of gRPC. */
export interface WireBody {
  readonly exchange: number;
  readonly text: string;
  /** The size of a message of gRPC on the wire, whose text is decoded. */
  readonly bytes?: number;
}

/** The end of an exchange. */
export interface WireEnd {
  readonly exchange: number;
  /** The name of its gRPC status: `OK`, `NOT_FOUND`. */
  readonly grpcStatus?: string;
  /** Why it ended early. */
  readonly error?: string;
  /** Whether the body was longer than is recorded. */
  readonly cut?: boolean;
}

/** A message of the user. */
export interface SentMessage {
  readonly connection: number;
  /** Numbers calls; events name the call that brought them. */
  readonly call: number;
  readonly message: Message;
}

/** A task whose log is read again from its beginning. */
export interface OpenedTask {
  readonly connection: number;
  readonly call: number;
  readonly taskId: string;
}

/** An event of a task, or the answer to a call. */
export interface SeenEvent {
  readonly connection: number;
  readonly call: number;
  readonly version: ProtocolVersion;
  readonly event: StreamResponse;
  /** The number of the event in the log of the agent, if the agent tells it. */
  readonly id?: string;
}

/** A change of a stream of events. */
export interface StreamNotice {
  readonly connection: number;
  readonly call: number;
  readonly taskId?: string;
  /**
   * `lost` is followed by `resumed`, or by `gap` if the agent cannot resume where the stream broke off; `failed` has the error of the
   * call.
   */
  readonly phase: "lost" | "resumed" | "gap" | "ended" | "failed";
  /** The last event before the connection was lost. */
  readonly lastEventId?: string;
  readonly error?: string;
}

/** A delivery to the built-in webhook receiver. */
export interface Delivery {
  readonly taskId: string | undefined;
  readonly version: string;
  readonly event?: StreamResponse;
  /** Why it was refused. */
  readonly refused?: string;
}

/** The result of one conformance check. */
export interface CheckResult {
  readonly run: number;
  readonly name: string;
  readonly requirements: readonly string[];
  readonly level: string;
  readonly expected: string;
  readonly outcome: "passed" | "failed" | "skipped";
  readonly received?: string;
  readonly version?: string;
  readonly binding?: string;
}

/** The begin or end of a conformance run. */
export interface CheckRun {
  readonly run: number;
  readonly connection: number;
  readonly phase: "begun" | "ended" | "failed";
  readonly error?: string;
}
