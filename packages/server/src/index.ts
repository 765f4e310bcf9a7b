export {
  type AgentExecutor,
  type AgentTurn,
  type AgentYield,
  artifact,
  ask,
  fail,
  reject,
  requireAuth,
  save,
  status,
  textOf,
} from "@a2a/types";
export { type ApiKeyOptions, apiKey } from "./auth/api-key.ts";
export type { Authenticate, Challenge } from "./auth/authenticate.ts";
export type { Authenticator } from "./auth/authenticator.ts";
export { clientCertificate, type PeerCertificate } from "./auth/client-certificate.ts";
export { type BearerOptions, basic, bearer } from "./auth/http-auth.ts";
export { type CallerLimitOptions, tokenBucket } from "./dispatch/caller-limits.ts";
export type { TaskEngine } from "./engine/port/task-engine.ts";
export { shardedEngine } from "./engine/sharded-engine.ts";
export { type AgentHandlerOptions, createAgentHandler } from "./handler/create-agent-handler.ts";
export type { AgentHandler } from "./handler/create-with-codecs.ts";
export type { HttpRules } from "./handler/http-rules.ts";
export type { BodyBounds, Handle, IncomingRequest, ReadBody, ServedAnswer } from "./handler/incoming-request.ts";
export type {
  LimitOptions,
  PushOptions,
  SecurityOptions,
  ServerOptions,
  TurnOptions,
} from "./handler/options.ts";
export type { RouteOptions } from "./handler/route.ts";
export type { WebhookSigner } from "./push/post-delivery.ts";
export type { RecoveryPolicy } from "./runs/recovery.ts";
export type { TracedCall, TracedDelivery, TracedTurn, Tracing } from "./tracing/tracing.ts";
