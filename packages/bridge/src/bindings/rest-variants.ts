import { isA2AError, isLocalError, type Message, type OperationName, type Operations } from "@a2a/types";
import type { Dialect } from "../codec/dialect.ts";
import type { VersionCodec } from "../codec/version-codec.ts";

/** Another way to write some HTTP+JSON requests, for peers that refuse the usual one. */
export interface RestVariant {
  /** A name to remember it by. */
  readonly name: string;
  /** The deviation of such a peer, for people to read. */
  readonly about: string;
  /** How the requests are written. */
  readonly dialect: Omit<Dialect, "name">;
  /** Whether the variant writes a call differently. */
  changes(codec: VersionCodec, operation: OperationName, input: Operations[OperationName]["input"]): boolean;
  /** Whether an error may be about the way the request was written. Then the peer has carried nothing out. */
  isSuggestedBy(error: unknown): boolean;
}

/** The known variants. They are independent of each other. */
export const restVariants: readonly RestVariant[] = [
  {
    name: "plain-json",
    about: "accepts bodies of type application/json only",
    dialect: { plainJson: true },
    changes: ({ mediaType, operations }, operation) =>
      mediaType !== "application/json" && operations[operation]?.routes?.[0]?.method === "POST",
    isSuggestedBy: (error) => hasStatus(error, 415) || isA2AError(error, "CONTENT_TYPE_NOT_SUPPORTED"),
  },
  {
    name: "get-subscribe",
    about: "subscribes to tasks by GET",
    dialect: { secondRoutes: ["subscribeToTask"] },
    changes: (_, operation) => operation === "subscribeToTask",
    isSuggestedBy: (error) => hasStatus(error, 405) || isA2AError(error, "METHOD_NOT_ALLOWED"),
  },
  {
    name: "bare-webhooks",
    about: "takes webhooks without the request around them",
    dialect: { bareWebhooks: true },
    changes: ({ restForms }, operation) => restForms !== undefined && operation === "createTaskPushNotificationConfig",
    isSuggestedBy: isUnreadable,
  },
  {
    name: "initial-proto",
    about: "refuses names of files, metadata of parts and references to tasks",
    dialect: { initialProto: true },
    changes: ({ restForms }, _, input) => restForms !== undefined && "message" in input && hasAdditions(input.message),
    isSuggestedBy: isUnreadable,
  },
];

/** Whether an error says that the peer could not read the request. A failure of the peer says nothing: it may have acted before. */
function isUnreadable(error: unknown): boolean {
  if (hasStatus(error, 400) || hasStatus(error, 422)) return true;
  return ["INVALID_PARAMS", "INVALID_REQUEST", "PARSE_ERROR"].some((code) => isA2AError(error, code as "PARSE_ERROR"));
}

function hasStatus(error: unknown, status: number): boolean {
  return isLocalError(error, "HTTP") && error.status === status;
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
