import * as s from "../../schema/older-shapes.ts";
import { JsonObjectSchema } from "../../schemas/json.ts";
import { CountSchema, RequiredString, StringListSchema } from "../../schemas/scalars.ts";
import { MessageSchema } from "./message.ts";
import { PartSchema } from "./part.ts";
import { PushNotificationConfigSchema } from "./push.ts";

const metadata = s.optional(JsonObjectSchema);

/** Params of `tasks/send` and `tasks/sendSubscribe`: a message that says something, for the task the client names. */
export const TaskSendParamsSchema = s.object({
  id: RequiredString,
  sessionId: s.optional(s.string()),
  message: s.extend(MessageSchema, {
    parts: s.array(PartSchema, { min: 1, expected: "expected at least one part" }),
  }),
  acceptedOutputModes: s.optional(StringListSchema),
  pushNotification: s.optional(PushNotificationConfigSchema),
  historyLength: s.optional(CountSchema),
  metadata,
});
/** Params of `tasks/send` and `tasks/sendSubscribe`. */
export type TaskSendParams = s.Infer<typeof TaskSendParamsSchema>;

/** Params that name a task: `tasks/cancel` and `tasks/pushNotification/get`. */
export const TaskIdParamsSchema = s.object({ id: RequiredString, metadata });
/** Params that name a task. */
export type TaskIdParams = s.Infer<typeof TaskIdParamsSchema>;

/** Params of `tasks/get` and `tasks/resubscribe`. */
export const TaskQueryParamsSchema = s.extend(TaskIdParamsSchema, { historyLength: s.optional(CountSchema) });
/** Params of `tasks/get` and `tasks/resubscribe`. */
export type TaskQueryParams = s.Infer<typeof TaskQueryParamsSchema>;
