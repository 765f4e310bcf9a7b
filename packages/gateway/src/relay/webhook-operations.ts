import { withoutStash } from "@a2a/bridge";
import type { PerformedOnce } from "@a2a/server/backend-kit";
import { A2AError, isA2AError, type TaskPushNotificationConfig, taskNotFound } from "@a2a/types";
import type { WebhookRoute } from "../routes/route-store.ts";
import { callOptions, ownerOf, type Relay, type RelayedCall } from "./relay-context.ts";
import { requireOwn } from "./task-ownership.ts";
import type { WebhookRelay } from "./webhook-relay.ts";

/** Registers a webhook of the gateway at the agent, and the caller's at the gateway. */
export async function createWebhook(
  relay: Relay,
  context: RelayedCall<"createTaskPushNotificationConfig">,
): Promise<PerformedOnce<"createTaskPushNotificationConfig">> {
  const { taskId } = context.call.input;
  const webhooks = offered(relay);
  await requireOwn(relay, context, taskId);
  const options = await callOptions(relay, context);
  const route = await webhooks.register(relay, context, context.call.input, taskId);
  const asked = { ...webhooks.forAgent(route), taskId };
  try {
    const { id } = await relay.link.call("createTaskPushNotificationConfig", asked, options);
    if (id !== undefined && id !== route.config.id) await relay.routes.putWebhook({ ...route, agentConfigId: id });
  } catch (error) {
    await relay.routes.deleteWebhook(route.id);
    throw error;
  }
  return { output: await shown(webhooks, context, route) };
}

/** Reads one webhook; an unknown one is answered like an unknown task (specification 3.1.8). */
export async function getWebhook(
  relay: Relay,
  context: RelayedCall<"getTaskPushNotificationConfig">,
): Promise<PerformedOnce<"getTaskPushNotificationConfig">> {
  const { taskId, id } = context.call.input;
  const webhooks = offered(relay);
  const route = await found(relay, context, taskId, id);
  if (route === undefined) throw taskNotFound(taskId);
  return { output: await shown(webhooks, context, route) };
}

/** Lists the webhooks of a task. */
export async function listWebhooks(
  relay: Relay,
  context: RelayedCall<"listTaskPushNotificationConfigs">,
): Promise<PerformedOnce<"listTaskPushNotificationConfigs">> {
  const webhooks = offered(relay);
  const { taskId } = context.call.input;
  await requireExisting(relay, context, taskId);
  const routes = await relay.routes.listWebhooks(ownerOf(context.scope), relay.link.name, taskId);
  return { output: { configs: await Promise.all(routes.map((route) => shown(webhooks, context, route))) } };
}

/** Removes a webhook, here and at the agent; removing one that is gone already is fine. */
export async function deleteWebhook(
  relay: Relay,
  context: RelayedCall<"deleteTaskPushNotificationConfig">,
): Promise<PerformedOnce<"deleteTaskPushNotificationConfig">> {
  const { taskId, id } = context.call.input;
  await requireExisting(relay, context, taskId);
  const route = await found(relay, context, taskId, id);
  if (route === undefined) return { output: {} };
  await relay.routes.deleteWebhook(route.id);
  const options = await callOptions(relay, context);
  const named = { taskId, id: route.agentConfigId ?? route.config.id };
  try {
    await relay.link.call("deleteTaskPushNotificationConfig", named, options);
  } catch (error) {
    // Agents of old versions cannot remove a webhook. The gateway's own answers from now on that it is gone.
    if (!isA2AError(error, "UNSUPPORTED_OPERATION") && !isA2AError(error, "METHOD_NOT_FOUND")) throw error;
  }
  return { output: {} };
}

function offered({ webhooks }: Relay): WebhookRelay {
  if (webhooks) return webhooks;
  throw new A2AError("PUSH_NOTIFICATION_NOT_SUPPORTED");
}

/** The agent knows whether a task exists, and whether this caller may see it. */
async function requireExisting(relay: Relay, context: RelayedCall, taskId: string): Promise<void> {
  await requireOwn(relay, context, taskId);
  await relay.link.call("getTask", { id: taskId, historyLength: 0 }, await callOptions(relay, context));
}

async function found(
  { routes, link }: Relay,
  { scope, call }: RelayedCall,
  taskId: string,
  id: string,
): Promise<WebhookRoute | undefined> {
  const all = await routes.listWebhooks(ownerOf(scope), link.name, taskId);
  const named = all.find(({ config }) => config.id === id);
  // Where the id may be left out, that of the task stands in its place and means the oldest webhook.
  const isOpen = call.codec.optionalPushIds && (id === taskId || id === call.taskAlias);
  return named ?? (isOpen ? all[0] : undefined);
}

/** The form in which a webhook was registered means something to callers of that version only. */
async function shown(
  webhooks: WebhookRelay,
  { call: { codec } }: RelayedCall,
  route: WebhookRoute,
): Promise<TaskPushNotificationConfig> {
  const config = await webhooks.open(route);
  return route.version === codec.version ? config : withoutStash(config);
}
