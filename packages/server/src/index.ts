export {
  type AgentExecutor,
  type AgentTurn,
  type AgentYield,
  artifact,
  ask,
  bytesOf,
  createMessage,
  dataPart,
  fail,
  file,
  type JsonObject,
  type JsonValue,
  type Message,
  type Part,
  pause,
  progress,
  reject,
  requireAuth,
  save,
  silentLogger,
  skillCallOf,
  status,
  type Task,
  textOf,
  textPart,
} from "@a2a/types";
export { type AgentHandlerOptions, createAgentHandler } from "./agent/create-agent-handler.ts";
export type { AgentHandler } from "./agent/create-with-codecs.ts";
export type {
  LimitOptions,
  SecurityOptions,
  ServerOptions,
  TurnOptions,
  WebhookSenderOptions,
} from "./agent/options.ts";
export { type ApiKeyOptions, apiKey } from "./auth/api-key.ts";
export type { Authenticate, Challenge } from "./auth/authenticate.ts";
export type { Authenticator, RefusedCredential } from "./auth/authenticator.ts";
export { clientCertificate, type PeerCertificate } from "./auth/client-certificate.ts";
export { type BearerOptions, basic, bearer } from "./auth/http-auth.ts";
export { type CallerLimitOptions, tokenBucket } from "./budgets/caller-limits.ts";
export type { TaskEngine } from "./engine/port/task-engine.ts";
export { shardedEngine } from "./engine/sharded-engine.ts";
export type { CallPort, PortCall } from "./http/call-port.ts";
export type { HttpRules } from "./http/http-rules.ts";
export type { BodyBounds, Handle, IncomingRequest, ReadBody, ServedAnswer } from "./http/incoming-request.ts";
export type { RouteOptions } from "./http/route.ts";
export type { TracedCall, TracedDelivery, TracedTurn, Tracing } from "./telemetry/tracing.ts";
export type { RecoveryPolicy } from "./turns/recovery.ts";
export type { WebhookSigner } from "./webhooks/post-delivery.ts";
