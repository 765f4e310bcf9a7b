import type { Answer } from "@a2a/bridge";
import type { TaskPushNotificationConfig } from "@a2a/types";
import type { CallContext } from "../dispatch/call-context.ts";
import type { ServerContext } from "../dispatch/server-context.ts";
import type { PushRecord } from "../engine/port/task-engine.ts";
import { checkWebhook } from "../push/check-webhook.ts";
import { taskNotFound } from "./get-task.ts";
import { storedId } from "./task-output.ts";

/** Registers a webhook for a task. */
export async function createPushConfig(
  { engine, webhookGuard }: ServerContext,
  context: CallContext<"createTaskPushNotificationConfig">,
): Promise<Answer> {
  const { scope, call, reply } = context;
  const { tenant: _, taskId: wanted, ...config } = call.input;
  checkWebhook(config, webhookGuard);
  const taskId = await storedId(context, (alias) => engine.resolveAlias(scope, alias), wanted);
  const push = { config: { ...config, taskId }, version: context.version, principal: context.caller.subject };
  const record = await engine.setPush(scope, taskId, push);
  return reply.result(call, seen(context, record, wanted));
}

/** Reads one webhook; an unknown one is answered like an unknown task (specification 3.1.8). */
export async function getPushConfig(
  { engine }: ServerContext,
  context: CallContext<"getTaskPushNotificationConfig">,
): Promise<Answer> {
  const { scope, call, reply } = context;
  const { taskId: wanted, id } = call.input;
  const taskId = await storedId(context, (alias) => engine.resolveAlias(scope, alias), wanted);
  const anyOne = context.reply.codec.optionalPushIds && id === wanted;
  const record =
    (await engine.getPush(scope, taskId, id)) ?? (anyOne ? (await engine.listPush(scope, taskId))[0] : undefined);
  if (record === undefined) throw taskNotFound(wanted);
  return reply.result(call, seen(context, record, wanted));
}

/** Lists the webhooks of a task. */
export async function listPushConfigs(
  { engine }: ServerContext,
  context: CallContext<"listTaskPushNotificationConfigs">,
): Promise<Answer> {
  const { scope, call, reply } = context;
  const { taskId: wanted } = call.input;
  const taskId = await storedId(context, (alias) => engine.resolveAlias(scope, alias), wanted);
  const records = await engine.listPush(scope, taskId);
  return reply.result(call, { configs: records.map((record) => seen(context, record, wanted)) });
}

/** Removes a webhook; removing one that is gone already is fine. */
export async function deletePushConfig(
  { engine }: ServerContext,
  context: CallContext<"deleteTaskPushNotificationConfig">,
): Promise<Answer> {
  const { scope, call, reply } = context;
  const taskId = await storedId(context, (alias) => engine.resolveAlias(scope, alias), call.input.taskId);
  await engine.deletePush(scope, taskId, call.input.id);
  return reply.result(call, {});
}

/** Secrets go back to the principal that registered them, and to nobody else. */
function seen(context: CallContext, { config, principal }: PushRecord, taskId: string): TaskPushNotificationConfig {
  const named = { ...config, taskId };
  if (principal === context.caller.subject) return named;
  const { token: _, authentication, ...rest } = named;
  return { ...rest, ...(authentication && { authentication: { scheme: authentication.scheme } }) };
}
