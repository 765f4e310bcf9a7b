import { type Operate, type Performed, type PerformedOnce, withTaskAliases } from "@a2a/server/backend-kit";
import { A2AError, type OperationName, type StreamResponse, unreachable } from "@a2a/types";
import { listTasks } from "./list-tasks.ts";
import { showOwn } from "./own-ids.ts";
import { callOptions, ownerOf, type Relay, type RelayedCall } from "./relay-context.ts";
import { sendMessage, streamMessage } from "./send-message.ts";
import { subscribe } from "./subscribe.ts";
import { requireOwn } from "./task-ownership.ts";
import { peek, shown, withHistory } from "./task-view.ts";
import { createWebhook, deleteWebhook, getWebhook, listWebhooks } from "./webhook-operations.ts";

/** Carries out calls at an agent. Large answers count until they were sent. */
export function relayTo(relay: Relay): Operate {
  const { routes, link } = relay;
  return async (context) => {
    const owner = ownerOf(context.scope);
    const prefix = relay.ownIds && (await relay.ownIds.prefixOf(owner));
    const budget = relay.budget.begin(context.call.reservation, owner);
    // The budget of requests to agents counts it instead.
    context.call.body?.release();
    const show = (event: StreamResponse) => (prefix === undefined ? event : showOwn(event, prefix));
    try {
      const performed = await named({ ...context, budget, show });
      const release = budget.end();
      if (release === undefined || "output" in performed) return release ? { ...performed, release } : performed;
      // What was read before a stream began is not part of it.
      release();
      return performed;
    } catch (error) {
      budget.end()?.();
      throw error;
    }
  };

  function named(context: RelayedCall): Performed | Promise<Performed> {
    if (!context.call.codec.clientTaskIds) return carryOut(relay, context);
    const { budget, show } = context;
    return withTaskAliases(
      context,
      async (scope, asked) => {
        const found = await routes.findAlias(ownerOf(scope), asked, link.name);
        if (found) return { id: found.taskId, alias: asked };
        return { id: asked, alias: (await routes.find(asked, link.name))?.alias };
      },
      (known) => carryOut(relay, { ...known, budget, show }),
    );
  }
}

function carryOut(relay: Relay, context: RelayedCall): Performed | Promise<Performed> {
  const { operation } = context.call;
  switch (operation) {
    case "sendMessage":
      return sendMessage(relay, as(context, operation));
    case "sendStreamingMessage":
      return streamMessage(relay, as(context, operation));
    case "getTask":
      return getTask(relay, as(context, operation));
    case "listTasks":
      return listTasks(relay, as(context, operation));
    case "cancelTask":
      return cancelTask(relay, as(context, operation));
    case "subscribeToTask":
      return subscribe(relay, as(context, operation));
    case "createTaskPushNotificationConfig":
      return createWebhook(relay, as(context, operation));
    case "getTaskPushNotificationConfig":
      return getWebhook(relay, as(context, operation));
    case "listTaskPushNotificationConfigs":
      return listWebhooks(relay, as(context, operation));
    case "deleteTaskPushNotificationConfig":
      return deleteWebhook(relay, as(context, operation));
    case "getExtendedAgentCard":
      return extendedCard(relay, as(context, operation));
    default:
      return unreachable(operation);
  }
}

/** The context with the input that its operation has: the codec paired them, TypeScript cannot follow. */
function as<Name extends OperationName>(context: RelayedCall, _operation: Name): RelayedCall<Name> {
  return context as RelayedCall<Name>;
}

async function getTask(relay: Relay, context: RelayedCall<"getTask">): Promise<PerformedOnce<"getTask">> {
  const { input, codec } = context.call;
  await requireOwn(relay, context, input.id);
  const historyLength = input.historyLength ?? codec.defaultHistoryLength;
  const asked = { ...input, ...(historyLength !== undefined && { historyLength }) };
  const task = await relay.link.call("getTask", asked, await callOptions(relay, context));
  return { output: withHistory(shown(context, task), historyLength) };
}

async function cancelTask(relay: Relay, context: RelayedCall<"cancelTask">): Promise<PerformedOnce<"cancelTask">> {
  const { input, codec } = context.call;
  await requireOwn(relay, context, input.id);
  const options = await callOptions(relay, context);
  if (codec.refusesRepeatedCancel) {
    const { status } = await peek(relay, input, options);
    if (status.state === "TASK_STATE_CANCELED") {
      const message = `task ${input.id} has already been canceled`;
      throw new A2AError("TASK_NOT_CANCELABLE", message, { metadata: { taskId: input.id } });
    }
  }
  const task = await relay.link.call("cancelTask", input, options);
  return { output: withHistory(shown(context, task), codec.defaultHistoryLength) };
}

async function extendedCard(
  relay: Relay,
  context: RelayedCall<"getExtendedAgentCard">,
): Promise<PerformedOnce<"getExtendedAgentCard">> {
  const { input } = context.call;
  const card = await relay.link.call("getExtendedAgentCard", input, await callOptions(relay, context));
  return { output: await relay.publish(card), isPrivate: true };
}
