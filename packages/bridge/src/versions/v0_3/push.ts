import type { TaskPushNotificationConfig } from "@a2a/types";
import * as v0_3 from "@a2a/types/v0_3";
import { optional, pick } from "../../stash/stash.ts";
import { stashPush } from "../../stash/stash-push.ts";

/** The configuration in a send request, which lists several authentication schemes. */
export const innerPush = stashPush<v0_3.PushNotificationConfig>({
  schema: v0_3.PushNotificationConfigSchema,
  up: decodeInner,
  down: encodeInner,
});

/** 0.3 nests the configuration below its task. */
export const pushConfigs = {
  decode: ({ taskId, pushNotificationConfig }: v0_3.TaskPushNotificationConfig): TaskPushNotificationConfig => ({
    taskId,
    ...innerPush.decode(pushNotificationConfig),
  }),
  encode: (config: TaskPushNotificationConfig): v0_3.TaskPushNotificationConfig => ({
    taskId: config.taskId ?? "",
    pushNotificationConfig: innerPush.encode(config).wire,
  }),
};

/** The inner configuration, as in a send request. */
export function decodeInner(wire: v0_3.PushNotificationConfig): TaskPushNotificationConfig {
  const [scheme] = wire.authentication?.schemes ?? [];
  return {
    ...pick(wire, "id", "url", "token"),
    ...(scheme && { authentication: { scheme, ...optional("credentials", wire.authentication?.credentials) } }),
  };
}

/** The inner configuration, as in a send request. */
export function encodeInner(config: TaskPushNotificationConfig): v0_3.PushNotificationConfig {
  const { authentication } = config;
  return {
    ...pick(config, "url", "id", "token"),
    ...(authentication && {
      authentication: { schemes: [authentication.scheme], ...optional("credentials", authentication.credentials) },
    }),
  };
}
