import type { PostgresPool } from "../database/connections.ts";

/** Times of a store, in milliseconds. */
export interface StoreTimes {
  /** How long a turn stays with an engine that does not report. Default 15,000. */
  leaseMs: number;
  /** The interval at which engines look for each other's changes. Default 250, with `hints: "poll"` 50. */
  pollMs: number;
  /** How long the events of a task are kept after its end, for readers that resume. Default 24 hours. */
  eventTtlMs: number;
  /** How long a task is kept after its last turn. Default 7 days. */
  taskTtlMs: number;
  /** How long a repeated message is recognized. Default 24 hours. */
  messageTtlMs: number;
  /** The interval between retention sweeps. Default five minutes. */
  cleanupIntervalMs: number;
}

/** Where a store is. */
export interface StorePlace {
  readonly pool: PostgresPool;
  readonly timeoutMs: number;
  /** The quoted name of the schema. */
  readonly schema: string;
  /** The channel for hints; absent for polling, which needs no state of a session. */
  readonly channel: string | undefined;
  /** Closes the pool, if it belongs to the store. */
  end(): Promise<void>;
}
