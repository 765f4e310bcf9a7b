import type * as v0_3 from "@a2a/types/v0_3";
import { optional, pick } from "../../../codec/preserve.ts";
import { withSideTable } from "../../../codec/side-table.ts";
import { decodeInner, encodeInner } from "../push.ts";
import type * as proto from "./shapes.ts";

/** The webhook of a task, where its name says both ids. */
export const pushConfigs = withSideTable<proto.TaskPushConfig>({
  up(wire) {
    const { taskId, configId } = idsIn(wire.name);
    return { ...optional("id", configId), ...decodeInner(tagPush(wire.pushNotificationConfig)), ...optional("taskId", taskId) };
  },
  down(config) {
    const { taskId = "", id } = config;
    // A configuration that has no id yet is known by that of its task, as other implementations have it.
    return {
      name: `tasks/${taskId}/pushNotificationConfigs/${id || taskId}`,
      pushNotificationConfig: untagPush(encodeInner(config)),
    };
  },
  keyOf: (wire) => wire.name ?? "",
});

/** A webhook in the form of JSON-RPC, where authentication has to list its schemes. */
export function tagPush({ authentication, ...wire }: proto.PushConfig): v0_3.PushNotificationConfig {
  return {
    ...wire,
    ...(authentication && {
      authentication: { schemes: authentication.schemes ?? [], ...pick(authentication, "credentials") },
    }),
  };
}

/** A webhook as the protocol buffers have it. */
export function untagPush(config: v0_3.PushNotificationConfig): proto.PushConfig {
  return config;
}

/** The ids in a resource name; before 0.2.5 the collection had another name. */
function idsIn(name: string | undefined): { taskId?: string; configId?: string } {
  const [, taskId, configId] = /^tasks\/(.+)\/pushNotification(?:Config)?s\/([^/]*)$/s.exec(name ?? "") ?? [];
  return { ...optional("taskId", taskId), ...optional("configId", configId || undefined) };
}
