import { A2AError, type AgentCard, invalidParams, type Part, type SendMessageRequest } from "@a2a/types";
import type { ServerCall } from "./call.ts";
import type { ServerContext } from "./server-context.ts";

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
  const webhook = configuration?.taskPushNotificationConfig;
  if (webhook) checkMembers("configuration.taskPushNotificationConfig.", webhook, MEMBERS);
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

/** Refuses a message that needs a capability the agent lacks, or has content it does not accept. */
export function checkMessage(
  { card, inputModes }: Pick<ServerContext, "card" | "inputModes">,
  { message, configuration }: SendMessageRequest,
  { anyContent, taskAlias }: { anyContent: boolean; taskAlias: string | undefined },
): void {
  if (configuration?.taskPushNotificationConfig && !card.capabilities.pushNotifications) {
    throw new A2AError("PUSH_NOTIFICATION_NOT_SUPPORTED");
  }
  if (message.parts.length > MAX_PARTS) {
    throw invalidParams("message.parts", `expected at most ${MAX_PARTS} parts, found ${message.parts.length}`);
  }
  if (message.role === "ROLE_UNSPECIFIED") throw invalidParams("message.role", "expected ROLE_USER");
  checkId("message.messageId", message.messageId);
  checkId("message.taskId", message.taskId ?? taskAlias);
  checkId("message.contextId", message.contextId);
  if ((message.referenceTaskIds?.length ?? 0) > MAX_REFERENCES) {
    throw invalidParams("message.referenceTaskIds", `expected at most ${MAX_REFERENCES}`);
  }
  if (anyContent) return;
  for (let index = 0; index < message.parts.length; index++) {
    const type = typeOf(message.parts[index] as Part); // below the length
    if (type === undefined || inputModes.includes(type) || inputModes.some((mode) => fits(type, mode))) continue;
    throw new A2AError(
      "CONTENT_TYPE_NOT_SUPPORTED",
      `This agent does not take ${type}: it takes ${inputModes.slice(0, 10).join(", ")}`,
      {
        violations: [
          { field: `message.parts.${index}`, description: `expected one of ${inputModes.slice(0, 10).join(", ")}` },
        ],
      },
    );
  }
}

const MAX_PARTS = 1_000;
const MAX_REFERENCES = 1_000;
const MAX_ID_LENGTH = 1_024;

function checkId(field: string, id: string | undefined): void {
  if (id !== undefined && id.length > MAX_ID_LENGTH)
    throw invalidParams(field, `expected at most ${MAX_ID_LENGTH} characters`);
}

/** The media types that an agent takes, in one form. */
export function inputModesOf(card: AgentCard): readonly string[] {
  const all = [...card.defaultInputModes, ...card.skills.flatMap((skill) => skill.inputModes ?? [])];
  return [...new Set(all.map((mode) => WORDS.get(mode) ?? mode.toLowerCase()))];
}

/** Words that older cards use for media types. */
const WORDS = new Map([
  ["text", "text/*"],
  ["file", "*/*"],
  ["data", "application/json"],
]);

function typeOf(part: Part): string | undefined {
  if (part.mediaType) return part.mediaType.split(";", 1)[0]?.trim().toLowerCase();
  if ("text" in part) return "text/plain";
  if ("data" in part) return "application/json";
  return "raw" in part ? "application/octet-stream" : undefined;
}

function fits(type: string, mode: string): boolean {
  return mode === "*/*" || mode === "*" || (mode.endsWith("/*") && type.startsWith(mode.slice(0, -1)));
}
