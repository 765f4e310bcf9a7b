import { A2AError, type AgentCard, type OperationName, type Operations } from "@a2a/types";

/**
 * Refuses operations that the card denies before anything is sent. Operations that the card does not mention are sent all the same:
 * many agents offer more than they declare, and those that do not say so themselves.
 */
export function checkCard<Name extends OperationName>(
  { name, capabilities }: AgentCard,
  operation: Name,
  input: Operations[Name]["input"],
): void {
  const { pushNotifications, extendedAgentCard } = capabilities;
  const wantsPush = "configuration" in input && input.configuration?.taskPushNotificationConfig !== undefined;
  if (pushNotifications === false && (wantsPush || operation.includes("PushNotification"))) {
    throw new A2AError("PUSH_NOTIFICATION_NOT_SUPPORTED", `The card of ${name} declares no push notifications`);
  }
  if (extendedAgentCard === false && operation === "getExtendedAgentCard") {
    throw new A2AError("UNSUPPORTED_OPERATION", `The card of ${name} declares no extended card`);
  }
}
