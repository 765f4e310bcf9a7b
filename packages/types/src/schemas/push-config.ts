import * as s from "../schema/shapes.ts";
import { OptionalString, RequiredString } from "./scalars.ts";

/** How to authenticate with a webhook: an HTTP authentication scheme and its credentials. */
export const AuthenticationInfoSchema = s.object({
  scheme: RequiredString,
  credentials: OptionalString,
});
/** A webhook to which the events of a task are posted. */
export const TaskPushNotificationConfigSchema = s.object({
  tenant: OptionalString,
  id: OptionalString,
  taskId: OptionalString,
  url: RequiredString,
  token: OptionalString,
  authentication: s.optional(AuthenticationInfoSchema),
});
