import {
  type CreateTaskPushNotificationConfigRequest,
  isJsonObject,
  type JsonValue,
  type SendMessageResponse,
  type StreamResponse,
  unreachable,
} from "@a2a/types";
import type { OperationTable } from "../../codec/operation-table.ts";
import type { CodecOptions, StreamDecoder, StreamEncoder } from "../../codec/version-codec.ts";
import { operations } from "./operations.ts";
import { restRows } from "./rest-rows.ts";

const { sendMessage, sendStreamingMessage, createTaskPushNotificationConfig, listTaskPushNotificationConfigs } = operations;

const stream = {
  decoder(options?: CodecOptions): StreamDecoder {
    const inner = sendStreamingMessage.decoder(options);
    return {
      push: (frame) => inner.push(unwrapped(frame, options)),
      get done() {
        return inner.done;
      },
    };
  },
  encoder(options?: CodecOptions): StreamEncoder {
    const inner = sendStreamingMessage.encoder(options);
    return {
      push: (event) => inner.push(event).map((frame) => ({ [memberOf(event)]: frame })),
      finish: () => inner.finish().map((frame) => ({ statusUpdate: frame })),
    };
  },
};

/** 0.3 over HTTP+JSON with the objects of JSON-RPC: answers name what they hold, and the objects in them keep their tags. */
export const tagged = {
  ...restRows,
  sendMessage: {
    ...restRows.sendMessage,
    decodeOutput: (wire: JsonValue, options?: CodecOptions): SendMessageResponse =>
      sendMessage.decodeOutput(unwrapped(wire, options), options),
    encodeOutput: (response: SendMessageResponse, options?: CodecOptions): JsonValue => {
      const answer = sendMessage.encodeOutput(response, options);
      return { [isJsonObject(answer) && answer.kind === "message" ? "message" : "task"]: answer };
    },
  },
  sendStreamingMessage: { ...restRows.sendStreamingMessage, ...stream },
  subscribeToTask: { ...restRows.subscribeToTask, ...stream },
  createTaskPushNotificationConfig: {
    ...restRows.createTaskPushNotificationConfig,
    decodeInput: (wire: JsonValue, options?: CodecOptions): CreateTaskPushNotificationConfigRequest =>
      createTaskPushNotificationConfig.decodeInput(forTask(wire), options),
    encodeInput: (request: CreateTaskPushNotificationConfigRequest, options?: CodecOptions): JsonValue => ({
      id: request.taskId,
      config: createTaskPushNotificationConfig.encodeInput(request, options),
    }),
  },
  listTaskPushNotificationConfigs: {
    ...restRows.listTaskPushNotificationConfigs,
    decodeOutput: (wire: JsonValue, options?: CodecOptions) =>
      listTaskPushNotificationConfigs.decodeOutput(isJsonObject(wire) ? (wire.configs ?? []) : wire, options),
  },
} satisfies OperationTable;

function memberOf(event: StreamResponse): string {
  if ("task" in event) return "task";
  if ("message" in event) return "message";
  if ("statusUpdate" in event) return "statusUpdate";
  return "artifactUpdate" in event ? "artifactUpdate" : unreachable(event);
}

/** The object an answer names; some servers leave the name out. */
function unwrapped(wire: JsonValue, options: CodecOptions | undefined): JsonValue {
  if (!isJsonObject(wire) || (typeof wire.kind === "string" && !options?.strict)) return wire;
  return wire.task ?? wire.message ?? wire.statusUpdate ?? wire.artifactUpdate ?? wire;
}

/** The configuration may stand in a member of its own; the task is that of the path. */
function forTask(wire: JsonValue): JsonValue {
  if (!isJsonObject(wire)) return wire;
  const { id, config, ...body } = wire;
  return { ...(isJsonObject(config) ? config : body), ...(id !== undefined && { taskId: id }) };
}
