import * as s from "../../schema/older-shapes.ts";
import { RequiredString, StringListSchema } from "../../schemas/scalars.ts";

/** How to authenticate with a webhook: the schemes it takes, and credentials. */
export const PushNotificationAuthenticationInfoSchema = s.object({
  schemes: StringListSchema,
  credentials: s.optional(s.string()),
});
/** How to authenticate with a webhook. */
export type PushNotificationAuthenticationInfo = s.Infer<typeof PushNotificationAuthenticationInfoSchema>;

/** Where events are posted to. */
export const PushNotificationConfigSchema = s.object({
  url: RequiredString,
  id: s.optional(s.string()),
  token: s.optional(s.string()),
  authentication: s.optional(PushNotificationAuthenticationInfoSchema),
});
/** Where events are posted to. */
export type PushNotificationConfig = s.Infer<typeof PushNotificationConfigSchema>;

/** Where the events of a task are posted to. */
export const TaskPushNotificationConfigSchema = s.object({
  taskId: RequiredString,
  pushNotificationConfig: PushNotificationConfigSchema,
});
/** Where the events of a task are posted to. */
export type TaskPushNotificationConfig = s.Infer<typeof TaskPushNotificationConfigSchema>;
