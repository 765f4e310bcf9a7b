import * as s from "../../schema/older-shapes.ts";
import { JsonObjectSchema } from "../../schemas/json.ts";
import { CountSchema, RequiredString, StringListSchema } from "../../schemas/scalars.ts";
import { MessageSchema } from "./message.ts";
import { PartSchema } from "./part.ts";
import { PushNotificationConfigSchema } from "./push.ts";

const metadata = s.optional(JsonObjectSchema);

/** How a message is to be handled and answered. */
export const MessageSendConfigurationSchema = s.object({
  acceptedOutputModes: s.optional(StringListSchema),
  historyLength: s.optional(CountSchema),
  pushNotificationConfig: s.optional(PushNotificationConfigSchema),
  blocking: s.optional(s.boolean()),
});
/** How a message is to be handled and answered. */
export type MessageSendConfiguration = s.Infer<typeof MessageSendConfigurationSchema>;

/** Params of `message/send` and `message/stream`: a message that says something. */
export const MessageSendParamsSchema = s.object({
  message: s.extend(MessageSchema, {
    parts: s.array(PartSchema, { min: 1, expected: "expected at least one part" }),
  }),
  configuration: s.optional(MessageSendConfigurationSchema),
  metadata,
});
/** Params of `message/send` and `message/stream`. */
export type MessageSendParams = s.Infer<typeof MessageSendParamsSchema>;

/** Params that name a task: `tasks/cancel` and `tasks/resubscribe`. */
export const TaskIdParamsSchema = s.object({ id: RequiredString, metadata });
/** Params that name a task. */
export type TaskIdParams = s.Infer<typeof TaskIdParamsSchema>;

/** Params of `tasks/get`. */
export const TaskQueryParamsSchema = s.extend(TaskIdParamsSchema, { historyLength: s.optional(CountSchema) });
/** Params of `tasks/get`. */
export type TaskQueryParams = s.Infer<typeof TaskQueryParamsSchema>;

/** Params of `tasks/pushNotificationConfig/get`; `id` is that of the task. */
export const GetTaskPushNotificationConfigParamsSchema = s.extend(TaskIdParamsSchema, {
  pushNotificationConfigId: s.optional(s.string()),
});
/** Params of `tasks/pushNotificationConfig/get`. */
export type GetTaskPushNotificationConfigParams = s.Infer<typeof GetTaskPushNotificationConfigParamsSchema>;

/** Params of `tasks/pushNotificationConfig/list`; `id` is that of the task. */
export const ListTaskPushNotificationConfigParamsSchema = TaskIdParamsSchema;
/** Params of `tasks/pushNotificationConfig/list`. */
export type ListTaskPushNotificationConfigParams = TaskIdParams;

/** Params of `tasks/pushNotificationConfig/delete`; `id` is that of the task. */
export const DeleteTaskPushNotificationConfigParamsSchema = s.extend(TaskIdParamsSchema, {
  pushNotificationConfigId: RequiredString,
});
/** Params of `tasks/pushNotificationConfig/delete`. */
export type DeleteTaskPushNotificationConfigParams = s.Infer<typeof DeleteTaskPushNotificationConfigParamsSchema>;
