import type * as v0_3 from "@a2a/types/v0_3";
import { optional, pick } from "../../../stash/stash.ts";
import { type PartsName, tagMessage, untagMessage } from "./content.ts";
import { tagPush } from "./push.ts";
import type * as proto from "./shapes.ts";

/** A send request in its JSON-RPC form. */
export function tagSend({ message, configuration, ...wire }: proto.SendMessageRequest): v0_3.MessageSendParams {
  const push = configuration?.pushNotification;
  return {
    ...wire,
    message: tagMessage(message),
    ...(configuration && {
      configuration: {
        ...pick(configuration, "acceptedOutputModes", "historyLength", "blocking"),
        ...optional("pushNotificationConfig", push && tagPush(push)),
      },
    }),
  };
}

/** A send request in ProtoJSON; `initial` leaves out later additions to it. */
export function untagSend(
  { message, configuration, ...params }: v0_3.MessageSendParams,
  name: PartsName,
  initial = false,
): proto.SendMessageRequest {
  return {
    message: untagMessage(message, name, initial),
    ...(configuration && {
      configuration: {
        ...pick(configuration, "acceptedOutputModes", "historyLength", "blocking"),
        ...optional("pushNotification", configuration.pushNotificationConfig),
      },
    }),
    ...params,
  };
}
