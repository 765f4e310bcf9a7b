import {
  A2AError,
  type AgentCard,
  invalidParams,
  type OperationName,
  type Part,
  type SendMessageRequest,
} from "@a2a/types";
import type { ServerContext } from "./server-context.ts";

/** Refuses operations that the card does not declare, before any lookup. */
export function checkCapabilities(card: AgentCard, operation: OperationName): void {
  const { streaming, pushNotifications, extendedAgentCard } = card.capabilities;
  switch (operation) {
    case "sendStreamingMessage":
    case "subscribeToTask":
      if (!streaming) throw new A2AError("UNSUPPORTED_OPERATION", "This agent does not stream: use a plain send");
      return;
    case "createTaskPushNotificationConfig":
    case "getTaskPushNotificationConfig":
    case "listTaskPushNotificationConfigs":
    case "deleteTaskPushNotificationConfig":
      if (!pushNotifications) throw new A2AError("PUSH_NOTIFICATION_NOT_SUPPORTED");
      return;
    case "getExtendedAgentCard":
      if (!extendedAgentCard) throw new A2AError("UNSUPPORTED_OPERATION", "This agent has no extended card");
      return;
    default:
  }
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

/** Refuses a call that does not ask for an extension the agent cannot do without. Returns those that are active. */
export function activateExtensions(
  card: AgentCard,
  operation: OperationName,
  asked: readonly string[],
): readonly string[] {
  const known = card.capabilities.extensions;
  if (known === undefined) return NONE;
  if (operation === "sendMessage" || operation === "sendStreamingMessage" || operation === "subscribeToTask") {
    const missing = known.find(({ uri, required }) => required && uri !== undefined && !asked.includes(uri));
    if (missing) {
      throw new A2AError(
        "EXTENSION_SUPPORT_REQUIRED",
        `Extension ${missing.uri} is required: name it in A2A-Extensions`,
        {
          metadata: { extension: missing.uri ?? "" },
        },
      );
    }
  }
  if (asked.length === 0) return asked;
  return asked.filter((uri, index) => known.some((entry) => entry.uri === uri) && asked.indexOf(uri) === index);
}

const NONE: readonly string[] = Object.freeze([]);

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
