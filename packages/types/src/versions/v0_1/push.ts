import * as s from "../../schema/older-shapes.ts";
import { JsonValueSchema } from "../../schemas/json.ts";
import { RequiredString, StringListSchema } from "../../schemas/scalars.ts";

/** How to authenticate with a webhook. Members beyond these two are allowed and kept. */
export const PushNotificationAuthenticationInfoSchema = s.withOthers(
  s.object({ schemes: StringListSchema, credentials: s.optional(s.string()) }),
  JsonValueSchema,
);
/** How to authenticate with a webhook. */
export type PushNotificationAuthenticationInfo = s.Infer<typeof PushNotificationAuthenticationInfoSchema>;

/** Where the events of a task are posted to. */
export const PushNotificationConfigSchema = s.object({
  url: RequiredString,
  token: s.optional(s.string()),
  authentication: s.optional(PushNotificationAuthenticationInfoSchema),
});
/** Where the events of a task are posted to. */
export type PushNotificationConfig = s.Infer<typeof PushNotificationConfigSchema>;

/** The webhook of a task, whose id is `id`. `null` in an answer means none is set, in a request that it is to be removed. */
export const TaskPushNotificationConfigSchema = s.object({
  id: RequiredString,
  pushNotificationConfig: s.nullable(PushNotificationConfigSchema),
});
/** The webhook of a task. */
export type TaskPushNotificationConfig = s.Infer<typeof TaskPushNotificationConfigSchema>;
