import type { UrlGuard } from "@a2a/http";
import { invalidParams, isLocalError, type TaskPushNotificationConfig } from "@a2a/types";

/** The default ports for webhooks of public hosts. A service on another port may misinterpret the request. */
export const WEBHOOK_PORTS: readonly number[] = [443, 80];

/** Refuses a webhook that must not be called, or whose words could break out of a header. */
export function checkWebhook(config: TaskPushNotificationConfig, guard: UrlGuard): void {
  const { url, token, authentication } = config;
  if (url.length > 2048) throw invalidParams("url", "is longer than 2,048 characters");
  if (!URL.canParse(url)) throw invalidParams("url", "must be an absolute URL");
  if (new URL(url).port === "0") throw invalidParams("url", "names port 0, where nobody can listen");
  try {
    guard(new URL(url));
  } catch (error) {
    if (isLocalError(error, "BLOCKED"))
      throw invalidParams("url", `${error.message}; the operator of the agent can allow it by webhooks.egress`);
    throw error;
  }
  for (const [field, text] of [
    ["token", token],
    ["authentication.scheme", authentication?.scheme],
    ["authentication.credentials", authentication?.credentials],
  ] as const) {
    if (text === undefined) continue;
    if (text.length > 4096) throw invalidParams(field, "is longer than 4,096 characters");
    if (!/^[\x20-\x7e]*$/.test(text)) throw invalidParams(field, "holds characters that a header cannot carry");
  }
}
