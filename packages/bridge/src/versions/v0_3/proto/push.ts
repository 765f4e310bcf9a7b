import type { TaskPushNotificationConfig } from "@a2a/types";
import type * as v0_3 from "@a2a/types/v0_3";
import { optional, pick } from "../../../stash/stash.ts";
import { stashPush } from "../../../stash/stash-push.ts";
import { decodeInner, encodeInner } from "../push.ts";
import * as proto from "./shapes.ts";

const inner = stashPush<proto.PushConfig>({
  schema: proto.PushConfigSchema,
  up: (wire) => decodeInner(tagPush(wire)),
  down: encodeInner,
});

/** The webhook of a task, whose resource name contains both ids. */
export const pushConfigs = {
  decode({ name, pushNotificationConfig }: proto.TaskPushConfig): TaskPushNotificationConfig {
    const { taskId, configId } = idsIn(name);
    return { ...optional("id", configId), ...inner.decode(pushNotificationConfig), ...optional("taskId", taskId) };
  },
  encode(config: TaskPushNotificationConfig): proto.TaskPushConfig {
    const { taskId = "", id } = config;
    // A configuration without an id gets that of its task, as in other implementations.
    return { name: nameOf(taskId, id || taskId), pushNotificationConfig: inner.encode(config).wire };
  },
};

/** The resource name of a webhook. Ids must not contain a slash. */
export function nameOf(taskId: string, configId: string): string {
  return `tasks/${taskId}/pushNotificationConfigs/${configId}`;
}

/** A webhook in its JSON-RPC form, where authentication must list its schemes. */
export function tagPush({ authentication, ...wire }: proto.PushConfig): v0_3.PushNotificationConfig {
  return {
    ...wire,
    ...(authentication && {
      authentication: { schemes: authentication.schemes ?? [], ...pick(authentication, "credentials") },
    }),
  };
}

/** The ids in a resource name; the collection was renamed in 0.2.5. */
function idsIn(name: string | undefined): { taskId?: string; configId?: string } {
  const [, taskId, configId] = /^tasks\/(.+)\/pushNotification(?:Config)?s\/([^/]*)$/s.exec(name ?? "") ?? [];
  return { ...optional("taskId", taskId), ...optional("configId", configId || undefined) };
}
