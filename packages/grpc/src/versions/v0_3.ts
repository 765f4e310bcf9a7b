import { invalidParams, type JsonObject, type OperationName } from "@a2a/types";
import { v0_3Proto } from "../proto/v0_3.ts";
import type { GrpcSpelling } from "./spelling.ts";

/** 0.3: tasks and webhooks are named by resource names, as `tasks/{id}`; everything else is the ProtoJSON of its HTTP+JSON binding. */
export const v0_3Spelling: GrpcSpelling = {
  file: v0_3Proto,
  namesErrors: true,
  methods: {
    sendMessage: "SendMessage",
    sendStreamingMessage: "SendStreamingMessage",
    getTask: "GetTask",
    cancelTask: "CancelTask",
    subscribeToTask: "TaskSubscription",
    createTaskPushNotificationConfig: "CreateTaskPushNotificationConfig",
    getTaskPushNotificationConfig: "GetTaskPushNotificationConfig",
    listTaskPushNotificationConfigs: "ListTaskPushNotificationConfig",
    deleteTaskPushNotificationConfig: "DeleteTaskPushNotificationConfig",
    getExtendedAgentCard: "GetAgentCard",
  },
  table: ({ restForms, operations }) => restForms?.fallback ?? operations,
  get fromRequest() {
    return Object.fromEntries(Object.entries(NAMED).map(([operation, named]) => [operation, unnamed(named)]));
  },
  toRequest(operation, input): JsonObject {
    const named = NAMED[operation];
    if (named === undefined) return input;
    const { id, pushNotificationConfigId: config, parent: _, metadata: __, ...rest } = input;
    const task = `tasks/${String(id)}`;
    const isWebhook = named[1] === WEBHOOK;
    return { ...rest, [named[0]]: isWebhook ? `${task}/pushNotificationConfigs/${String(config)}` : task };
  },
};

const TASK = /^tasks\/([^/]+)$/;
const WEBHOOK = /^tasks\/([^/]+)\/pushNotificationConfigs\/([^/]*)$/;

type Named = readonly [member: "name" | "parent", pattern: RegExp, expected: string];
const task: Named = ["name", TASK, "tasks/{id}"];
const parent: Named = ["parent", TASK, "tasks/{id}"];
const webhook: Named = ["name", WEBHOOK, "tasks/{id}/pushNotificationConfigs/{id}"];

/** Reads the ids in the resource name of a request. */
function unnamed([member, pattern, expected]: Named): (request: JsonObject) => JsonObject {
  return ({ name, parent, ...rest }) => {
    const value = member === "name" ? name : parent;
    const [, id, pushNotificationConfigId] = pattern.exec(typeof value === "string" ? value : "") ?? [];
    if (id === undefined) throw invalidParams(member, `expected "${expected}"`);
    return { ...rest, id, ...(pushNotificationConfigId !== undefined && { pushNotificationConfigId }) };
  };
}

/** The operations whose requests hold a resource name. */
const NAMED: Readonly<Partial<Record<OperationName, Named>>> = {
  getTask: task,
  cancelTask: task,
  subscribeToTask: task,
  createTaskPushNotificationConfig: parent,
  listTaskPushNotificationConfigs: parent,
  getTaskPushNotificationConfig: webhook,
  deleteTaskPushNotificationConfig: webhook,
};
