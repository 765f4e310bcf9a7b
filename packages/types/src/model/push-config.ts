/** How to authenticate with a webhook. */
export type AuthenticationInfo = {
  /** The HTTP authentication scheme, such as `Bearer`. */
  scheme: string;
  /** The credentials that follow the scheme in the `Authorization` header. */
  credentials?: string;
};

/** A webhook to which the events of a task are posted. */
export type TaskPushNotificationConfig = {
  /** The tenant of the agent, if one server hosts several. */
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
