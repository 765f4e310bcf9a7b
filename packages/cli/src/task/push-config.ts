import { A2AError, type TaskPushNotificationConfig } from "@a2a/types";
import type { Connected } from "../cli/agent.ts";
import { type Given, required, textFlag, wantsJson } from "../cli/arguments.ts";
import { UsageError } from "../cli/failure.ts";
import { type Io, line } from "../cli/io.ts";
import type { Option } from "../cli/options.ts";
import { renderJson } from "../cli/render.ts";

/** The flags of `a2a task push-config`. */
export const pushFlags = {
  url: { type: "string", value: "URL", help: "where the events of the task are posted to", settable: false },
  id: { type: "string", value: "ID", help: "the id of the webhook (default: one of the agent's)", settable: false },
  token: { type: "string", value: "T", help: "a token that comes with each post (or A2ACLI_TOKEN)", secret: true },
  "auth-scheme": { type: "string", value: "S", help: "how the agent proves itself there: Bearer, Basic" },
  "auth-credentials": { type: "string", value: "C", help: "by what (or A2ACLI_AUTH_CREDENTIALS)", secret: true },
} as const satisfies Readonly<Record<string, Option>>;

/** Creates, reads, lists and deletes the webhooks of a task. The agent has to offer them. */
export async function pushConfig(given: Given, io: Io, { client, signal }: Connected): Promise<void> {
  const verb = required(given, 0, "create, get, list or delete");
  const verbs = { create, get, list, delete: remove };
  const carryOut = Object.hasOwn(verbs, verb) ? verbs[verb as keyof typeof verbs] : undefined; // it is one of them
  if (!carryOut) throw new UsageError(`a2a task push-config ${verb}: expected create, get, list or delete`);
  const taskId = required(given, 1, "the id of a task");
  if (client.card.capabilities.pushNotifications !== true) {
    throw new A2AError("PUSH_NOTIFICATION_NOT_SUPPORTED", "the agent's card does not offer push notifications");
  }
  await carryOut();

  async function create() {
    const url = textFlag(given, "url");
    if (url === undefined) throw new UsageError("a2a task push-config create: expected --url");
    const id = textFlag(given, "id");
    const token = textFlag(given, "token");
    const scheme = textFlag(given, "auth-scheme");
    const credentials = textFlag(given, "auth-credentials");
    const authentication = scheme && { scheme, ...(credentials !== undefined && { credentials }) };
    const config = {
      taskId,
      url,
      ...(id !== undefined && { id }),
      ...(token !== undefined && { token }),
      ...(authentication && { authentication }),
    };
    print(await client.createPushConfig(config, { signal }));
  }

  async function get() {
    print(await client.getPushConfig(taskId, required(given, 2, "the id of a webhook"), { signal }));
  }

  async function list() {
    const configs = await client.listPushConfigs(taskId, { signal });
    if (wantsJson(given)) io.out(`${renderJson({ configs })}\n`);
    else for (const config of configs) io.out(`${render(config, taskId)}\n\n`);
  }

  async function remove() {
    const id = required(given, 2, "the id of a webhook");
    await client.deletePushConfig(taskId, id, { signal });
    io.out(wantsJson(given) ? "{}\n" : `Task: ${line(taskId)}\nDeleted: ${line(id)}\n`);
  }

  function print(config: TaskPushNotificationConfig): void {
    io.out(`${wantsJson(given) ? renderJson(config) : render(config, taskId)}\n`);
  }
}

/** A webhook; what it proves itself with is not shown. */
function render({ id, url, token, authentication }: TaskPushNotificationConfig, taskId: string): string {
  const lines = [`Task: ${line(taskId)}`, `Webhook: ${line(id ?? "")}`, `URL: ${line(url)}`];
  if (token !== undefined) lines.push("Token: ***");
  if (authentication) lines.push(`Authentication: ${line(authentication.scheme)} ***`);
  return lines.join("\n");
}
