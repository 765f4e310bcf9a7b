import type { TaskPushNotificationConfig } from "@a2a/types";
import type * as v0_3 from "@a2a/types/v0_3";
import { optional, pick } from "../../stash/stash.ts";
import { stashPush } from "../../stash/stash-push.ts";

/** 0.3 nests the configuration below its task and lists several authentication schemes. */
export const pushConfigs = stashPush<v0_3.TaskPushNotificationConfig>({
  up: ({ taskId, pushNotificationConfig }) => ({ taskId, ...decodeInner(pushNotificationConfig) }),
  down: (config) => ({ taskId: config.taskId ?? "", pushNotificationConfig: encodeInner(config) }),
  keyOf: (wire) => `${wire.taskId}/${wire.pushNotificationConfig.id ?? ""}`,
});

/** The configuration inside, as it also stands in a send request. */
export function decodeInner(wire: v0_3.PushNotificationConfig): TaskPushNotificationConfig {
  const [scheme] = wire.authentication?.schemes ?? [];
  return {
    ...pick(wire, "id", "url", "token"),
    ...(scheme && { authentication: { scheme, ...optional("credentials", wire.authentication?.credentials) } }),
  };
}

/** The configuration inside, as it also stands in a send request. */
export function encodeInner(config: TaskPushNotificationConfig): v0_3.PushNotificationConfig {
  const { authentication } = config;
  return {
    ...pick(config, "url", "id", "token"),
    ...(authentication && {
      authentication: { schemes: [authentication.scheme], ...optional("credentials", authentication.credentials) },
    }),
  };
}
