import type { TaskPushNotificationConfig } from "@a2a/types";
import * as v0_1 from "@a2a/types/v0_1";
import { optional, pick } from "../../stash/stash.ts";
import { stashPush } from "../../stash/stash-push.ts";

/** The configuration in a send request. */
export const innerPush = stashPush<v0_1.PushNotificationConfig>({
  schema: v0_1.PushNotificationConfigSchema,
  up: decodeInner,
  down: encodeInner,
});

type Wire = v0_1.TaskPushNotificationConfig & { pushNotificationConfig: v0_1.PushNotificationConfig };

/** 0.1 has one configuration per task, so the task id is also the configuration id. */
export const pushConfigs = {
  decode: ({ id, pushNotificationConfig }: Wire): TaskPushNotificationConfig => ({
    taskId: id,
    id,
    ...innerPush.decode(pushNotificationConfig),
  }),
  encode: (config: TaskPushNotificationConfig): Wire => ({
    id: config.taskId ?? "",
    pushNotificationConfig: innerPush.encode(config).wire,
  }),
};

/** The inner configuration, as in a send request. */
export function decodeInner(wire: v0_1.PushNotificationConfig): TaskPushNotificationConfig {
  const [scheme] = wire.authentication?.schemes ?? [];
  return {
    ...pick(wire, "url", "token"),
    ...(scheme && { authentication: { scheme, ...optional("credentials", wire.authentication?.credentials) } }),
  };
}

/** The inner configuration, as in a send request. */
export function encodeInner(config: TaskPushNotificationConfig): v0_1.PushNotificationConfig {
  const { authentication } = config;
  return {
    ...pick(config, "url", "token"),
    ...(authentication && {
      authentication: { schemes: [authentication.scheme], ...optional("credentials", authentication.credentials) },
    }),
  };
}
