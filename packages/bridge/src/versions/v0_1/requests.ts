import { isJsonObject, type JsonObject, type SendMessageConfiguration, type SendMessageRequest } from "@a2a/types";
import type * as v0_1 from "@a2a/types/v0_1";
import { randomId } from "../../codec/scalars.ts";
import type { CodecOptions } from "../../codec/version-codec.ts";
import { keptText, optional, pick, stash, unstash } from "../../stash/stash.ts";
import { decodeMessage, encodeMessage } from "./message.ts";
import { isNative } from "./native-id.ts";
import { innerPush } from "./push.ts";

// An unset history length is sent to 0.1 servers as this value, since unset means no history there.
const MUCH_HISTORY = 100;

/** A 0.1 request names task and session beside the message, and has no configuration object. */
export function decodeSend(wire: v0_1.TaskSendParams, options?: CodecOptions): SendMessageRequest {
  const { metadata, kept } = unstash(wire.metadata, "tenant", "configuration");
  const lost = isJsonObject(kept.configuration) ? kept.configuration : undefined;
  const inner = wire.pushNotification && innerPush.decode(wire.pushNotification, lost?.push);
  const configuration: SendMessageConfiguration = {};
  if (wire.acceptedOutputModes) configuration.acceptedOutputModes = wire.acceptedOutputModes;
  if (wire.historyLength !== undefined && lost?.historyLength !== null)
    configuration.historyLength = wire.historyLength;
  if (inner) configuration.taskPushNotificationConfig = inner;
  if (typeof lost?.returnImmediately === "boolean") configuration.returnImmediately = lost.returnImmediately;
  const present = lost === undefined ? Object.keys(configuration).length > 0 : lost.absent !== true;
  const around = { taskId: wire.id, contextId: sessionOf(wire, options) };
  const request: SendMessageRequest = { message: decodeMessage(ownIdsOnly(wire.message), around, options) };
  const tenant = keptText(kept, "tenant");
  if (tenant !== undefined) request.tenant = tenant;
  if (present) request.configuration = configuration;
  if (metadata) request.metadata = metadata;
  return request;
}

/** A new task gets its id here, since 0.1 callers choose it; members that 0.1 lacks are stashed in metadata. */
export function encodeSend(request: SendMessageRequest, options?: CodecOptions): v0_1.TaskSendParams {
  const { tenant } = request;
  const { message } = options?.dialect?.request?.(request) ?? request;
  const configuration = request.configuration ?? {};
  const { metadata } = unstash(request.metadata, "configuration");
  const config = configuration.taskPushNotificationConfig;
  const inner = config && innerPush.encode(config);
  const id = message.taskId ?? (options?.createId ?? randomId)();
  // A request decoded from 0.1 is encoded with its original values.
  const native = isNative(message);
  const fallback = native ? undefined : MUCH_HISTORY;
  // Some servers insist on a session. One takes all whose ids look random for the same, and equal messages in it for one.
  const sessionId = message.contextId ?? (native ? undefined : `session-${id}`);
  return {
    id,
    ...optional("sessionId", sessionId),
    message: encodeMessage(message, { taskId: id, contextId: sessionId }, options, "user"),
    ...pick(configuration, "acceptedOutputModes"),
    ...optional("pushNotification", inner?.wire),
    ...optional("historyLength", configuration.historyLength ?? fallback),
    ...optional("metadata", stash(metadata, { tenant, configuration: lostOf(request, inner?.lost) })),
  };
}

/** One dialect names the session in the metadata of the message. */
function sessionOf({ sessionId, message }: v0_1.TaskSendParams, options?: CodecOptions): string | undefined {
  if (sessionId !== undefined || options?.strict) return sessionId;
  return (message.metadata && keptText(message.metadata, "session_id")) || undefined;
}

/** The ids of a request surround its message; the stash may only say that there was none. */
function ownIdsOnly(message: v0_1.Message): v0_1.Message {
  const { metadata, kept } = unstash(message.metadata, "taskId", "contextId");
  if (metadata === message.metadata) return message;
  const none = { ...(kept.taskId === null && { taskId: null }), ...(kept.contextId === null && { contextId: null }) };
  const { metadata: _, ...bare } = message;
  return { ...bare, ...optional("metadata", stash(metadata, none)) };
}

/** The parts of the configuration that 0.1 lacks: its presence, an explicit history length, and how to wait. */
function lostOf({ configuration, message }: SendMessageRequest, lostPush: JsonObject[string] | undefined) {
  const native = isNative(message);
  if (configuration === undefined) return native ? undefined : { absent: true, historyLength: null };
  const { historyLength, returnImmediately } = configuration;
  const lost: JsonObject = {};
  if (historyLength === undefined && !native) lost.historyLength = null;
  if (returnImmediately !== undefined) lost.returnImmediately = returnImmediately;
  if (lostPush !== undefined) lost.push = lostPush;
  const stated = configuration.acceptedOutputModes ?? configuration.taskPushNotificationConfig ?? historyLength;
  return Object.keys(lost).length > 0 || stated === undefined ? lost : undefined;
}
