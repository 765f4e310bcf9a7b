export { declareSecurity } from "./auth/authenticator.ts";
export type { Perform, Performed, PerformedOnce, PerformedStream, ServerCall } from "./dispatch/call.ts";
export type { CallContext } from "./dispatch/call-context.ts";
export { CallerLimits } from "./dispatch/caller-limits.ts";
export { type AccessPolicy, accessPolicy, type Operate, performer } from "./dispatch/perform.ts";
export { withTaskAliases } from "./dispatch/task-aliases.ts";
export type { Scope } from "./engine/port/task-engine.ts";
export {
  type Backend,
  type BackendHandler,
  bindingsOf,
  createFront,
  type Front,
  type FrontOptions,
} from "./front/create-front.ts";
export { isBelow, pathOf, relativePath, trimSlash } from "./handler/base-path.ts";
export { Budget } from "./handler/budget.ts";
export { toFetch } from "./handler/fetch-adapter.ts";
export { noRoute } from "./handler/handle.ts";
export { httpGate } from "./handler/http-rules.ts";
export { checkWebhook, WEBHOOK_PORTS } from "./push/check-webhook.ts";
export { postDelivery } from "./push/post-delivery.ts";
export { WebhookSecrets } from "./push/webhook-secrets.ts";
export { turnQueue } from "./scheduling/turn-batch.ts";
