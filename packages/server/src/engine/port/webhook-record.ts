import type { ProtocolVersion, TaskPushNotificationConfig } from "@a2a/types";
import type { LogEntry } from "./stored-task.ts";
import type { Scope } from "./task-engine.ts";

/** A webhook to register. */
export interface NewWebhook {
  /** Where to deliver. Without an `id` it gets a fresh one; an `id` in use on this task replaces that webhook and its cursor. */
  readonly config: TaskPushNotificationConfig;
  /** The protocol version the receiver understands: the one it was registered in. */
  readonly version: ProtocolVersion;
  /** The caller that registered it; only this caller can read the secrets. */
  readonly principal: string;
}

/** A webhook as stored. It stays readable after its task has finished, until the task is removed. */
export interface WebhookRecord {
  readonly scope: Scope;
  readonly taskId: string;
  /** The id of the webhook, unique within the task. */
  readonly id: string;
  /** The registered configuration, with `id` and `taskId` filled in. Contains secrets. */
  readonly config: TaskPushNotificationConfig;
  readonly version: ProtocolVersion;
  readonly principal: string;
  /** The sequence number of the next event to deliver. */
  readonly nextSeq: number;
  /** How many deliveries of that event have failed. */
  readonly attempts: number;
  /** When the next attempt may start, in milliseconds since 1970; absent for immediately. */
  readonly retryAt?: number;
  /** The fencing token of the latest claim. */
  readonly claim: number;
  /** When the current claim expires, by the clock of the storage; absent when it is not claimed. */
  readonly claimedUntil?: number;
}

/** Webhooks that a sender excludes from its claim. */
export interface WebhookFilter {
  /** Owners at their limit of concurrent deliveries. */
  readonly exceptScopes?: readonly Scope[];
  /** Hosts, as in `URL.host`, at their limit of concurrent deliveries. */
  readonly exceptHosts?: readonly string[];
}

/** The right to deliver the next events of one webhook. At most one sender in all processes holds it at a time. */
export interface WebhookClaim {
  readonly record: WebhookRecord;
  /** The next events in order, at least one and at most 32; includes `received` events, which the sender must skip. */
  readonly entries: readonly LogEntry[];
  /** Acknowledges all events up to this sequence number. Durable when it resolves. Extends the claim. */
  advance(seq: number): Promise<void>;
  /** Delivery failed: counts an attempt and ends the claim; the webhook can be claimed again after the delay. */
  retry(delayMs: number): Promise<void>;
  /** Ends the claim; unacknowledged events will be claimed again. */
  release(): Promise<void>;
}
