import * as z from "zod";
import { OptionalString, RequiredString } from "./scalars.ts";

/** How to authenticate with a webhook: an HTTP authentication scheme and its credentials. */
export const AuthenticationInfoSchema = z.object({
  scheme: RequiredString,
  credentials: OptionalString,
});
/** How to authenticate with a webhook. */
export type AuthenticationInfo = {
  /** The HTTP authentication scheme, such as `Bearer`. */
  scheme: string;
  /** What follows the scheme in the `Authorization` header. */
  credentials?: string;
};

/** A webhook to which the events of a task are posted. */
export const TaskPushNotificationConfigSchema = z.object({
  tenant: OptionalString,
  id: OptionalString,
  taskId: OptionalString,
  url: RequiredString,
  token: OptionalString,
  authentication: z.exactOptional(AuthenticationInfoSchema),
});
/** A webhook to which the events of a task are posted. */
export type TaskPushNotificationConfig = {
  /** The tenant of the agent, where one server hosts several. */
  tenant?: string;
  /** Identifies the webhook within its task. The server chooses one where it is absent. */
  id?: string;
  /** The task whose events are posted. */
  taskId?: string;
  /** Where events are posted. */
  url: string;
  /** Sent with every delivery, so that the receiver knows it is meant. */
  token?: string;
  /** How the sender authenticates with the webhook. */
  authentication?: AuthenticationInfo;
};
