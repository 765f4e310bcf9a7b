import type { OpenStream } from "@a2a/bridge/internal/streams";
import type { FetchedCard } from "@a2a/card";
import type { FollowedEvent, FollowOptions } from "@a2a/client";
import type { AgentClient, ConnectWithOptions } from "@a2a/client/connect";
import type { ClientBinding } from "@a2a/client/core";
import type { HttpClient } from "@a2a/http";
import type { AgentCard, Logger } from "@a2a/types";
import type { BreakerState } from "../telemetry/events.ts";
import type { UpstreamRequest } from "../telemetry/gateway-metrics.ts";

/** How a call at an agent is made. */
export interface LinkOptions extends FollowOptions {
  /** The caller, whose failures and open calls are counted. */
  readonly owner?: string | undefined;
}

/** A stream of an agent that has begun. */
export interface LinkStream extends OpenStream<FollowedEvent> {
  /** Nothing more is read. */
  leave(): void;
  /** An error of `rest` in terms of the caller. */
  judged(error: unknown): unknown;
}

/** How bindings with connections of their own are found and connect. */
export type AgentDial = Pick<ConnectWithOptions, "findBinding" | "dial">;

/** The dependencies of a link to an agent. */
export interface LinkParts {
  readonly http: HttpClient;
  /** How bindings with connections of their own are found and connect; without it there are none. */
  readonly dial: AgentDial | undefined;
  /** Puts such a binding under the rules of the gateway. */
  readonly around: (binding: ClientBinding) => ClientBinding;
  readonly logger: Logger;
  /** Whether the gateway tells callers apart, so that each has a share of the open calls and failures of its own. */
  readonly tellsApart: boolean;
  readonly onBreaker: (state: BreakerState) => void;
  /** Called for each request that was answered, or whose stream began. */
  readonly onRequest: ((request: Omit<UpstreamRequest, "agent">) => void) | undefined;
  /** The largest answer, in bytes. */
  readonly maxAnswerBytes: number;
}

/** An agent whose card is known. */
export interface Connected {
  readonly client: AgentClient;
  /** The agent's own card. */
  readonly card: AgentCard;
  /** The document that the agent serves; absent where the card was given, or there is none. */
  readonly fetched: FetchedCard | undefined;
}
