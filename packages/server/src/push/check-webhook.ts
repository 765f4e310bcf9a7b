import type { UrlGuard } from "@a2a/http";
import { A2AError, isLocalError, type TaskPushNotificationConfig } from "@a2a/types";

/** Where webhooks of public hosts listen, unless others are named: what listens elsewhere may take a request for something else. */
export const WEBHOOK_PORTS: readonly number[] = [443, 80];

/** Refuses a webhook that must not be called, or whose words could break out of a header. */
export function checkWebhook(config: TaskPushNotificationConfig, guard: UrlGuard): void {
  const { url, token, authentication } = config;
  if (url.length > 2048) throw invalid("url", "is longer than 2,048 characters");
  if (!URL.canParse(url)) throw invalid("url", "is no absolute address");
  if (new URL(url).port === "0") throw invalid("url", "names port 0, where nobody can listen");
  try {
    guard(new URL(url));
  } catch (error) {
    if (isLocalError(error, "BLOCKED")) throw invalid("url", error.message);
    throw error;
  }
  for (const [field, text] of [
    ["token", token],
    ["authentication.scheme", authentication?.scheme],
    ["authentication.credentials", authentication?.credentials],
  ] as const) {
    if (text === undefined) continue;
    if (text.length > 4096) throw invalid(field, "is longer than 4,096 characters");
    if (!/^[\x20-\x7e]*$/.test(text)) throw invalid(field, "holds characters that a header cannot carry");
  }
}

function invalid(field: string, description: string): A2AError {
  return new A2AError("INVALID_PARAMS", `Invalid parameters: ${field}: ${description}`, {
    violations: [{ field, description }],
  });
}
