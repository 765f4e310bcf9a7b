export { checkNames } from "./agent/check-options.ts";
export { declareSecurity } from "./auth/authenticator.ts";
export { bearerOf, rememberToken, tokenOf } from "./auth/caller-token.ts";
export { Budget } from "./budgets/budget.ts";
export { CallerLimits } from "./budgets/caller-limits.ts";
export type {
  CallContext,
  Operate,
  Perform,
  Performed,
  PerformedOnce,
  PerformedStream,
  Reservation,
  ServerCall,
} from "./calls/call.ts";
export { type AccessPolicy, accessPolicy, performer } from "./calls/perform.ts";
export { withTaskAliases } from "./calls/task-aliases.ts";
export type { Scope } from "./engine/port/task-engine.ts";
export type { CallPort } from "./http/call-port.ts";
export {
  type Backend,
  type BackendHandler,
  bindingsOf,
  createFront,
  type Front,
  type FrontOptions,
} from "./http/create-front.ts";
export { toFetch } from "./http/fetch-adapter.ts";
export { noRoute } from "./http/handle.ts";
export { httpGate } from "./http/http-rules.ts";
export { isBelow, pathOf, relativePath, trimSlash } from "./util/base-path.ts";
export { loopQueue } from "./util/loop-batch.ts";
export { checkWebhook, WEBHOOK_PORTS } from "./webhooks/check-webhook.ts";
export { postDelivery } from "./webhooks/post-delivery.ts";
export { WebhookSecrets } from "./webhooks/webhook-secrets.ts";
