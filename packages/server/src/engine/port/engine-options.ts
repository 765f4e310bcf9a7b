/** Options of every engine. */
export interface EngineOptions {
  /** The time, in milliseconds since 1970. Default `Date.now`. */
  now?: () => number;
  /** Makes ids of tasks, conversations and webhooks; they must be unique and hard to guess. Default: UUIDv7. */
  createId?: () => string;
  /** A monotonic clock for ages, in milliseconds. Default `performance.now`. */
  elapsed?: () => number;
  /** How large a task may grow, in characters of its content. Default 10 Mi in memory, 64 Mi in SQLite. */
  maxTaskSize?: number;
  /** How many events a task may have. Default and maximum 1,000,000. */
  maxEvents?: number;
  /** How many webhooks a task may have. Default 10. */
  maxWebhooksPerTask?: number;
  /** How many webhooks an owner may have. Default 1,000. */
  maxWebhooksPerOwner?: number;
  /**
   * How long the output of a running turn is kept and written again while the storage is unavailable, in milliseconds. Then
   * the turn fails. Default 30,000; where engines share a storage, the time for which a lease is valid.
   */
  retryMs?: number;
}
