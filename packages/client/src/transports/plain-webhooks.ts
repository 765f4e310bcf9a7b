import { withoutStash } from "@a2a/bridge";
import type { OperationName, Operations } from "@a2a/types";

type Input = Operations[OperationName]["input"];

/**
 * The input of a call to a peer whose JSON is the model's. A webhook that was read from a peer of an older version carries its wire form
 * there, which is of use to that version only.
 */
export function withPlainWebhook<T extends Input>(input: T): T {
  if ("url" in input) return withoutStash(input) as T; // the input of one operation only
  const configuration = "configuration" in input ? input.configuration : undefined;
  const webhook = configuration?.taskPushNotificationConfig;
  if (webhook === undefined) return input;
  return { ...input, configuration: { ...configuration, taskPushNotificationConfig: withoutStash(webhook) } };
}
