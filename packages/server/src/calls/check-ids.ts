import { invalidParams } from "@a2a/types";
import type { ServerCall } from "./call.ts";

/**
 * Refuses ids that no store and no other binding could hold: JSON can spell half of a surrogate pair and NUL, but UTF-8, gRPC and
 * databases cannot. All other strings are ids.
 */
export function checkIds({ input, taskAlias }: ServerCall): void {
  checkMembers("", input, MEMBERS);
  if (taskAlias !== undefined) check("id", taskAlias);
  if (!("message" in input)) return;
  const { message, configuration } = input;
  checkMembers("message.", message, MESSAGE_MEMBERS);
  message.referenceTaskIds?.forEach((id, index) => {
    check(`message.referenceTaskIds.${index}`, id);
  });
  const push = configuration?.taskPushNotificationConfig;
  if (push) checkMembers("configuration.taskPushNotificationConfig.", push, MEMBERS);
}

const MEMBERS = ["tenant", "id", "taskId", "contextId"] as const;
const MESSAGE_MEMBERS = ["messageId", "taskId", "contextId"] as const;

function checkMembers<Name extends string>(
  path: string,
  holder: { readonly [Member in Name]?: unknown },
  names: readonly Name[],
): void {
  for (const name of names) {
    const id = holder[name];
    if (typeof id === "string") check(path + name, id);
  }
}

function check(path: string, id: string): void {
  if (!id.isWellFormed()) throw invalidParams(path, "expected Unicode text, found half of a surrogate pair");
  if (id.includes("\0")) throw invalidParams(path, "expected text without NUL");
}
