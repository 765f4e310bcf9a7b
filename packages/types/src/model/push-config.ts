import * as z from "zod";
import { OptionalString, RequiredString } from "./scalars.ts";

/** How to authenticate with a webhook: an HTTP authentication scheme and its credentials. */
export const AuthenticationInfoSchema = z.object({
  scheme: RequiredString,
  credentials: OptionalString,
});
/** How to authenticate with a webhook. */
export type AuthenticationInfo = { scheme: string; credentials?: string };

/** Where the events of a task are posted to. */
export const TaskPushNotificationConfigSchema = z.object({
  tenant: OptionalString,
  id: OptionalString,
  taskId: OptionalString,
  url: RequiredString,
  token: OptionalString,
  authentication: z.exactOptional(AuthenticationInfoSchema),
});
/** Where the events of a task are posted to. */
export type TaskPushNotificationConfig = {
  tenant?: string;
  id?: string;
  taskId?: string;
  url: string;
  token?: string;
  authentication?: AuthenticationInfo;
};
