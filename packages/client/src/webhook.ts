export type { SignatureOptions } from "./webhook/verify-signature.ts";
export { type DeliveredEvent, type WebhookOptions, webhookHandler } from "./webhook/webhook-handler.ts";
