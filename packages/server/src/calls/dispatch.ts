import { type OperationName, unreachable } from "@a2a/types";
import type { CallContext, Operate, Performed } from "./call.ts";
import { cancelTask } from "./cancel-task.ts";
import { getExtendedCard } from "./extended-card.ts";
import { getTask } from "./get-task.ts";
import { listTasks } from "./list-tasks.ts";
import { sendMessage } from "./send-message.ts";
import type { ServerContext } from "./server-context.ts";
import { streamMessage } from "./stream-message.ts";
import { subscribeToTask } from "./subscribe-to-task.ts";
import { createWebhook, deleteWebhook, getWebhook, listWebhooks } from "./webhook-configs.ts";

/** Carries out calls on the engine of a server. */
export function dispatcher(server: ServerContext): Operate {
  // Only callers of the oldest version choose the ids of their tasks: the code for that is loaded when the first of them calls.
  let aliased: Operate | undefined;
  const load: () => Promise<Operate> = async () => {
    const { resolveIn, withTaskAliases } = await import("./task-aliases.ts");
    const resolve = resolveIn(server.engine);
    aliased ??= (context) => withTaskAliases(context, resolve, (known) => carryOut(server, known));
    return aliased;
  };
  return (context) => {
    if (!context.call.codec.clientTaskIds) return carryOut(server, context);
    return aliased ? aliased(context) : load().then((operate) => operate(context));
  };
}

function carryOut(server: ServerContext, context: CallContext): Performed | Promise<Performed> {
  const { operation } = context.call;
  switch (operation) {
    case "sendMessage":
      return sendMessage(server, as(context, operation));
    case "sendStreamingMessage":
      return streamMessage(server, as(context, operation));
    case "getTask":
      return getTask(server, as(context, operation));
    case "listTasks":
      return listTasks(server, as(context, operation));
    case "cancelTask":
      return cancelTask(server, as(context, operation));
    case "subscribeToTask":
      return subscribeToTask(server, as(context, operation));
    case "createTaskPushNotificationConfig":
      return createWebhook(server, as(context, operation));
    case "getTaskPushNotificationConfig":
      return getWebhook(server, as(context, operation));
    case "listTaskPushNotificationConfigs":
      return listWebhooks(server, as(context, operation));
    case "deleteTaskPushNotificationConfig":
      return deleteWebhook(server, as(context, operation));
    case "getExtendedAgentCard":
      return getExtendedCard(server, as(context, operation));
    default:
      return unreachable(operation);
  }
}

/** The context with the input that its operation has: the codec paired them, TypeScript cannot follow. */
function as<Name extends OperationName>(context: CallContext, _operation: Name): CallContext<Name> {
  return context as CallContext<Name>;
}
