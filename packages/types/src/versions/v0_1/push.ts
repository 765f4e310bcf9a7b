import * as z from "zod/mini";
import { JsonValueSchema } from "../../schemas/json.ts";
import { RequiredString, StringListSchema } from "../../schemas/scalars.ts";

/** How to authenticate with a webhook. Members beyond these two are allowed and kept. */
export const PushNotificationAuthenticationInfoSchema = z.catchall(
  z.object({ schemes: StringListSchema, credentials: z.exactOptional(z.string()) }),
  JsonValueSchema,
);
/** How to authenticate with a webhook. */
export type PushNotificationAuthenticationInfo = z.output<typeof PushNotificationAuthenticationInfoSchema>;

/** Where the events of a task are posted to. */
export const PushNotificationConfigSchema = z.object({
  url: RequiredString,
  token: z.exactOptional(z.string()),
  authentication: z.exactOptional(PushNotificationAuthenticationInfoSchema),
});
/** Where the events of a task are posted to. */
export type PushNotificationConfig = z.output<typeof PushNotificationConfigSchema>;

/** The webhook of a task, whose id is `id`. `null` in an answer means none is set, in a request that it is to be removed. */
export const TaskPushNotificationConfigSchema = z.object({
  id: RequiredString,
  pushNotificationConfig: z.nullable(PushNotificationConfigSchema),
});
/** The webhook of a task. */
export type TaskPushNotificationConfig = z.output<typeof TaskPushNotificationConfigSchema>;
