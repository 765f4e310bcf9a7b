import type { KnownVersion, Part } from "@a2a/types";

/** The initial state of the page. */
export interface InspectorState {
  /** Agents to choose from. */
  readonly agents: readonly { readonly name: string; readonly url: string }[];
  /** The agent to connect to at once. */
  readonly agent?: string;
  /** Whether the session is connected to an agent already, as after a reload. */
  readonly isConnected: boolean;
  /** Whether any other address may be connected to. */
  readonly anyAddress: boolean;
  readonly conformance: boolean;
  readonly metrics: boolean;
  /** Where agents can deliver push notifications to. */
  readonly receiver: string;
  readonly actions: readonly { readonly name: string; readonly label: string }[];
}

/** How to connect. */
export interface ConnectRequest {
  readonly agent: string;
  readonly version?: KnownVersion;
  readonly binding?: "JSONRPC" | "HTTP+JSON" | "GRPC";
  readonly auth?: AuthChoice;
  /** Whether the page keeps showing the agent that it shows. */
  readonly background?: boolean;
}

/** The connection to use; without it, the latest. */
export interface OnConnection {
  readonly connection?: number;
}

/** A credential of the user. */
export type AuthChoice =
  | { readonly kind: "bearer"; readonly token: string }
  | { readonly kind: "apiKey"; readonly key: string }
  | { readonly kind: "basic"; readonly username: string; readonly password: string }
  | { readonly kind: "client"; readonly clientId: string; readonly clientSecret: string }
  | { readonly kind: "login"; readonly clientId: string }
  | { readonly kind: "header"; readonly name: string; readonly value: string };

/** A message to send. */
export interface SendRequest extends OnConnection {
  readonly parts: readonly Part[];
  readonly taskId?: string;
  readonly contextId?: string;
  /** `stream` follows the events, `wait` waits for the result, `async` returns at once. */
  readonly mode: "stream" | "wait" | "async";
}

/** A task to open: its log is replayed where the agent can, then followed. */
export interface FollowRequest extends OnConnection {
  readonly taskId: string;
}

/** A task that asks for a login: the user logs in, then the task continues. */
export interface AuthorizeRequest extends OnConnection {
  readonly taskId: string;
  /** The id of the client, as the authorization server knows it. */
  readonly clientId: string;
}

/** A call without a stream. */
export interface CallRequest extends OnConnection {
  readonly operation:
    | "getTask"
    | "listTasks"
    | "cancelTask"
    | "createTaskPushNotificationConfig"
    | "listTaskPushNotificationConfigs"
    | "deleteTaskPushNotificationConfig"
    | "getExtendedAgentCard";
  readonly input: Record<string, unknown>;
  /** Whether the page makes the call on its own, such as to refresh a list. */
  readonly background?: boolean;
}

/** The answer to a request that failed. */
export interface ApiError {
  readonly error: { readonly code: string; readonly message: string };
}

/** Counters and timings of the server that serves the page. */
export interface MetricsSnapshot {
  readonly at: number;
  readonly rows: readonly MetricRow[];
}

/** One instrument with one set of labels. */
export interface MetricRow {
  readonly name: string;
  readonly unit: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The sum of a counter, the current value of a gauge, or the number of values of a histogram. */
  readonly value: number;
  /** Only for histograms. */
  readonly histogram?: { readonly sum: number; readonly p50: number; readonly p99: number };
}
