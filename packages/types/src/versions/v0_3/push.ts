import * as z from "zod/mini";
import { RequiredString, StringListSchema } from "../../schemas/scalars.ts";

/** How to authenticate with a webhook: the schemes it takes, and credentials. */
export const PushNotificationAuthenticationInfoSchema = z.object({
  schemes: StringListSchema,
  credentials: z.exactOptional(z.string()),
});
/** How to authenticate with a webhook. */
export type PushNotificationAuthenticationInfo = z.output<typeof PushNotificationAuthenticationInfoSchema>;

/** Where events are posted to. */
export const PushNotificationConfigSchema = z.object({
  url: RequiredString,
  id: z.exactOptional(z.string()),
  token: z.exactOptional(z.string()),
  authentication: z.exactOptional(PushNotificationAuthenticationInfoSchema),
});
/** Where events are posted to. */
export type PushNotificationConfig = z.output<typeof PushNotificationConfigSchema>;

/** Where the events of a task are posted to. */
export const TaskPushNotificationConfigSchema = z.object({
  taskId: RequiredString,
  pushNotificationConfig: PushNotificationConfigSchema,
});
/** Where the events of a task are posted to. */
export type TaskPushNotificationConfig = z.output<typeof TaskPushNotificationConfigSchema>;
