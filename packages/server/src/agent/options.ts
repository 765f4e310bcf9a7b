import type { VersionCodec } from "@a2a/bridge";
import type { CardAuthor } from "@a2a/card";
import type { HttpClient, UrlGuard } from "@a2a/http";
import type { AgentCard, AgentExecutor, AgentInterface, Principal } from "@a2a/types";
import type { CallerLimitOptions } from "../budgets/caller-limits.ts";
import type { AccessRules } from "../calls/perform.ts";
import type { TaskEngine } from "../engine/port/task-engine.ts";
import type { HttpLimitOptions, HttpOptions, HttpSecurityOptions } from "../http/http-options.ts";
import type { DirectiveRoute } from "../swarm/directives.ts";
import type { Tracing } from "../telemetry/tracing.ts";
import type { RecoveryPolicy } from "../turns/recovery.ts";
import type { WebhookSigner } from "../webhooks/post-delivery.ts";

/** The options of an agent. All but `card` and `executor` have defaults. */
export interface ServerOptions extends HttpOptions {
  /** The card of the agent. Interfaces, capabilities and security schemes are filled in. */
  card: CardAuthor;
  /** Interfaces to list in the card beside those of HTTP; `serve({ grpc })` lists its own. */
  interfaces?: readonly AgentInterface[];
  /**
   * Signs the card before it is served: `(card) => signCard(card, { key })`, with `signCard` of `@a2a/card/signing`. Signatures cover the
   * form of 1.0 and are served to callers that ask for it with `A2A-Version`. Default: the card is not signed.
   */
  signCard?: (card: AgentCard) => Promise<AgentCard>;
  /** The agent itself: an async generator that is called for every message. */
  executor: AgentExecutor;
  /** Authentication, permitted origins and hosts, and the protection of secrets. */
  security?: SecurityOptions;
  /** How much callers may ask for. */
  limits?: LimitOptions;
  /** How the turns of the agent are run. */
  turns?: TurnOptions;
  /** Posts the events of tasks to webhooks that callers register. Default: not offered. */
  webhooks?: WebhookSenderOptions;
  /** The engine that stores tasks. Default: in memory, within its limits. */
  engine?: TaskEngine;
  /** The card for callers who proved who they are; it may differ from caller to caller. */
  extendedCard?: AgentCard | ((caller: Principal) => AgentCard);
  /** Sends some messages elsewhere than to the agent; `swarmDirectives` of `@a2a/server/swarm` makes one. Default: none. */
  directives?: DirectiveRoute;
  /** Follows calls, turns and deliveries; `openTelemetry` of `@a2a/server/otel` makes one. Default: none. */
  tracing?: Tracing;
}

/** Authentication, permitted origins and hosts, and the protection of secrets. */
export interface SecurityOptions extends HttpSecurityOptions, AccessRules {
  /** Whether callers on other machines need no credentials; `serve` refuses to start otherwise. Default false. */
  allowAnonymous?: boolean;
  /**
   * Names in the metadata of messages under which callers send secrets. They are given to the turn that the message begins, and
   * never stored, logged or shown. Default `user_assertion` and `obo_token`.
   */
  secretMetadata?: readonly string[];
  /**
   * Whether turns get the bearer token by which their caller was authenticated, as `secrets.callerToken`, so that they can call other agents
   * on its behalf (`onBehalfOf` of `@a2a/client/auth`). It is never stored. Default false.
   */
  callerToken?: boolean;
  /**
   * Signs page tokens, so that none can be forged or used by another caller. Servers that answer for the same engine share it.
   * Default: a random one, with which tokens from before a restart are refused.
   */
  pageTokenSecret?: string;
}

/** How much callers may ask for. */
export interface LimitOptions extends CallerLimitOptions, HttpLimitOptions {
  /**
   * How long a send of 0.1 waits for the end of its task before it is answered with the current task. Default: until the end, except
   * at `/tasks/send` and in the dialect `cortex0_1`, whose callers are answered at once.
   */
  maxBlockingMs?: number;
}

/** How the turns of the agent are run. */
export interface TurnOptions {
  /** How long one turn may take. Default one hour. */
  timeoutMs?: number;
  /**
   * How long an agent may take to yield before its task is shown as working. Until then it may answer a stream, or a caller that asked to
   * return immediately, with a bare message; a caller that waits for the result can get one at any time. Default 250.
   */
  firstEventTimeoutMs?: number;
  /** How many messages of the conversation a turn is given. Default 50. */
  contextMessages?: number;
  /**
   * A request header that names the conversation of messages that name none, such as the session header of a hosting platform. Default:
   * none.
   */
  contextHeader?: string;
  /** Whether a message sent twice with the same id is idempotent. Default true. */
  deduplicate?: boolean;
  /** The recovery of turns that a crash interrupted. Default `fail`. */
  recovery?: RecoveryPolicy;
  /** How many times a turn is run at most, where `recovery` runs it again. Default 3. */
  maxAttempts?: number;
}

/** How webhooks are called. */
export interface WebhookSenderOptions {
  /** Makes the requests. It guards the addresses that hosts resolve to. */
  http: HttpClient;
  /** Refuses addresses when they are registered. Default: plain HTTP, literal addresses, and ports other than 443 and 80. */
  guard?: UrlGuard;
  /** Signs deliveries; `createWebhookSigner` of `@a2a/server/webhook-signing` makes one. */
  signer?: WebhookSigner;
  /** How long one delivery may take. Default 10,000. */
  timeoutMs?: number;
  /**
   * Encrypts the tokens and credentials of webhooks in the storage; at least 16 bytes, shared by servers that share an engine. Default:
   * with `serve` and `store: "sqlite:FILE"`, a random key in `FILE.key`; otherwise they are stored in plain text.
   */
  secretKey?: string;
}

/** The options of a handler that is given its codecs. */
export interface AgentHandlerCoreOptions extends ServerOptions {
  /** The protocol versions to serve: `v1_0` of `@a2a/bridge/v1_0`, and the like. */
  codecs: readonly VersionCodec[];
  /**
   * Additional codecs of versions that are not served. Webhooks registered in those versions are still delivered, and callers get an error
   * that says that the version is not served. Default: the served codecs.
   */
  knownCodecs?: readonly VersionCodec[];
}
