import type { Binding } from "@a2a/card";
import type { AgentCard, ProtocolVersion } from "@a2a/types";
import type { CallOptions, Calls, Endpoint } from "../transports/transport.ts";
import type { RequestOptions } from "./agent-methods.ts";
import type { Interceptor } from "./interceptors.ts";
import type { RetryOptions } from "./retry.ts";
import type { RetryBudget } from "./retry-budget.ts";

/** How a message is sent. */
export interface SendOptions extends CallOptions, RetryOptions, RequestOptions {}

/** What all calls of a client share. */
export interface ClientDefaults extends RetryOptions {
  /** Stand around every call, the first one outermost. */
  interceptors?: readonly Interceptor[] | undefined;
  /** How long an answer may take in all, or a stream to begin. Default 60,000. */
  timeoutMs?: number | undefined;
  /** Extensions to ask for in every call. */
  extensions?: readonly string[] | undefined;
  /** How often to look how a task stands where the agent cannot stream. Default 1,000. */
  pollIntervalMs?: number | undefined;
  /** Whether the agent recognises a repeated message, so that sends may be repeated. Default: when its card says so. */
  deduplicates?: boolean | undefined;
  /** How many calls may be repeated. Default: a tenth of all, and three a second in any case. */
  retryBudget?: RetryBudget | undefined;
}

/** What is spoken with an agent, and where. */
export interface Description {
  readonly name: string;
  readonly version: ProtocolVersion;
  readonly binding: Binding;
  readonly url: string;
  /** What turned out differently from what the card says. */
  readonly notes: readonly string[];
}

/** The extension by which a server says that it recognises repeated messages. */
export const DEDUPLICATION = "urn:a2a:message-deduplication:1";

/** What a client is made of. `connect` puts it together. */
export interface ClientParts {
  readonly card: AgentCard;
  /** Makes the calls, and knows over which endpoint. */
  readonly line: Calls & { readonly endpoint: Endpoint };
  readonly notes?: readonly string[];
  readonly defaults?: ClientDefaults;
  /** Called once, when the client is closed. */
  readonly onClose?: (() => Promise<void>) | undefined;
}
