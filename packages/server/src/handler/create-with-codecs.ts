import type { Answer, CodecOptions, Dialect, VersionCodec } from "@a2a/bridge";
import { cardErrorAnswer } from "@a2a/bridge/cards";
import { buildCard, type CardAuthor } from "@a2a/card";
import { cardHandlerWith } from "@a2a/card/handler";
import { type HttpClient, type UrlGuard, urlGuard } from "@a2a/http";
import {
  A2AError,
  type AgentCard,
  type AgentExecutor,
  compareVersions,
  type JsonLimits,
  type Logger,
  type OperationName,
  type Principal,
  type ProtocolVersion,
  silentLogger,
} from "@a2a/types";
import { type Authenticate, anonymous } from "../auth/authenticate.ts";
import { type Authenticator, anyOf, declareSecurity } from "../auth/authenticator.ts";
import type { BindingContext } from "../bindings/binding.ts";
import { httpJsonBinding } from "../bindings/http-json.ts";
import { jsonRpcBinding } from "../bindings/json-rpc.ts";
import type { Perform } from "../dispatch/call.ts";
import { type CallerLimitOptions, CallerLimits } from "../dispatch/caller-limits.ts";
import { inputModesOf } from "../dispatch/check-capabilities.ts";
import { performer } from "../dispatch/perform.ts";
import type { ServerContext } from "../dispatch/server-context.ts";
import { SECRET_METADATA } from "../dispatch/take-secrets.ts";
import { createMemoryEngine } from "../engine/memory/memory-engine.ts";
import type { Lease, TaskEngine } from "../engine/port/task-engine.ts";
import { PageTokens } from "../operations/page-tokens.ts";
import { WEBHOOK_PORTS } from "../push/check-webhook.ts";
import type { WebhookSigner } from "../push/deliver.ts";
import { PushSender } from "../push/push-sender.ts";
import { Recovery, type RecoveryPolicy } from "../runs/recovery.ts";
import { RunRegistry } from "../runs/run-registry.ts";
import { registerSwarmHandler, type SwarmOptions } from "../swarm/swarm-handler.ts";
import type { Tracing } from "../tracing/tracing.ts";
import { toFetch } from "./fetch-adapter.ts";
import { createHandle, type Handle } from "./handle.ts";
import { type HttpRules, httpGate } from "./http-rules.ts";
import { type RouteOptions, router } from "./route.ts";

/** Who an agent is, what it does, and how it is served. Everything but card, executor and codecs has a default. */
export interface AgentHandlerCoreOptions extends RouteOptions, HttpRules, CallerLimitOptions {
  /** Who the agent is. What it speaks, where, and how callers prove themselves is filled in. */
  card: CardAuthor;
  /** What the agent does. */
  executor: AgentExecutor;
  /** The address callers reach the handler at, without the mount. Default `http://localhost`. */
  baseUrl?: string;
  /** The generations to serve: `v1_0` of `@a2a/bridge/v1_0`, and the like. */
  codecs: readonly VersionCodec[];
  /** The generations in which webhooks are written, also those registered before. Default: the ones served. */
  webhookCodecs?: readonly VersionCodec[];
  /** Where tasks live. Default: in memory, within its limits. */
  engine?: TaskEngine;
  /** How callers prove who they are; any one way is enough. The card declares them. Default: nobody is asked. */
  auth?: readonly Authenticator[];
  /** Finds out who calls by other means than `auth`; the card then declares what its author wrote. */
  authenticate?: Authenticate;
  /** Whether a caller may use an operation. Default: whoever is known may use all. */
  authorize?: (caller: Principal, operation: OperationName) => boolean;
  /**
   * Whether a caller may work in a tenant other than the one its credential names. Default: no; any, where nobody is asked for
   * credentials.
   */
  mayUseTenant?: (caller: Principal, tenant: string) => boolean;
  /** The card for callers who proved who they are; it may differ from caller to caller. */
  extendedCard?: AgentCard | ((caller: Principal) => AgentCard);
  /** Posts the events of tasks to webhooks that callers register. Default: not offered. */
  push?: PushOptions;
  /** Takes directives of a swarm out before the agent sees them. Default: there are none. */
  swarm?: SwarmOptions;
  /** Whether a message sent twice with the same id has one effect. Default true. */
  deduplicate?: boolean;
  /** What happens to turns that a crash cut off. Default `fail`. */
  recovery?: RecoveryPolicy;
  /** How many times a turn is run at most, where `recovery` runs it again. Default 3. */
  maxAttempts?: number;
  /** Refuse what the schema of a generation refuses, instead of understanding what was meant. Default false. */
  strict?: boolean;
  /** A deviation to answer in. Those known are in `@a2a/bridge/dialects`. */
  dialect?: Dialect;
  /** Bounds on JSON documents. */
  limits?: JsonLimits;
  /** How long one turn of the agent may take. Default one hour. */
  maxTurnMs?: number;
  /**
   * How long a caller that asked to return immediately waits for the first sign of the agent, which decides whether it is answered
   * with a message or with a task. After that it gets the task. Default 250.
   */
  firstSignMs?: number;
  /**
   * Names in the metadata of messages under which callers send secrets. They are given to the turn that the message begins, and
   * neither kept nor logged nor shown to anybody. Default `user_assertion` and `obo_token`.
   */
  secretMetadata?: readonly string[];
  /**
   * Signs page tokens, so that none can be made up or used by another caller. Servers that answer for the same engine share it.
   * Default: a random one, with which tokens of before a restart are refused.
   */
  pageTokenSecret?: string;
  /** How many messages of the conversation a turn is given. Default 50. */
  contextMessages?: number;
  /**
   * How long a blocking call waits before it is answered with the task as it stands, for callers of protocol versions that expect
   * this. Default: as the version says, 25,000 in 0.1.
   */
  maxBlockingMs?: number;
  logger?: Logger;
  /** Follows calls, turns and deliveries; `openTelemetry` of `@a2a/server/otel` makes one. Default: nobody does. */
  tracing?: Tracing;
}

/** How webhooks are called. */
export interface PushOptions {
  /** Carries out the requests. It guards the addresses that hosts resolve to. */
  exchange: HttpClient;
  /** Refuses addresses when they are registered. Default: plain HTTP, literal addresses, and ports other than 443 and 80. */
  guard?: UrlGuard;
  /** Signs deliveries; `createWebhookSigner` of `@a2a/server/webhook-signing` makes one. */
  signer?: WebhookSigner;
  /** How long one delivery may take. Default 10,000. */
  timeoutMs?: number;
}

/** An agent that answers requests, whatever runtime they come through. */
export interface AgentHandler {
  /** The card, as it is served. */
  readonly card: AgentCard;
  /** Answers a request of the web platform: for workers, Deno, Bun, Next, Hono and tests. */
  fetch(request: Request): Promise<Response>;
  /** Performs a call in the words of the model, for a caller that is known: for bindings of your own. */
  readonly perform: Perform;
  /** Answers a plain exchange: what the adapters are made of. */
  readonly handle: Handle;
  readonly engine: TaskEngine;
  /** Waits for what runs, at most `drainMs`, and lets go of the engine. */
  close(options?: { drainMs?: number }): Promise<void>;
}

/** An agent, ready to answer callers of the generations given, over JSON-RPC and HTTP+JSON. */
export function createAgentHandlerWith(options: AgentHandlerCoreOptions): AgentHandler {
  const { engine = createMemoryEngine(), logger = silentLogger, push, tracing } = options;
  const [newest, ...older] = options.codecs.toSorted((one, other) => compareVersions(other.version, one.version));
  if (newest === undefined) throw new TypeError("codecs: name at least one generation to serve");
  const codecs = [newest, ...older] as const;
  const card = cardOf(options, codecs);
  const swarm = options.swarm && registerSwarmHandler(options.executor, options.swarm);
  const executor = swarm?.executor ?? options.executor;
  const byVersion = new Map((options.webhookCodecs ?? codecs).map((codec) => [codec.version, codec]));
  const runs = new RunRegistry(engine, {
    executor: tracing ? (turn, lease) => traced(tracing, lease, () => executor(turn)) : executor,
    logger,
    maxTurnMs: options.maxTurnMs ?? 3_600_000,
    firstEventTimeoutMs: options.firstSignMs ?? 250,
    contextMessages: options.contextMessages ?? 50,
    mayAnswer: ({ call: { version } }) => typeof version !== "string" || !byVersion.get(version)?.tasksOnly,
  });
  const recovery = new Recovery(engine, {
    policy: options.recovery ?? "fail",
    maxAttempts: options.maxAttempts ?? 3,
    start: (lease) => runs.start(lease),
    logger,
  });
  const sender = push && startSender(push, engine, byVersion, logger, tracing);
  const cards = cardHandlerWith(card, codecs);
  let stopping = false;
  const server: ServerContext = {
    card,
    inputModes: inputModesOf(card),
    extendedCard: options.extendedCard,
    engine,
    runs,
    logger,
    callers: new CallerLimits(options),
    deduplicate: options.deduplicate ?? true,
    tracing,
    isDirective: (message, caller) => swarm?.isDirective(message, caller) ?? false,
    pageTokens: new PageTokens(options.pageTokenSecret),
    secretMetadata: options.secretMetadata ?? SECRET_METADATA,
    webhookGuard: push?.guard ?? urlGuard({ ports: WEBHOOK_PORTS }, isLiteralAddress),
    maxBlockingMs: options.maxBlockingMs,
  };
  const perform = performer(server, {
    authorize: options.authorize,
    mayUseTenant: options.mayUseTenant ?? (() => !options.auth && !options.authenticate),
  });
  const codecOptions: CodecOptions = {
    strict: options.strict ?? false,
    ...(options.dialect && { dialect: options.dialect }),
  };
  const binding: BindingContext = {
    codecs,
    options: codecOptions,
    limits: options.limits ?? {},
    cardText: (codec) => JSON.stringify(codec.card.encode(card, codecOptions)),
    resolveAlias: (scope, alias) => engine.resolveAlias(scope, alias),
  };
  const handle = createHandle({
    perform,
    binding,
    bindings: { JSONRPC: jsonRpcBinding(binding), "HTTP+JSON": httpJsonBinding(binding) },
    authenticate: options.authenticate ?? (options.auth ? anyOf(options.auth) : anonymous),
    // Whoever looks for an agent had better look elsewhere while this one stops.
    cards: (exchange) => (stopping ? cards(exchange) && STOPPING : cards(exchange)),
    route: router(options, codecs),
    gate: httpGate(options),
    jwks: push?.signer?.jwks,
    logger,
  });
  return {
    card,
    perform,
    handle,
    fetch: toFetch(handle),
    engine,
    async close(how) {
      stopping = true;
      await Promise.all([recovery.close(), sender?.close()]);
      await engine.close(how);
      await runs.idle();
    },
  };
}

const STOPPING: Answer = {
  ...cardErrorAnswer(new A2AError("UNAVAILABLE", "The agent is stopping: try again shortly")),
  headers: { "Content-Type": "application/json", "Retry-After": "1", "Cache-Control": "no-store" },
};

/** The card: what the author says, and what the server knows better. Every promise in it is one the server keeps. */
function cardOf(options: AgentHandlerCoreOptions, versions: readonly VersionCodec[]): AgentCard {
  const { card, mount = "/a2a", baseUrl = "http://localhost", auth, authenticate, extendedCard, push } = options;
  const { deduplicate = true } = options;
  if (card.securityRequirements?.length && !auth && !authenticate) {
    throw new TypeError("the card demands credentials, but nobody checks them: pass `auth` or `authenticate`");
  }
  const author: CardAuthor = {
    ...card,
    ...(auth && declareSecurity(auth)),
    capabilities: {
      ...card.capabilities,
      ...(push && { pushNotifications: true }),
      ...(extendedCard && { extendedAgentCard: true }),
      ...(deduplicate && { extensions: [...(card.capabilities?.extensions ?? []), DEDUPLICATION] }),
    },
  };
  if (!push && card.capabilities?.pushNotifications) {
    throw new TypeError("the card promises push notifications: pass `push` to have them sent");
  }
  return buildCard(author, { url: card.url ?? new URL(mount, baseUrl).href, versions });
}

/** Tells callers that a message sent twice has one effect, so that they may repeat a send whose answer was lost. */
const DEDUPLICATION = {
  uri: "urn:a2a:message-deduplication:1",
  description: "A message sent again with the same messageId has one effect.",
  required: false,
};

function traced(tracing: Tracing, { taskId, contextId, attempt, call }: Lease, start: () => ReturnType<AgentExecutor>) {
  return tracing.turn({ taskId, contextId, attempt, carrier: call.trace }, start);
}

function startSender(
  { exchange, signer, timeoutMs = 10_000 }: PushOptions,
  engine: TaskEngine,
  codecs: ReadonlyMap<ProtocolVersion, VersionCodec>,
  logger: Logger,
  tracing: Tracing | undefined,
): PushSender {
  return new PushSender({ engine, exchange, codecs, signer, timeoutMs, tracing }, logger);
}

/** Without a resolver at hand, an address given in digits is taken for one that is not public. */
function isLiteralAddress(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host.includes(":") || /^[\d.]+$/.test(host);
}
