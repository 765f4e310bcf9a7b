import { A2AError, type TaskPushNotificationConfig } from "@a2a/types";
import { UsageError } from "../cli/failure.ts";
import { type Io, line } from "../cli/io.ts";
import type { Option } from "../cli/options.ts";
import { renderJson } from "../cli/render.ts";
import { wrongSubcommand } from "../cli/suggest.ts";
import { renderTable } from "../cli/table.ts";
import type { Connected } from "../connect/agent.ts";
import { type Given, required, textFlag, wantsJson } from "../settings/arguments.ts";

/** The flags of `a2a task push-config`. */
export const pushFlags = {
  url: { type: "string", value: "URL", help: "the URL that receives the events of the task", settable: false },
  id: { type: "string", value: "ID", help: "the id of the webhook (default: chosen by the agent)", settable: false },
  token: { type: "string", value: "T", help: "a token sent with each delivery (or A2ACLI_TOKEN)", secret: true },
  "auth-scheme": { type: "string", value: "S", help: "how the agent authenticates there: Bearer or Basic" },
  "auth-credentials": {
    type: "string",
    value: "C",
    help: "its credentials (or A2ACLI_AUTH_CREDENTIALS)",
    secret: true,
  },
} as const satisfies Readonly<Record<string, Option>>;

/** The arguments that each subcommand needs, itself included. */
const ARGUMENTS = { create: 2, get: 3, list: 2, delete: 3 } as const;
type PushVerb = keyof typeof ARGUMENTS;

/** How many arguments come before the agent. Throws a `UsageError` when one of them is missing. */
export function countPushArguments(given: Given): number {
  const [verb = ""] = given.positionals;
  if (!Object.hasOwn(ARGUMENTS, verb)) throw wrongSubcommand("task push-config", verb, Object.keys(ARGUMENTS));
  const count = ARGUMENTS[verb as PushVerb]; // it is one of them
  required(given, 1, "the id of a task");
  if (count > 2) required(given, 2, "the id of a webhook");
  return count;
}

/** Creates, reads, lists and deletes the webhooks of a task, if the agent supports them. */
export async function pushConfig(given: Given, io: Io, { client, signal }: Connected): Promise<void> {
  const verbs: Record<PushVerb, () => Promise<void>> = { create, get, list, delete: remove };
  const taskId = required(given, 1, "the id of a task");
  if (client.card.capabilities.pushNotifications !== true) {
    throw new A2AError("PUSH_NOTIFICATION_NOT_SUPPORTED", "the agent's card does not declare push notifications");
  }
  await verbs[given.positionals[0] as PushVerb](); // checked when the arguments were counted

  async function create() {
    const url = textFlag(given, "url");
    if (url === undefined) throw new UsageError("a2a task push-config create needs --url");
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
    else if (configs.length > 0) {
      const rows = configs.map(({ id = "", url, token, authentication }) => [
        id,
        url,
        [...(token === undefined ? [] : ["token"]), ...(authentication ? [authentication.scheme] : [])].join(", "),
      ]);
      io.out(renderTable(["webhook", "url", "authentication"], rows));
    } else if (given.values.quiet !== true) io.err("Warning: the task has no webhooks\n");
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

/** A webhook without its secrets. */
function render({ id, url, token, authentication }: TaskPushNotificationConfig, taskId: string): string {
  const lines = [`Task: ${line(taskId)}`, `Webhook: ${line(id ?? "")}`, `URL: ${line(url)}`];
  if (token !== undefined) lines.push("Token: ***");
  if (authentication) lines.push(`Authentication: ${line(authentication.scheme)} ***`);
  return lines.join("\n");
}
