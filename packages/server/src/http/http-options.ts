import type { BindingName, Dialect } from "@a2a/bridge";
import type { JsonLimits, Logger, Principal } from "@a2a/types";
import type { Authenticate } from "../auth/authenticate.ts";
import type { Authenticator } from "../auth/authenticator.ts";
import type { AnswerLimitOptions } from "../budgets/answers.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { BodyLimitOptions } from "./bodies.ts";
import type { HttpRules } from "./http-rules.ts";
import type { RouteOptions } from "./route.ts";

/** How requests are received and answered. All options have defaults. */
export interface HttpOptions extends RouteOptions {
  /** The bindings to serve. Default: JSON-RPC and HTTP+JSON. */
  bindings?: readonly BindingName[];
  /** The address callers reach the handler at, without the mount; it may have a path. Default `http://localhost`. */
  baseUrl?: string;
  /** How callers authenticate; any one scheme is enough. The card declares them. Default: no authentication. */
  auth?: readonly Authenticator[];
  /** Who may call, and from where. */
  security?: HttpSecurityOptions;
  /** How much callers may send, and how much of their answers is kept. */
  limits?: HttpLimitOptions;
  /** Validate requests against the schema of their protocol version, instead of reading them leniently. Default false. */
  strict?: boolean;
  /** A deviation to answer in. Those known are in `@a2a/bridge/dialects`. */
  dialect?: Dialect;
  /** Default: none; `serve` logs warnings and errors to stderr. */
  logger?: Logger;
  /** Records metrics; `openTelemetry` of `@a2a/server/otel` creates one. Default: no metrics. */
  metrics?: Metrics;
}

/** Who may call, and from where. */
export interface HttpSecurityOptions extends HttpRules {
  /** Identifies callers by other means than `auth`; the card then declares what its author wrote. */
  authenticate?: Authenticate;
  /** The owner that a caller's share of the budgets is counted for. */
  ownerOf?: (caller: Principal) => string;
}

/** How much callers may send, and how much of their answers is kept. */
export interface HttpLimitOptions extends BodyLimitOptions, AnswerLimitOptions {
  /** Bounds on JSON documents. */
  json?: JsonLimits;
}
