import { withoutStash } from "@a2a/bridge";
import type { OperationName, Operations } from "@a2a/types";
import type { Transport } from "./transport.ts";

/**
 * A transport to a peer whose JSON is the model's. A webhook that was read from a peer of an older version carries its wire form
 * there, which is of use to that version only.
 */
export function withPlainWebhooks(transport: Transport): Transport {
  return {
    endpoint: transport.endpoint,
    unary: (operation, input, options) => transport.unary(operation, plain(input), options),
    stream: (operation, input, options) => transport.stream(operation, plain(input), options),
  };
}

function plain<Input extends Operations[OperationName]["input"]>(input: Input): Input {
  if ("url" in input) return withoutStash(input) as Input; // the input of one operation only
  const configuration = "configuration" in input ? input.configuration : undefined;
  const webhook = configuration?.taskPushNotificationConfig;
  if (webhook === undefined) return input;
  return { ...input, configuration: { ...configuration, taskPushNotificationConfig: withoutStash(webhook) } };
}
