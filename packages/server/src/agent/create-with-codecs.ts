import type { VersionCodec } from "@a2a/bridge";
import { buildCard, type CardAuthor } from "@a2a/card";
import { urlGuardWith } from "@a2a/http";
import { type AgentCard, type Logger, silentLogger } from "@a2a/types";
import { checkRuntime } from "@a2a/types/internal";
import { declareSecurity } from "../auth/authenticator.ts";
import { CallerLimits } from "../budgets/caller-limits.ts";
import type { Perform } from "../calls/call.ts";
import { inputModesOf } from "../calls/check-input.ts";
import { dispatcher } from "../calls/dispatch.ts";
import { skillInputs } from "../calls/input/skill-input.ts";
import { SECRET_METADATA } from "../calls/input/take-secrets.ts";
import { PageTokens } from "../calls/page-tokens.ts";
import { accessPolicy, performer } from "../calls/perform.ts";
import type { ServerContext } from "../calls/server-context.ts";
import { createMemoryEngine } from "../engine/memory/memory-engine.ts";
import type { TaskEngine } from "../engine/port/task-engine.ts";
import type { CallPort } from "../http/call-port.ts";
import { bindingsOf, createFront, newestFirst } from "../http/create-front.ts";
import { toFetch } from "../http/fetch-adapter.ts";
import type { Handle } from "../http/incoming-request.ts";
import { endpointOf } from "../http/site/sites.ts";
import type { DirectiveRegistry, DirectiveSlot } from "../swarm/directives.ts";
import { Recovery } from "../turns/recovery.ts";
import { TurnRegistry } from "../turns/turn-registry.ts";
import { WEBHOOK_PORTS } from "../webhooks/check-webhook.ts";
import type { Deliverer } from "../webhooks/deliver.ts";
import { WebhookSecrets } from "../webhooks/webhook-secrets.ts";
import { WebhookSender } from "../webhooks/webhook-sender.ts";
import { checkOptions, type MemberNames, serverOptionNames } from "./check-options.ts";
import type { AgentHandlerCoreOptions, WebhookSenderOptions } from "./options.ts";

/** An agent that answers requests in any runtime. */
export interface AgentHandler extends DirectiveRegistry {
  /** The card as it is served, without signatures. */
  readonly card: AgentCard;
  /** Answers a request of the web platform: for workers, Deno, Bun, Next, Hono and tests. */
  fetch(request: Request): Promise<Response>;
  /** Performs a call given as types of the model, for a known caller. Use it in custom bindings. */
  readonly perform: Perform;
  /** Carries out calls of bindings that are not over HTTP requests and responses: it authenticates their callers first. */
  readonly calls: CallPort;
  /** Answers a plain request; the adapters are built on it. */
  readonly handle: Handle;
  /** `basePath` and `mount` without a slash at the end. */
  readonly paths: { readonly base: string; readonly mount: string };
  /**
   * Whether a path is the agent's: adapters for frameworks pass on what is not. Below a path at which a framework has mounted the
   * agent, `/` is the agent's too; at the root of an app it is the app's.
   */
  owns(method: string, path: string, mountPath?: string): boolean;
  readonly engine: TaskEngine;
  /** How many turns of the agent are running. */
  readonly runningTurns: number;
  /** Waits for what runs, at most `drainMs`, and lets go of the engine. */
  close(options?: { drainMs?: number }): Promise<void>;
}

/** An agent, ready to answer callers of the protocol versions given, over JSON-RPC and HTTP+JSON. */
export function createAgentHandlerWith(options: AgentHandlerCoreOptions): AgentHandler {
  checkRuntime();
  checkOptions(options, coreOptionNames);
  const { codecs, card } = describeAgent(options);
  const { engine = createMemoryEngine(), logger = silentLogger, webhooks, tracing, metrics } = options;
  const { security = {}, limits = {}, turns = {} } = options;
  const directives: DirectiveSlot = { current: options.directives };
  const { knownCodecs = codecs } = options;
  const byVersion = new Map(knownCodecs.map((codec) => [codec.version, codec]));
  const { recovery: policy = "fail" } = turns;
  const registry = new TurnRegistry(engine, {
    executor: options.executor,
    directives,
    tracing,
    logger,
    metrics,
    maxTurnMs: turns.timeoutMs ?? 3_600_000,
    firstEventTimeoutMs: turns.firstEventTimeoutMs ?? 250,
    contextMessages: turns.contextMessages ?? 50,
    recovery: policy,
    tasksOnly: new Set(knownCodecs.filter((codec) => codec.tasksOnly).map(({ version }) => version)),
  });
  let stopping = false;
  const webhookSecrets = new WebhookSecrets(webhooks?.secretKey);
  if (webhooks && webhooks.secretKey === undefined && engine.isDurable) {
    logger.warn({}, "the secrets of webhooks are stored in plain text: set webhooks.secretKey to encrypt them");
  }
  const server: ServerContext = {
    card,
    inputModes: inputModesOf(card),
    skillInputs: skillInputs(card),
    extendedCard: options.extendedCard,
    engine,
    turns: registry,
    logger,
    callers: new CallerLimits(limits),
    deduplicate: turns.deduplicate ?? true,
    contextHeader: turns.contextHeader?.toLowerCase(),
    tracing,
    metrics,
    directives,
    pageTokens: new PageTokens(security.pageTokenSecret),
    secretMetadata: security.secretMetadata ?? SECRET_METADATA,
    lendsToken: security.callerToken ?? false,
    webhookSecrets,
    webhookGuard: webhooks?.guard ?? urlGuardWith({ ports: WEBHOOK_PORTS }, isLiteralAddress),
    maxBlockingMs: limits.maxBlockingMs,
  };
  server.skillInputs?.ready.catch((error) => logger.error({ error }, "calls of skills are refused"));
  const perform = performer(server, accessPolicy(options), dispatcher(server));
  const front = { ...options, knownCodecs, jwks: webhooks?.signer?.jwks, keepsTokens: security.callerToken };
  const { handle, calls, paths, owns } = createFront(front).host({
    card,
    perform,
    resolveAlias: (scope, alias) => engine.resolveAlias(scope, alias),
    isAddressed: addressOf(options.card) !== undefined,
    signCard: options.signCard,
    isStopping: () => stopping || engine.isAvailable === false,
    ...(options.basePath !== undefined && { basePath: options.basePath }),
    ...(options.baseUrl !== undefined && { baseUrl: options.baseUrl }),
  });
  // The loops start last: nothing may keep running when something above throws.
  const recovery = new Recovery(engine, {
    policy,
    maxAttempts: turns.maxAttempts ?? 3,
    start: (lease) => registry.start(lease),
    logger,
    metrics,
  });
  const sender =
    webhooks && startSender(webhooks, { engine, codecs: byVersion, tracing, metrics, secrets: webhookSecrets }, logger);
  return {
    card,
    perform,
    calls,
    handle,
    paths,
    owns,
    fetch: toFetch(handle),
    engine,
    get runningTurns() {
      return registry.running;
    },
    registerDirectives(route) {
      if (directives.current) {
        throw new TypeError("directives: this agent has a handler of directives already; unregister it first");
      }
      directives.current = route;
      return () => {
        if (directives.current === route) directives.current = undefined;
      };
    },
    async close(how) {
      stopping = true;
      await Promise.all([recovery.close(), sender?.close()]);
      await engine.close(how);
      await registry.idle();
    },
  };
}

const coreOptionNames: MemberNames<AgentHandlerCoreOptions> = { ...serverOptionNames, codecs: true, knownCodecs: true };

/** The options that the card depends on: it says whether webhooks are called, not how. */
type DescribedAgent = Omit<AgentHandlerCoreOptions, "webhooks"> & { webhooks?: unknown };

/** The versions that are served, newest first, and the card. Throws when the options do not add up to an agent. */
export function describeAgent(options: DescribedAgent) {
  const codecs = newestFirst(options.codecs);
  return { codecs, card: cardOf(options, codecs) };
}

/** The card: the author's members, and those that the server sets because they must match its behavior. */
function cardOf(options: DescribedAgent, versions: readonly VersionCodec[]): AgentCard {
  const { card, auth, security, extendedCard, webhooks } = options;
  const { deduplicate = true } = options.turns ?? {};
  if (card.securityRequirements?.length && !auth && !security?.authenticate) {
    throw new TypeError(
      "the card requires credentials, but the server does not check them: pass `auth` or `security.authenticate`",
    );
  }
  const author: CardAuthor = {
    ...card,
    ...(auth && declareSecurity(auth)),
    capabilities: {
      ...card.capabilities,
      ...(Boolean(webhooks) && { pushNotifications: true }),
      ...(extendedCard && { extendedAgentCard: true }),
      ...(deduplicate && { extensions: [...(card.capabilities?.extensions ?? []), DEDUPLICATION] }),
    },
  };
  if (!webhooks && card.capabilities?.pushNotifications) {
    throw new TypeError("the card promises push notifications: pass `webhooks` to have them sent");
  }
  const bindings = bindingsOf(options);
  if (!versions.some((codec) => codec.bindings.some((binding) => bindings.includes(binding)))) {
    throw new TypeError(`bindings: ${bindings.join(", ")} does not exist in the protocol versions served`);
  }
  const { interfaces = [] } = options;
  return buildCard(author, { url: addressOf(card) ?? endpointOf(options), versions, bindings, interfaces });
}

/** The address that the author of a card gave it: as its `url`, or in a card that was built before. */
function addressOf(card: CardAuthor & Partial<Pick<AgentCard, "supportedInterfaces">>): string | undefined {
  return card.url ?? (card.supportedInterfaces?.[0]?.url || undefined);
}

/** Tells callers that a message sent twice has one effect, so that they may repeat a send whose answer was lost. */
const DEDUPLICATION = {
  uri: "urn:a2a:message-deduplication:1",
  description: "A message sent again with the same messageId has one effect.",
  required: false,
};

function startSender(
  { http, signer, timeoutMs = 10_000 }: WebhookSenderOptions,
  server: Pick<Deliverer, "engine" | "codecs" | "tracing" | "metrics" | "secrets">,
  logger: Logger,
): WebhookSender {
  return new WebhookSender({ ...server, http, signer, timeoutMs }, logger);
}

/** Without a resolver at hand, an IP address counts as not public. */
function isLiteralAddress(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host.includes(":") || /^[\d.]+$/.test(host);
}
