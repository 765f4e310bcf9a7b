import type { JsonValue, ListTaskPushNotificationConfigsRequest } from "@a2a/types";
import * as s from "@a2a/types/internal/schema";
import * as v0_3 from "@a2a/types/v0_3";
import type { OperationTable } from "../../../codec/operation-table.ts";
import { toWire } from "../../../codec/to-wire.ts";
import type { CodecOptions } from "../../../codec/version-codec.ts";
import { optional, pick } from "../../../stash/stash.ts";
import { lenientReader } from "../normalize.ts";
import { operations } from "../operations.ts";
import { routes } from "../request-traits.ts";

const readList = lenientReader(
  s.extend(v0_3.TaskIdParamsSchema, {
    pageSize: s.optional(s.integer({ min: 0, max: 2_147_483_647 })),
    pageToken: s.optional(s.string()),
  }),
);

/** The common rows of both HTTP+JSON formats: path and query parameters have the names of JSON-RPC. */
export const restRows = {
  sendMessage: at("sendMessage"),
  sendStreamingMessage: at("sendStreamingMessage"),
  getTask: at("getTask"),
  cancelTask: at("cancelTask"),
  subscribeToTask: at("subscribeToTask"),
  createTaskPushNotificationConfig: at("createTaskPushNotificationConfig"),
  getTaskPushNotificationConfig: at("getTaskPushNotificationConfig"),
  listTaskPushNotificationConfigs: {
    ...at("listTaskPushNotificationConfigs"),
    decodeInput: (wire: JsonValue, options?: CodecOptions): ListTaskPushNotificationConfigsRequest => {
      const { id, ...paging } = readList(wire, options);
      return { taskId: id, ...pick(paging, "pageSize", "pageToken") };
    },
    encodeInput: ({ taskId, pageSize, pageToken }: ListTaskPushNotificationConfigsRequest): JsonValue =>
      toWire({ id: taskId, ...optional("pageSize", pageSize), ...optional("pageToken", pageToken) }),
  },
  deleteTaskPushNotificationConfig: at("deleteTaskPushNotificationConfig"),
  getExtendedAgentCard: at("getExtendedAgentCard"),
} satisfies OperationTable;

/** A JSON-RPC row with its HTTP+JSON route. */
function at<Name extends keyof typeof operations>(name: Name) {
  return { ...operations[name], routes: routes[name] };
}
