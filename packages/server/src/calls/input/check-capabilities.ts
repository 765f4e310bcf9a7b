import { A2AError, type AgentCard, type OperationName } from "@a2a/types";

/** The operations that a card does not declare, with the errors that refuse them before any lookup. */
export function refusedOperations(card: AgentCard): ReadonlyMap<OperationName, () => A2AError> {
  const { streaming, pushNotifications, extendedAgentCard } = card.capabilities;
  const refused = new Map<OperationName, () => A2AError>();
  if (!streaming) {
    const refuse = () => new A2AError("UNSUPPORTED_OPERATION", "This agent does not stream: use a plain send");
    for (const operation of STREAMING) refused.set(operation, refuse);
  }
  if (!pushNotifications) {
    for (const operation of WEBHOOKS) refused.set(operation, () => new A2AError("PUSH_NOTIFICATION_NOT_SUPPORTED"));
  }
  if (!extendedAgentCard) {
    const refuse = () => new A2AError("UNSUPPORTED_OPERATION", "This agent has no extended card");
    refused.set("getExtendedAgentCard", refuse);
  }
  return refused;
}

const STREAMING: readonly OperationName[] = ["sendStreamingMessage", "subscribeToTask"];
const WEBHOOKS: readonly OperationName[] = [
  "createTaskPushNotificationConfig",
  "getTaskPushNotificationConfig",
  "listTaskPushNotificationConfigs",
  "deleteTaskPushNotificationConfig",
];

/** Whether a card has extensions that callers must ask for. */
export function requiresExtensions(card: AgentCard): boolean {
  return card.capabilities.extensions?.some(({ required }) => required) ?? false;
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
