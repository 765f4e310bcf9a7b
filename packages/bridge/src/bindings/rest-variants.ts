import { isA2AError } from "@a2a/types";
import type { RestVariant } from "../codec/rest-variant.ts";
import { hasStatus } from "../errors/has-status.ts";

/** The variants of every protocol version. They are independent of each other, and of those that a version has beside them. */
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
];
