import type { UrlGuard } from "@a2a/http";
import type { AgentCard, Logger, Principal } from "@a2a/types";
import type { CallerLimits } from "../budgets/caller-limits.ts";
import type { TaskEngine } from "../engine/port/task-engine.ts";
import type { DirectiveSlot } from "../swarm/directives.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { Tracing } from "../telemetry/tracing.ts";
import type { TurnRegistry } from "../turns/turn-registry.ts";
import type { WebhookSecrets } from "../webhooks/webhook-secrets.ts";
import type { SkillInputs } from "./input/skill-input.ts";
import type { PageTokens } from "./page-tokens.ts";

/** The state that all calls of one server share. */
export interface ServerContext {
  readonly card: AgentCard;
  /** The media types that its agent takes. */
  readonly inputModes: readonly string[];
  /** Checks the input of a skill, where the card declares schemas. */
  readonly skillInputs: SkillInputs | undefined;
  /** The card for authenticated callers, if there is one. */
  readonly extendedCard: AgentCard | ((caller: Principal) => AgentCard) | undefined;
  readonly engine: TaskEngine;
  readonly turns: TurnRegistry;
  readonly logger: Logger;
  readonly callers: CallerLimits;
  /** Whether a message sent twice with the same id has one effect. */
  readonly deduplicate: boolean;
  /** The request header that names the conversation of messages that name none, in lower case. */
  readonly contextHeader: string | undefined;
  /** Where messages go that are directives of a swarm. */
  readonly directives: DirectiveSlot;
  /** Traces calls, if tracing is on. */
  readonly tracing: Tracing | undefined;
  readonly metrics: Metrics | undefined;
  /** Tells callers where the next page of a list begins. */
  readonly pageTokens: PageTokens;
  /** Names in metadata whose values are not kept. */
  readonly secretMetadata: readonly string[];
  /** Whether turns get the token of their caller. */
  readonly lendsToken: boolean;
  /** Which webhooks may be called. */
  readonly webhookGuard: UrlGuard;
  /** How the secrets of webhooks are stored. */
  readonly webhookSecrets: WebhookSecrets;
  /** How long a blocking call may wait in protocol versions that limit it; as the version says when absent. */
  readonly maxBlockingMs: number | undefined;
}
