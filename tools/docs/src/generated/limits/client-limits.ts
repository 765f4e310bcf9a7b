import type { Section } from "./section.ts";

/** The limits on what agents may answer. */
export const clientLimits: readonly Section[] = [
  {
    title: "Answers of agents",
    introduction: "Options of `connect`. Beyond them a call fails with a `LocalError`.",
    options: [
      {
        file: "client/src/client/client-parts.ts",
        options: "ClientDefaults",
        prefix: "",
        defaults: "client/src/transports/transport.ts",
        beyond: { timeoutMs: { local: "TIMEOUT", message: "no response within {} ms" } },
        others: ["interceptors", "extensions", "pollIntervalMs", "awaitTask", "deduplicates", "retryBudget"],
      },
      {
        file: "client/src/transports/transport.ts",
        options: "TransportOptions",
        prefix: "limits.",
        beyond: { maxBytes: { local: "LIMIT", message: "the response is larger than {} bytes" } },
        elsewhere: { maxBytes: { file: "http/src/client/read-text.ts" } },
        others: ["stream", "json", "otherReader"],
      },
      {
        file: "client/src/transports/stream-watch.ts",
        options: "StreamLimits",
        prefix: "limits.stream.",
        beyond: {
          idleMs: { local: "TIMEOUT", message: "no event for {} ms" },
          maxEventLength: { local: "LIMIT", message: "the peer sent an event of more than {} characters" },
          maxEvents: { local: "LIMIT", message: "the stream exceeds {} events" },
          maxBytes: { local: "LIMIT", message: "the stream exceeds {} bytes" },
        },
        elsewhere: { maxEventLength: { file: "client/src/transports/transport.ts" } },
      },
      {
        file: "types/src/json/json.ts",
        options: "JsonLimits",
        prefix: "limits.json.",
        beyond: {
          maxDepth: {
            local: "LIMIT",
            message: "the peer sent JSON that is out of bounds: nested deeper than {} levels",
          },
          maxNodes: { local: "LIMIT", message: "the peer sent JSON that is out of bounds: holds more than {} values" },
        },
      },
    ],
    fixed: [
      {
        file: "http/src/guard/url-guard.ts",
        name: "MAX_URL_LENGTH",
        meaning: "The length of an address that a card or an agent names.",
        unit: "characters",
        beyond: { local: "BLOCKED", message: "the URL is longer than {} characters" },
      },
    ],
  },
  {
    title: "Cards",
    introduction: "Options of `fetchAgentCard`.",
    options: [
      {
        file: "card/src/discover/fetch-card.ts",
        options: "FetchCardOptions",
        prefix: "",
        beyond: {
          timeoutMs: { local: "TIMEOUT", message: "Timed out fetching agent card from …" },
          maxBytes: { local: "LIMIT", message: "Agent card at … is refused: the response is larger than {} bytes" },
          maxDepth: { local: "LIMIT", message: "Agent card at … is refused: nested deeper than {} levels" },
          maxSkills: { local: "LIMIT", message: "Agent card at … is refused: lists more than {} skills" },
          maxRedirects: { local: "LIMIT", message: "Agent card at … is refused: it redirects more than {} times" },
        },
        others: ["http", "headers", "version", "allowRedirect", "guard", "known", "signal"],
      },
    ],
  },
];
