import type { BindingName } from "@a2a/bridge";
import type { AgentCard, ProtocolVersion } from "@a2a/types";
import type { RetryOptions } from "../retry/retry.ts";
import type { RetryBudget } from "../retry/retry-budget.ts";
import type { CallOptions, Calls, Endpoint } from "../transports/transport.ts";
import type { RequestOptions } from "./agent-methods.ts";
import type { Interceptor } from "./interceptors.ts";

/** How a message is sent. */
export interface SendOptions extends CallOptions, RetryOptions, RequestOptions {}

/** Defaults of all calls of a client. */
export interface ClientDefaults extends RetryOptions {
  /** Wrapped around every call, the first one outermost. */
  interceptors?: readonly Interceptor[] | undefined;
  /** The time limit of a call, or of a stream until it begins. Default 60,000. */
  timeoutMs?: number | undefined;
  /** Extensions to ask for in every call. */
  extensions?: readonly string[] | undefined;
  /** The polling interval for agents that cannot stream. Default 1,000. */
  pollIntervalMs?: number | undefined;
  /** Whether `send` polls the task of an agent that answers before the task is done. Default true. */
  awaitTask?: boolean | undefined;
  /** Whether the agent deduplicates messages by id, so that sends may be retried. Default: when its card says so. */
  deduplicates?: boolean | undefined;
  /** Limits retries over all calls. Default: a tenth of all calls, and at least three per second. */
  retryBudget?: RetryBudget | undefined;
}

/** The connection to an agent. */
export interface Description {
  readonly name: string;
  readonly version: ProtocolVersion;
  readonly binding: BindingName;
  readonly url: string;
  /** Deviations from the card and from the protocol that were found while connecting and calling. */
  readonly notes: readonly string[];
  /** How the endpoint in use deviates from the protocol, as far as it is known, also from earlier connections. */
  readonly deviations: readonly string[];
}

/** The extension by which a server declares that it deduplicates messages by id. */
export const DEDUPLICATION = "urn:a2a:message-deduplication:1";

/** The parts of a client. `connect` assembles them. */
export interface ClientParts {
  readonly card: AgentCard;
  /** Makes the calls over an endpoint. */
  readonly calls: Calls & { readonly endpoint: Endpoint };
  readonly notes?: readonly string[];
  /** How the endpoint in use deviates from the protocol, for people to read. */
  readonly deviations?: () => readonly string[];
  readonly defaults?: ClientDefaults;
  /** Called once, when the client is closed. */
  readonly onClose?: (() => Promise<void>) | undefined;
}
