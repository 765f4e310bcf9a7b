import type { Beyond, OptionLimits, Section } from "./section.ts";

const storageFull = (unit: string): Beyond => ({
  code: "CAPACITY_EXCEEDED",
  message: `the task storage of {} ${unit} is full, and no finished task of yours can be evicted`,
});
const tooMany = (what: string): Beyond => ({
  code: "CAPACITY_EXCEEDED",
  message: `the limit of {} ${what} is reached, and none of yours can be evicted yet`,
});

const everyEngine: OptionLimits = {
  file: "server/src/engine/port/engine-options.ts",
  options: "EngineOptions",
  prefix: "",
  beyond: {
    maxTaskSize: {
      code: "PAYLOAD_TOO_LARGE",
      message: "a task holds at most {} characters: continue in a new one",
    },
    maxEvents: { code: "PAYLOAD_TOO_LARGE", message: "a task holds at most {} events: continue in a new one" },
    maxWebhooksPerTask: {
      code: "INVALID_PARAMS",
      message: "Invalid parameters: id: a task has at most {} push notification configs: delete one first",
    },
    maxWebhooksPerOwner: {
      code: "INVALID_PARAMS",
      message: "Invalid parameters: id: an owner has at most {} push notification configs: delete one first",
    },
    retryMs: "The turn fails, and its task says that the output could not be stored.",
  },
  defaults: "server/src/engine/live/engine-state.ts",
  elsewhere: { retryMs: { file: "server/src/engine/port/limits.ts", name: "RETRY_MS" } },
  others: ["now", "createId", "elapsed"],
};

const eviction =
  "Finished tasks are evicted first, within fair shares: an owner below its share never loses a task to another owner.";

/** The limits of the engines. */
export const storageLimits: readonly Section[] = [
  {
    title: "Tasks in memory",
    introduction: `Options of \`createMemoryEngine\`. ${eviction} An agent that exceeds the size of its task fails it.`,
    options: [
      {
        file: "server/src/engine/memory/memory-engine.ts",
        options: "MemoryEngineOptions",
        prefix: "",
        beyond: {
          maxTasks: tooMany("tasks"),
          maxContexts: tooMany("contexts"),
          maxBytes: storageFull("bytes"),
          taskTtlMs: "The task is evicted.",
        },
        others: ["idleCleanupIntervalMs"],
      },
      everyEngine,
    ],
  },
  {
    title: "Tasks in SQLite",
    introduction: `Options of \`createSqliteEngine\`. ${eviction}`,
    options: [
      {
        file: "server/src/engine/sqlite/sqlite-engine.ts",
        options: "SqliteEngineOptions",
        prefix: "",
        beyond: {
          maxBytes: storageFull("bytes"),
          maxTasks: tooMany("tasks"),
          maxContexts: tooMany("contexts"),
          eventTtlMs: "Streams can no longer be resumed from an event.",
          taskTtlMs: "The task is deleted.",
          messageTtlMs: "A repeated message is a new one.",
          busyTimeoutMs: { code: "UNAVAILABLE", message: "storage unavailable" },
        },
        others: ["path", "synchronous", "cleanupIntervalMs", "leaseMs", "logger"],
      },
      {
        ...everyEngine,
        elsewhere: { maxTaskSize: { file: "server/src/engine/sqlite/sqlite-engine.ts" } },
      },
    ],
  },
  {
    title: "Tasks in PostgreSQL",
    introduction: `Options of \`createPostgresEngine\`; the options of every engine and the retention times of SQLite also apply. ${eviction}`,
    options: [
      {
        file: "postgres/src/engine/postgres-engine.ts",
        options: "PostgresEngineOptions",
        prefix: "",
        beyond: {
          maxTotalSize:
            "`CAPACITY_EXCEEDED`: “the task storage of 8589934592 characters is full, and no finished task of yours can be evicted”",
        },
        others: ["hints"],
      },
    ],
  },
  {
    title: "Webhooks",
    introduction: "The engine limits how many there are (`maxWebhooksPerTask`, `maxWebhooksPerOwner`).",
    options: [
      {
        file: "server/src/agent/options.ts",
        options: "WebhookSenderOptions",
        prefix: "webhooks.",
        beyond: { timeoutMs: "The delivery failed, and is repeated with backoff." },
        elsewhere: { timeoutMs: { file: "server/src/agent/create-with-codecs.ts", of: "WebhookSenderOptions" } },
        others: ["http", "guard", "signer", "secretKey"],
      },
    ],
    fixed: [
      {
        file: "server/src/webhooks/webhook-sender.ts",
        name: "total",
        meaning: "Deliveries at the same time.",
        beyond: "Deliveries wait; owners take turns.",
      },
      {
        file: "server/src/webhooks/webhook-sender.ts",
        name: "perOwner",
        meaning: "Deliveries of one owner at the same time.",
        beyond: "Deliveries of this owner wait.",
      },
      {
        file: "server/src/webhooks/webhook-sender.ts",
        name: "perHost",
        meaning: "Deliveries to one host at the same time.",
        beyond: "Deliveries to this host wait.",
      },
      {
        file: "server/src/webhooks/webhook-sender.ts",
        name: "MAX_ATTEMPTS",
        meaning: "Attempts to deliver one event, over about a day.",
        beyond: "The webhook gets no further events.",
      },
    ],
  },
];
