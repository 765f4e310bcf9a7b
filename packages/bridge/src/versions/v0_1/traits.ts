import type { CodecTraits } from "../../codec/deferred-codec.ts";
import { gmfForge } from "../../dialects/gmf-forge.ts";
import { matchAnswer, matchCard, matchDelivery } from "./match.ts";
import { methods } from "./names.ts";
import { isNative } from "./native-id.ts";

/** How 0.1 is recognized, and how it differs. */
export const traits = {
  version: "0.1",
  bindings: ["JSONRPC"],
  operations: methods,
  card: { path: "/.well-known/agent.json", match: matchCard },
  push: { contentType: "application/json", wholeTask: true, recognizes: matchDelivery },
  mediaType: "application/json",
  matchAnswer,
  defaultHistoryLength: 0,
  returnsUnfinished: true,
  tasksOnly: true,
  clientTaskIds: true,
  optionalPushIds: true,
  hasGeneratedId: isNative,
  ownsMethod: (method) => method.startsWith("tasks/send") || method.startsWith("tasks/pushNotification/"),
  sharedOperations: ["getTask", "cancelTask", "subscribeToTask"],
  customaryPaths: true,
  methodPaths: true,
  sendOnlyDialect: gmfForge,
} as const satisfies CodecTraits;
