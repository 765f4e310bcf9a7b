export { createWebhookSigner, type WebhookSignerOptions } from "./push/sign-webhook.ts";
