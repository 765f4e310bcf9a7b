import type { CodecTraits } from "../../codec/deferred-codec.ts";
import { matchAnswer, matchCard } from "./match.ts";

/** How 0.3 is recognized, and how it differs. */
export const traits = {
  version: "0.3",
  bindings: ["JSONRPC", "HTTP+JSON", "GRPC"],
  card: { path: "/.well-known/agent-card.json", match: matchCard },
  push: {
    contentType: "application/json",
    wholeTask: true,
    recognizes: (wire) => wire.eventType === undefined && matchAnswer(wire) === "certain",
  },
  mediaType: "application/json",
  matchAnswer,
  extensionsHeader: "X-A2A-Extensions",
  optionalPushIds: true,
  refusesRepeatedCancel: true,
  errorsAsEvents: true,
  sharedOperations: ["getTask", "cancelTask", "subscribeToTask"],
} as const satisfies CodecTraits;
