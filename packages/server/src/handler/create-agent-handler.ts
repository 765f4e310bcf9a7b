import type { Dialect, VersionCodec } from "@a2a/bridge";
import { v0_1 } from "@a2a/bridge/v0_1";
import { v0_2 } from "@a2a/bridge/v0_2";
import { v0_3 } from "@a2a/bridge/v0_3";
import { v1_0 } from "@a2a/bridge/v1_0";
import { buildCard, type CardAuthor } from "@a2a/card";
import { cardHandler } from "@a2a/card/handler";
import {
  type AgentCard,
  type AgentExecutor,
  type JsonLimits,
  type Logger,
  type ProtocolVersion,
  protocolVersions,
  silentLogger,
} from "@a2a/types";
import { type Authenticate, anonymous } from "../auth/authenticate.ts";
import { createMemoryEngine } from "../engine/memory-engine.ts";
import type { TaskEngine } from "../engine/task-engine.ts";
import { RunRegistry } from "../runs/run-registry.ts";
import { exchangeHandler, type Handle } from "./agent-handler.ts";
import { toFetch } from "./fetch-adapter.ts";
import { router } from "./route.ts";

/** What an agent is and how it is served. */
export interface AgentHandlerOptions {
  /** Who the agent is. What it speaks and where is filled in. */
  card: CardAuthor;
  /** What the agent does. */
  executor: AgentExecutor;
  /** The address callers reach the handler at, without the mount. Default `http://localhost`. */
  baseUrl?: string;
  /** The generations to serve. Default: all four. */
  versions?: readonly ProtocolVersion[];
  /** Where tasks live. Default: in memory, within its limits. */
  engine?: TaskEngine;
  /** Finds out who calls. Default: nobody is asked. */
  authenticate?: Authenticate;
  /** The card for callers who proved who they are. */
  extendedCard?: AgentCard;
  /** Where JSON-RPC is posted to, and below which HTTP+JSON lives. Default `/a2a`. */
  mount?: string;
  /** Whether the addresses older clients know are served too. Default true. */
  aliases?: boolean;
  /** Refuse what the schema of a generation refuses, instead of understanding what was meant. Default false. */
  strict?: boolean;
  /** A named deviation to answer in. */
  dialect?: Dialect;
  /** Bounds on JSON documents. */
  limits?: JsonLimits;
  /** How long one turn of the agent may take. Default one hour. */
  maxTurnMs?: number;
  /** How many messages of the conversation a turn is given. Default 50. */
  contextMessages?: number;
  /** How long a blocking call of a 0.1 caller waits before it is answered with the task as it stands. Default 25,000. */
  maxBlockingMs?: number;
  /** How often a comment keeps an idle stream alive. Default 15,000. */
  keepAliveMs?: number;
  logger?: Logger;
}

/** An agent that answers requests, whatever runtime they come through. */
export interface AgentHandler {
  /** The card, as it is served. */
  readonly card: AgentCard;
  /** Answers a request of the web platform: for workers, Deno, Bun, Next, Hono and tests. */
  fetch(request: Request): Promise<Response>;
  /** Answers a plain exchange: what the adapters are made of. */
  readonly handle: Handle;
  readonly engine: TaskEngine;
  /** Waits for what runs, at most `drainMs`, and lets go of the engine. */
  close(options?: { drainMs?: number }): Promise<void>;
}

const codecs: Readonly<Record<ProtocolVersion, VersionCodec>> = { "1.0": v1_0, "0.3": v0_3, "0.2": v0_2, "0.1": v0_1 };

/** An agent, ready to answer callers of every generation over JSON-RPC and HTTP+JSON. */
export function createAgentHandler(options: AgentHandlerOptions): AgentHandler {
  const {
    executor,
    versions = protocolVersions,
    engine = createMemoryEngine(),
    logger = silentLogger,
    mount = "/a2a",
    baseUrl = "http://localhost",
  } = options;
  const [newest, ...older] = protocolVersions.filter((version) => versions.includes(version));
  if (newest === undefined) throw new TypeError(`versions: name at least one of ${protocolVersions.join(", ")}`);
  const card = buildCard(options.card, {
    url: options.card.url ?? new URL(mount, baseUrl).href,
    versions: [newest, ...older],
  });
  const runs = new RunRegistry(engine, {
    executor,
    logger,
    maxTurnMs: options.maxTurnMs ?? 3_600_000,
    contextMessages: options.contextMessages ?? 50,
  });
  const handle = exchangeHandler({
    server: {
      card,
      extendedCard: options.extendedCard,
      engine,
      executor,
      runs,
      logger,
      maxBlockingMs: options.maxBlockingMs ?? 25_000,
      keepAliveMs: options.keepAliveMs ?? 15_000,
    },
    codecs: [codecs[newest], ...older.map((version) => codecs[version])],
    cards: cardHandler(card),
    place: router({ mount, aliases: options.aliases ?? true }),
    authenticate: options.authenticate ?? anonymous,
    limits: options.limits ?? {},
    dialect: options.dialect,
    strict: options.strict ?? false,
  });
  return {
    card,
    handle,
    fetch: toFetch(handle),
    engine,
    close: (close) => engine.close(close),
  };
}
