import type { Performed, PerformedOnce } from "@a2a/server/backend-kit";
import {
  createId,
  isA2AError,
  isTerminal,
  type Message,
  type SendMessageRequest,
  type StreamResponse,
  type Task,
} from "@a2a/types";
import type { LinkOptions } from "../agents/link-types.ts";
import { sendBounded } from "./bounded-send.ts";
import { withOwnId } from "./own-ids.ts";
import { callOptions, ownerOf, type Relay, type RelayedCall } from "./relay-context.ts";
import { relayStream } from "./relay-stream.ts";
import { remember, rememberContext, requireOwn, requireOwnContext, withOwnReferences } from "./task-ownership.ts";
import { shown, withHistory } from "./task-view.ts";
import type { InlineWebhook } from "./webhook-relay.ts";

type Sending = RelayedCall<"sendMessage" | "sendStreamingMessage">;

/** A message as the agent gets it. */
interface Prepared {
  readonly request: SendMessageRequest;
  /** The task that the caller named by an id of its own. */
  readonly aliased: string | undefined;
  /** The webhook that stands in for the caller's. */
  readonly inline: InlineWebhook | undefined;
  readonly options: LinkOptions;
}

/** Sends a message to an agent, and answers as it does. */
export async function sendMessage(
  relay: Relay,
  context: RelayedCall<"sendMessage">,
): Promise<PerformedOnce<"sendMessage">> {
  const { codec, input } = context.call;
  const prepared = await prepare(relay, context);
  const { options, inline } = prepared;
  const { returnImmediately, historyLength = codec.defaultHistoryLength } = input.configuration ?? {};
  const send = (request: SendMessageRequest) =>
    codec.returnsUnfinished && !returnImmediately
      ? sendBounded(relay.link, request, options, relay.maxBlockingMs, (task) => remember(relay, context, task))
      : relay.link.call("sendMessage", request, options);
  let answer = await continuing(relay, prepared, send);
  if (!(await rememberEvent(relay, context, answer))) {
    answer = await send(renamed(prepared.request));
    await rememberEvent(relay, context, answer);
  }
  if (!("task" in answer)) return { output: answer };
  await inline?.begun(answer.task.id);
  return { output: { task: withHistory(shown(context, answer.task), historyLength) } };
}

/** Sends a message to an agent, and streams the events that follow. */
export async function streamMessage(relay: Relay, context: RelayedCall<"sendStreamingMessage">): Promise<Performed> {
  const prepared = await prepare(relay, context);
  const { options, inline } = prepared;
  const open = (request: SendMessageRequest) =>
    relayStream(relay, context, (more) => relay.link.open("sendStreamingMessage", request, { ...options, ...more }));
  let stream = await continuing(relay, prepared, open);
  if (stream.first && !(await rememberEvent(relay, context, stream.first))) {
    await stream.close();
    stream = await open(renamed(prepared.request));
    if (stream.first) await rememberEvent(relay, context, stream.first);
  }
  const { first } = stream;
  if (first && "task" in first) await inline?.begun(first.task.id);
  return { batches: stream.batches };
}

/** Remembers whose the task or the conversation of an answer is. False when it belongs to another caller. */
function rememberEvent(relay: Relay, context: RelayedCall, event: StreamResponse): Promise<boolean> {
  if ("task" in event) return remember(relay, context, event.task);
  return "message" in event ? rememberContext(relay, context, event.message.contextId) : Promise.resolve(true);
}

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
  const named: Message = aliased === undefined ? input.message : { ...input.message, taskId: aliased };
  const prefix = await relay.ownIds?.prefixOf(owner);
  const message = await withOwnReferences(relay, owner, prefix === undefined ? named : withOwnId(named, prefix));
  if (message.taskId !== undefined) await requireOwn(relay, context, message.taskId);
  await requireOwnContext(relay, context, message.contextId);
  const options = await callOptions(relay, context);
  const { configuration } = input;
  const webhook = configuration?.taskPushNotificationConfig;
  const inline = webhook && (await relay.webhooks?.inline(relay, context, webhook));
  const replaced = inline && { configuration: { ...configuration, taskPushNotificationConfig: inline.config } };
  return { request: { ...input, ...replaced, message }, aliased, inline, options };
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
