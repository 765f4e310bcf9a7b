import * as z from "zod/mini";
import { JsonObjectSchema } from "../../schemas/json.ts";
import { CountSchema, RequiredString, StringListSchema } from "../../schemas/scalars.ts";
import { MessageSchema } from "./message.ts";
import { PartSchema } from "./part.ts";
import { PushNotificationConfigSchema } from "./push.ts";

const metadata = z.exactOptional(JsonObjectSchema);

/** How a message is to be handled and answered. */
export const MessageSendConfigurationSchema = z.object({
  acceptedOutputModes: z.exactOptional(StringListSchema),
  historyLength: z.exactOptional(CountSchema),
  pushNotificationConfig: z.exactOptional(PushNotificationConfigSchema),
  blocking: z.exactOptional(z.boolean()),
});
/** How a message is to be handled and answered. */
export type MessageSendConfiguration = z.output<typeof MessageSendConfigurationSchema>;

/** Params of `message/send` and `message/stream`: a message that says something. */
export const MessageSendParamsSchema = z.object({
  message: z.extend(MessageSchema, {
    parts: z.array(PartSchema).check(z.minLength(1, { error: "expected at least one part" })),
  }),
  configuration: z.exactOptional(MessageSendConfigurationSchema),
  metadata,
});
/** Params of `message/send` and `message/stream`. */
export type MessageSendParams = z.output<typeof MessageSendParamsSchema>;

/** Params that name a task: `tasks/cancel` and `tasks/resubscribe`. */
export const TaskIdParamsSchema = z.object({ id: RequiredString, metadata });
/** Params that name a task. */
export type TaskIdParams = z.output<typeof TaskIdParamsSchema>;

/** Params of `tasks/get`. */
export const TaskQueryParamsSchema = z.extend(TaskIdParamsSchema, { historyLength: z.exactOptional(CountSchema) });
/** Params of `tasks/get`. */
export type TaskQueryParams = z.output<typeof TaskQueryParamsSchema>;

/** Params of `tasks/pushNotificationConfig/get`; `id` is that of the task. */
export const GetTaskPushNotificationConfigParamsSchema = z.extend(TaskIdParamsSchema, {
  pushNotificationConfigId: z.exactOptional(z.string()),
});
/** Params of `tasks/pushNotificationConfig/get`. */
export type GetTaskPushNotificationConfigParams = z.output<typeof GetTaskPushNotificationConfigParamsSchema>;

/** Params of `tasks/pushNotificationConfig/list`; `id` is that of the task. */
export const ListTaskPushNotificationConfigParamsSchema = TaskIdParamsSchema;
/** Params of `tasks/pushNotificationConfig/list`. */
export type ListTaskPushNotificationConfigParams = TaskIdParams;

/** Params of `tasks/pushNotificationConfig/delete`; `id` is that of the task. */
export const DeleteTaskPushNotificationConfigParamsSchema = z.extend(TaskIdParamsSchema, {
  pushNotificationConfigId: RequiredString,
});
/** Params of `tasks/pushNotificationConfig/delete`. */
export type DeleteTaskPushNotificationConfigParams = z.output<typeof DeleteTaskPushNotificationConfigParamsSchema>;
