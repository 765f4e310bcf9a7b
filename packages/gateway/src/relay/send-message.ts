import type { FollowOptions } from "@a2a/client";
import type { Performed, PerformedOnce } from "@a2a/server/backend-kit";
import { createId, isA2AError, isTerminal, type Message, type SendMessageRequest, type Task } from "@a2a/types";
import type { InlinePush } from "../push/webhook-relay.ts";
import { sendBounded } from "./bounded-send.ts";
import { callOptions, ownerOf, type Relay, type RelayedCall } from "./relay-context.ts";
import { relayStream } from "./relay-stream.ts";
import { remember, requireOwn, requireOwnContext } from "./task-ownership.ts";
import { withHistory } from "./task-view.ts";

type Sending = RelayedCall<"sendMessage" | "sendStreamingMessage">;

/** A message as the agent gets it. */
interface Prepared {
  readonly request: SendMessageRequest;
  /** The task that the caller named by an id of its own. */
  readonly aliased: string | undefined;
  /** The webhook that stands in for the caller's. */
  readonly push: InlinePush | undefined;
  readonly options: FollowOptions;
}

/** Sends a message to an agent, and answers as it does. */
export async function sendMessage(
  relay: Relay,
  context: RelayedCall<"sendMessage">,
): Promise<PerformedOnce<"sendMessage">> {
  const { codec, input } = context.call;
  const prepared = await prepare(relay, context);
  const { options, push } = prepared;
  const { returnImmediately, historyLength = codec.defaultHistoryLength } = input.configuration ?? {};
  const send = (request: SendMessageRequest) =>
    codec.returnsUnfinished && !returnImmediately
      ? sendBounded(relay.link, request, options, relay.maxBlockingMs, (task) => remember(relay, context, task))
      : relay.link.call("sendMessage", request, options);
  let answer = await continuing(relay, prepared, send);
  if ("task" in answer && !(await remember(relay, context, answer.task))) {
    answer = await send(renamed(prepared.request));
    if ("task" in answer) await remember(relay, context, answer.task);
  }
  if (!("task" in answer)) return { output: answer };
  await push?.begun(answer.task.id);
  return { output: { task: withHistory(answer.task, historyLength) } };
}

/** Sends a message to an agent, and streams the events that follow. */
export async function streamMessage(relay: Relay, context: RelayedCall<"sendStreamingMessage">): Promise<Performed> {
  const prepared = await prepare(relay, context);
  const { options, push } = prepared;
  const open = (request: SendMessageRequest) => {
    let isRemembered = false;
    return relayStream(
      relay,
      context,
      (more) => relay.link.stream("sendStreamingMessage", request, { ...options, ...more }),
      async (event) => {
        if (isRemembered || !("task" in event)) return;
        isRemembered = true;
        if (!(await remember(relay, context, event.task))) throw new ForeignTask();
        await push?.begun(event.task.id);
      },
    );
  };
  try {
    return await continuing(relay, prepared, open);
  } catch (error) {
    if (error instanceof ForeignTask) return open(renamed(prepared.request));
    throw error;
  }
}

/** The agent answered with the task of another caller, who sent the same message with the same id. */
class ForeignTask extends Error {}

/** A message that does not repeat another. */
function renamed(request: SendMessageRequest): SendMessageRequest {
  return { ...request, message: { ...request.message, messageId: createId() } };
}

/** Resolves the task and replaces the webhook of a message. Refuses tasks and conversations of other callers. */
async function prepare(relay: Relay, context: Sending): Promise<Prepared> {
  const { link, routes } = relay;
  const { input, taskAlias } = context.call;
  const owner = ownerOf(context.scope);
  const aliased = taskAlias === undefined ? undefined : (await routes.findAlias(owner, taskAlias, link.name))?.taskId;
  const message: Message = aliased === undefined ? input.message : { ...input.message, taskId: aliased };
  if (message.taskId !== undefined) await requireOwn(relay, context, message.taskId);
  await requireOwnContext(relay, context, message.contextId);
  const options = await callOptions(relay, context);
  const { configuration } = input;
  const webhook = configuration?.taskPushNotificationConfig;
  const push = webhook && (await relay.webhooks?.inline(relay, context, webhook));
  const replaced = push && { configuration: { ...configuration, taskPushNotificationConfig: push.config } };
  return { request: { ...input, ...replaced, message }, aliased, push, options };
}

/**
 * Sends a message. Callers that choose the ids of their tasks may use one again whose task has ended, which is a new task of the same
 * conversation for agents that choose the ids.
 */
async function continuing<T>(
  { link }: Relay,
  { request, aliased, options }: Prepared,
  send: (request: SendMessageRequest) => Promise<T>,
): Promise<T> {
  try {
    return await send(request);
  } catch (error) {
    const mayHaveEnded = isA2AError(error, "UNSUPPORTED_OPERATION") || isA2AError(error, "INVALID_PARAMS");
    if (aliased === undefined || !mayHaveEnded) throw error;
    const task = await link.call("getTask", { id: aliased, historyLength: 0 }, options);
    if (!isTerminal(task.status.state)) throw error;
    return send({ ...request, message: following(request.message, task) });
  }
}

function following({ taskId: _, ...message }: Message, { id, contextId }: Task): Message {
  return {
    ...message,
    referenceTaskIds: [...(message.referenceTaskIds ?? []), id],
    ...(contextId !== undefined && { contextId }),
  };
}
