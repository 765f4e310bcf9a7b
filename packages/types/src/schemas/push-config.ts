import * as z from "zod/mini";
import { OptionalString, RequiredString } from "./scalars.ts";

/** How to authenticate with a webhook: an HTTP authentication scheme and its credentials. */
export const AuthenticationInfoSchema = z.object({
  scheme: RequiredString,
  credentials: OptionalString,
});
/** A webhook to which the events of a task are posted. */
export const TaskPushNotificationConfigSchema = z.object({
  tenant: OptionalString,
  id: OptionalString,
  taskId: OptionalString,
  url: RequiredString,
  token: OptionalString,
  authentication: z.exactOptional(AuthenticationInfoSchema),
});
