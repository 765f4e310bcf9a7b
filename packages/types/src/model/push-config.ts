import * as z from "zod";
import { RequiredString } from "./scalars.ts";

/** How to authenticate with a webhook: an HTTP authentication scheme and its credentials. */
export const AuthenticationInfoSchema = z.object({
  scheme: RequiredString,
  credentials: z.exactOptional(z.string()),
});
/** How to authenticate with a webhook. */
export type AuthenticationInfo = z.output<typeof AuthenticationInfoSchema>;

/** Where the events of a task are posted to. */
export const TaskPushNotificationConfigSchema = z.object({
  tenant: z.exactOptional(z.string()),
  id: z.exactOptional(z.string()),
  taskId: z.exactOptional(z.string()),
  url: RequiredString,
  token: z.exactOptional(z.string()),
  authentication: z.exactOptional(AuthenticationInfoSchema),
});
/** Where the events of a task are posted to. */
export type TaskPushNotificationConfig = z.output<typeof TaskPushNotificationConfigSchema>;
