import type { JsonValue, TaskPushNotificationConfig } from "@a2a/types";

/** The metadata key of the stash: members that the other protocol version lacks. */
export const COMPAT = "urn:a2a-compat:1";

/** A configuration with a stash, which is a member that the model does not have. */
export type StashedPush = TaskPushNotificationConfig & { [COMPAT]?: JsonValue };

/** A configuration for peers of other versions than the one it was read in. */
export function withoutStash(config: TaskPushNotificationConfig): TaskPushNotificationConfig {
  if (!Object.hasOwn(config, COMPAT)) return config;
  const { [COMPAT]: _, ...rest } = config as StashedPush;
  return rest;
}
