/** How many tasks an engine in memory keeps at once. */
export const MAX_TASKS = 1_000;
/** How many contexts an engine in memory keeps at once. */
export const MAX_CONTEXTS = 500;
/** How long an engine in memory keeps a task after its last change, in milliseconds: one hour. */
export const TASK_TTL_MS = 3_600_000;
/** The interval between sweeps for expired data, in milliseconds: five minutes. */
export const IDLE_CLEANUP_INTERVAL_MS = 300_000;
/** How large a task may grow in memory, in characters of its JSON: 10 Mi. */
export const MAX_TASK_SIZE = 10_485_760;
/** How much memory the content of all tasks in memory may take together, in bytes: 32 MiB. */
export const MAX_MEMORY_BYTES = 33_554_432;
/** How many characters of tasks a page of a list holds; a page with more ends early, with a cursor for the rest. */
export const MAX_PAGE_SIZE = 8_388_608;
/** How many characters of a context's latest messages a turn receives. */
export const MAX_CONTEXT_SIZE = 1_048_576;
/** How many messages may be queued in the inbox of one task. */
export const MAX_INBOX = 100;
/** How many events a task may have. */
export const MAX_EVENTS = 1_000_000;
/** How many webhooks a task may have. */
export const MAX_WEBHOOKS_PER_TASK = 10;
/** How many webhooks an owner may have over all tasks. */
export const MAX_WEBHOOKS_PER_OWNER = 1_000;
/** How long the holder of a lease may take to stop when the task is canceled, in milliseconds. */
export const CANCEL_GRACE_MS = 5_000;
/** How long running turns may take to end when an engine is closed, in milliseconds. */
export const DRAIN_MS = 25_000;
/** How long the writes of a running turn are repeated while the storage is unavailable, in milliseconds. */
export const RETRY_MS = 30_000;
