import type { CodecTraits } from "../../codec/deferred-codec.ts";
import { matchAnswer, matchCard, matchDelivery } from "./match.ts";

/** How 0.1 is recognized, and how it differs. */
export const traits = {
  version: "0.1",
  bindings: ["JSONRPC"],
  card: { path: "/.well-known/agent.json", match: matchCard },
  push: { contentType: "application/json", wholeTask: true, recognizes: matchDelivery },
  mediaType: "application/json",
  matchAnswer,
  defaultHistoryLength: 0,
  returnsUnfinished: true,
  tasksOnly: true,
  clientTaskIds: true,
  optionalPushIds: true,
  sharedOperations: ["getTask", "cancelTask", "subscribeToTask"],
  customaryPaths: true,
  methodPaths: true,
} as const satisfies CodecTraits;
