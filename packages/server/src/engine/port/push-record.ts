import type { ProtocolVersion, TaskPushNotificationConfig } from "@a2a/types";
import type { LogEntry } from "./stored-task.ts";
import type { Scope } from "./task-engine.ts";

/** A webhook to register. */
export interface NewPush {
  /** Where to deliver. Without an `id` it gets a fresh one; an `id` in use on this task replaces that webhook and its cursor. */
  readonly config: TaskPushNotificationConfig;
  /** The protocol version the receiver understands: the one it was registered in. */
  readonly version: ProtocolVersion;
  /** Who registered it; only they get the secrets back. */
  readonly principal: string;
}

/** A webhook as it is kept. It stays readable after the end of its task, until the task itself goes. */
export interface PushRecord {
  readonly scope: Scope;
  readonly taskId: string;
  /** The id of the webhook, unique within the task. */
  readonly id: string;
  /** What was registered, with `id` and `taskId` filled in. Holds secrets. */
  readonly config: TaskPushNotificationConfig;
  readonly version: ProtocolVersion;
  readonly principal: string;
  /** The number of the next event to deliver. */
  readonly nextSeq: number;
  /** How many deliveries of that event have failed. */
  readonly attempts: number;
  /** When the next attempt may start, in milliseconds since 1970; absent when at once. */
  readonly retryAt?: number;
  /** The fencing token of the latest claim. */
  readonly claim: number;
  /** When the current claim expires, by the clock of the storage; absent when nobody holds one. */
  readonly claimedUntil?: number;
}

/** Which webhooks a sender does not want to claim now. */
export interface PushFilter {
  /** Those of owners that have enough deliveries under way. */
  readonly exceptScopes?: readonly Scope[];
  /** Those at hosts that have enough deliveries under way, as in `URL.host`. */
  readonly exceptHosts?: readonly string[];
}

/** The right to deliver the next events of one webhook. At most one sender holds it at a time, in whatever process. */
export interface PushClaim {
  readonly record: PushRecord;
  /** The next events in order, at least one and at most 32; `received` events are among them and are to be skipped. */
  readonly entries: readonly LogEntry[];
  /** Everything up to this number was delivered, or need not be. Durable when it resolves. Extends the claim. */
  advance(seq: number): Promise<void>;
  /** Delivery failed: counts an attempt and ends the claim; the webhook can be claimed again after the delay. */
  retry(delayMs: number): Promise<void>;
  /** Ends the claim; events that were not advanced over will be claimed again. */
  release(): Promise<void>;
}
