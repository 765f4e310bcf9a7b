import { isA2AError, type Message } from "@a2a/types";
import type { RestVariant } from "../../../codec/rest-variant.ts";
import { hasStatus } from "../../../errors/has-status.ts";

/** How peers of 0.3 deviate that follow an earlier state of its definitions. */
export const restVariants: readonly RestVariant[] = [
  {
    name: "bare-webhooks",
    about: "takes webhooks without the request around them",
    dialect: { bareWebhooks: true },
    changes: (_, operation) => operation === "createTaskPushNotificationConfig",
    isSuggestedBy: isUnreadable,
  },
  {
    name: "initial-proto",
    about: "refuses names of files, metadata of parts and references to tasks",
    dialect: { initialProto: true },
    changes: (_, __, input) => "message" in input && hasAdditions(input.message),
    isSuggestedBy: isUnreadable,
  },
];

/** Whether an error says that the peer could not read the request. A failure of the peer says nothing: it may have acted before. */
function isUnreadable(error: unknown): boolean {
  if (hasStatus(error, 400) || hasStatus(error, 422)) return true;
  return ["INVALID_PARAMS", "INVALID_REQUEST", "PARSE_ERROR"].some((code) => isA2AError(error, code as "PARSE_ERROR"));
}

/** Whether a message has members that the proto of 0.3 got after its initial release. */
function hasAdditions({ parts, referenceTaskIds }: Message): boolean {
  return (
    referenceTaskIds !== undefined ||
    parts.some(
      (part) => part.metadata !== undefined || (part.filename !== undefined && ("raw" in part || "url" in part)),
    )
  );
}
