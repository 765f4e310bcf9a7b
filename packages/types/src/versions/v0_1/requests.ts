import * as z from "zod/mini";
import { JsonObjectSchema } from "../../schemas/json.ts";
import { CountSchema, RequiredString, StringListSchema } from "../../schemas/scalars.ts";
import { MessageSchema } from "./message.ts";
import { PartSchema } from "./part.ts";
import { PushNotificationConfigSchema } from "./push.ts";

const metadata = z.exactOptional(JsonObjectSchema);

/** Params of `tasks/send` and `tasks/sendSubscribe`: a message that says something, for the task the client names. */
export const TaskSendParamsSchema = z.object({
  id: RequiredString,
  sessionId: z.exactOptional(z.string()),
  message: z.extend(MessageSchema, {
    parts: z.array(PartSchema).check(z.minLength(1, { error: "expected at least one part" })),
  }),
  acceptedOutputModes: z.exactOptional(StringListSchema),
  pushNotification: z.exactOptional(PushNotificationConfigSchema),
  historyLength: z.exactOptional(CountSchema),
  metadata,
});
/** Params of `tasks/send` and `tasks/sendSubscribe`. */
export type TaskSendParams = z.output<typeof TaskSendParamsSchema>;

/** Params that name a task: `tasks/cancel` and `tasks/pushNotification/get`. */
export const TaskIdParamsSchema = z.object({ id: RequiredString, metadata });
/** Params that name a task. */
export type TaskIdParams = z.output<typeof TaskIdParamsSchema>;

/** Params of `tasks/get` and `tasks/resubscribe`. */
export const TaskQueryParamsSchema = z.extend(TaskIdParamsSchema, { historyLength: z.exactOptional(CountSchema) });
/** Params of `tasks/get` and `tasks/resubscribe`. */
export type TaskQueryParams = z.output<typeof TaskQueryParamsSchema>;
