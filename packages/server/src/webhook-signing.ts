export { createWebhookSigner, type WebhookSignerOptions } from "./webhooks/sign-webhook.ts";
