import type { Section } from "./section.ts";

/** The limits on requests and answers. */
export const serverLimits: readonly Section[] = [
  {
    title: "Requests",
    introduction: "Options of `serve`, `createAgentHandler` and the like.",
    options: [
      {
        file: "server/src/http/bodies.ts",
        options: "BodyLimitOptions",
        prefix: "limits.",
        beyond: {
          maxBodyBytes: { code: "PAYLOAD_TOO_LARGE", message: "Request payload is larger than {} bytes" },
          maxUnauthenticatedBodyBytes: { code: "UNAUTHENTICATED", message: "The credentials are not valid" },
          maxBodyBytesInFlight: {
            code: "CAPACITY_EXCEEDED",
            message: "More than {} bytes of request bodies are being received: send it again shortly",
          },
        },
      },
      {
        file: "types/src/json/json.ts",
        options: "JsonLimits",
        prefix: "limits.json.",
        beyond: {
          maxDepth: { code: "INVALID_REQUEST", message: "The payload is out of bounds: nested deeper than {} levels" },
          maxNodes: { code: "INVALID_REQUEST", message: "The payload is out of bounds: holds more than {} values" },
        },
      },
    ],
    fixed: [
      {
        file: "server/src/calls/check-input.ts",
        name: "MAX_PARTS",
        meaning: "Parts of a message.",
        beyond: {
          code: "INVALID_PARAMS",
          message: "Invalid parameters: message.parts: expected at most {} parts, found …",
        },
      },
      {
        file: "server/src/calls/check-input.ts",
        name: "MAX_REFERENCES",
        meaning: "Tasks that a message refers to.",
        beyond: {
          code: "INVALID_PARAMS",
          message: "Invalid parameters: message.referenceTaskIds: expected at most {}",
        },
      },
      {
        file: "server/src/calls/check-input.ts",
        name: "MAX_ID_LENGTH",
        meaning: "The length of the ids in a message.",
        unit: "characters",
        beyond: {
          code: "INVALID_PARAMS",
          message: "Invalid parameters: message.messageId: expected at most {} characters",
        },
      },
      {
        file: "server/src/node/http-server.ts",
        name: "maxHeaderSize",
        meaning: "The head of a request (`serve` only).",
        unit: "bytes",
        beyond: "HTTP 431",
      },
      {
        file: "server/src/node/http-server.ts",
        name: "headersTimeout",
        meaning: "The time to send the head of a request (`serve` only).",
        unit: "ms",
        beyond: "HTTP 408",
      },
      {
        file: "server/src/node/http-server.ts",
        name: "requestTimeout",
        meaning: "The time to send a whole request (`serve` only).",
        unit: "ms",
        beyond: "HTTP 408",
      },
      {
        file: "server/src/node/http-server.ts",
        name: "maxConnections",
        meaning: "Open connections (`serve` only).",
        beyond: "The connection is closed.",
      },
      {
        file: "server/src/node/listener/connection.ts",
        name: "MAX_PIPELINED",
        meaning: "Pipelined requests that wait on one connection.",
        beyond: "The connection is closed.",
      },
    ],
  },
  {
    title: "Callers",
    introduction: "Credentials identify the caller. Without credentials, all callers count as one.",
    options: [
      {
        file: "server/src/budgets/caller-limits.ts",
        options: "CallerLimitOptions",
        prefix: "limits.",
        beyond: {
          maxStreamsPerCaller: {
            code: "RATE_LIMITED",
            message: "Too many requests: more than {} streams of this caller are open",
          },
          maxStreams: { code: "RATE_LIMITED", message: "Too many requests: more than {} streams are open" },
          maxCallsPerCaller: {
            code: "RATE_LIMITED",
            message: "Too many requests: more than {} calls of this caller are waiting",
          },
          rateLimit: { code: "RATE_LIMITED", message: "Too many requests" },
        },
        elsewhere: { rateLimit: { words: "none" } },
      },
      {
        file: "server/src/agent/options.ts",
        options: "LimitOptions",
        prefix: "limits.",
        beyond: { maxBlockingMs: "The call is answered with the current task." },
        elsewhere: { maxBlockingMs: { words: "none" } },
        others: ["json"],
      },
    ],
  },
  {
    title: "Answers and streams",
    introduction: "What the server buffers for callers that read slowly or not at all.",
    options: [
      {
        file: "server/src/budgets/answers.ts",
        options: "AnswerLimitOptions",
        prefix: "limits.",
        beyond: {
          maxAnswerSizeInFlight: {
            code: "CAPACITY_EXCEEDED",
            message: "More than {} characters of answers wait for their readers: read them, and try again",
          },
        },
      },
      {
        file: "server/src/node/listener/response-writer.ts",
        options: "StreamOptions",
        prefix: "listener.",
        beyond: {
          maxBufferedBytes: "Writing waits for the reader.",
          maxBufferedBytesInAll: "The connection is closed; a stream can be resumed.",
          stalledMs: "The connection is closed; a stream can be resumed.",
        },
        others: ["keepAliveMs"],
      },
    ],
    fixed: [
      {
        file: "server/src/engine/port/limits.ts",
        name: "MAX_PAGE_SIZE",
        meaning: "The tasks on one page of a list.",
        unit: "characters",
        beyond: "The page ends early, with a page token for the rest.",
      },
    ],
  },
  {
    title: "Turns",
    introduction: "A turn is one run of the agent.",
    options: [
      {
        file: "server/src/agent/options.ts",
        options: "TurnOptions",
        prefix: "turns.",
        defaults: "server/src/agent/create-with-codecs.ts",
        beyond: {
          timeoutMs: "The task fails: “The agent took longer than 3600 s”.",
          firstEventTimeoutMs: "The task is shown as working.",
          contextMessages: "Older messages are left out.",
          maxAttempts: "The task fails.",
        },
        elsewhere: { timeoutMs: { file: "server/src/agent/create-with-codecs.ts", name: "maxTurnMs" } },
        others: ["deduplicate", "recovery", "contextHeader"],
      },
    ],
    fixed: [
      {
        file: "server/src/engine/port/limits.ts",
        name: "MAX_CONTEXT_SIZE",
        meaning: "The messages of the conversation that a turn is given.",
        unit: "characters",
        beyond: "Older messages are left out.",
      },
      {
        file: "server/src/engine/port/limits.ts",
        name: "MAX_INBOX",
        meaning: "Messages that wait for the turns of one task.",
        beyond: { code: "CAPACITY_EXCEEDED", message: "{} messages already wait for task …: send this one later" },
      },
      {
        file: "server/src/engine/port/limits.ts",
        name: "CANCEL_GRACE_MS",
        meaning: "The time a turn has to stop after its task was canceled.",
        unit: "ms",
        beyond: "The task is canceled without it.",
      },
    ],
  },
];
