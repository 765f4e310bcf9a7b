import { withoutStash } from "@a2a/bridge";
import { type TaskPushNotificationConfig, taskNotFound } from "@a2a/types";
import type { WebhookRecord } from "../engine/port/task-engine.ts";
import { checkWebhook } from "../webhooks/check-webhook.ts";
import type { CallContext, PerformedOnce } from "./call.ts";
import type { ServerContext } from "./server-context.ts";

/** Registers a webhook for a task. */
export async function createWebhook(
  server: ServerContext,
  context: CallContext<"createTaskPushNotificationConfig">,
): Promise<PerformedOnce<"createTaskPushNotificationConfig">> {
  const { scope, call } = context;
  const { tenant: _, ...config } = call.input;
  checkWebhook(config, server.webhookGuard);
  const sealed = await server.webhookSecrets.seal(config);
  const webhook = { config: sealed, version: call.codec.version, principal: scope.owner };
  return { output: await seen(server, context, await server.engine.setWebhook(scope, config.taskId, webhook)) };
}

/** Reads one webhook; an unknown one is answered like an unknown task (specification 3.1.8). */
export async function getWebhook(
  server: ServerContext,
  context: CallContext<"getTaskPushNotificationConfig">,
): Promise<PerformedOnce<"getTaskPushNotificationConfig">> {
  const { engine } = server;
  const { scope, call } = context;
  const { taskId, id } = call.input;
  const named = await engine.getWebhook(scope, taskId, id);
  // Where the id may be left out, that of the task stands in its place and means the oldest webhook.
  const isOpen = call.codec.optionalPushIds && (id === taskId || id === call.taskAlias);
  const record = named ?? (isOpen ? (await engine.listWebhooks(scope, taskId))[0] : undefined);
  if (record === undefined) throw taskNotFound(taskId);
  return { output: await seen(server, context, record) };
}

/** Lists the webhooks of a task. */
export async function listWebhooks(
  server: ServerContext,
  context: CallContext<"listTaskPushNotificationConfigs">,
): Promise<PerformedOnce<"listTaskPushNotificationConfigs">> {
  const records = await server.engine.listWebhooks(context.scope, context.call.input.taskId);
  const configs = await Promise.all(records.map((record) => seen(server, context, record)));
  return { output: { configs } };
}

/** Removes a webhook; removing one that is gone already is fine. */
export async function deleteWebhook(
  { engine }: ServerContext,
  { scope, call: { input } }: CallContext<"deleteTaskPushNotificationConfig">,
): Promise<PerformedOnce<"deleteTaskPushNotificationConfig">> {
  await engine.deleteWebhook(scope, input.taskId, input.id);
  return { output: {} };
}

/** Secrets are returned only to the principal that registered them. */
async function seen(
  { webhookSecrets }: ServerContext,
  { scope, call }: CallContext,
  record: WebhookRecord,
): Promise<TaskPushNotificationConfig> {
  const { principal, taskId, version } = record;
  const config = await webhookSecrets.open(record.config);
  // The form in which a webhook was registered means something to callers of that version only, and may hold its secrets.
  const isOwn = principal === scope.owner && version === call.codec.version;
  const named = { ...(isOwn ? config : withoutStash(config)), taskId };
  if (principal === scope.owner) return named;
  const { token: _, authentication, ...rest } = named;
  return { ...rest, ...(authentication && { authentication: { scheme: authentication.scheme } }) };
}
