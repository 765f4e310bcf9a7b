import { invalidParams } from "@a2a/types";
import type { NewWebhook, WebhookFilter, WebhookRecord } from "../port/webhook-record.ts";
import type { EngineLimits } from "./engine-limits.ts";
import { belongsTo, type TaskHead } from "./head.ts";

/** The webhook as stored: it receives every event from `nextSeq` on. */
export function newWebhookRecord(
  { scope, id: taskId }: Pick<TaskHead, "scope" | "id">,
  webhook: NewWebhook,
  freshId: string,
  nextSeq: number,
): WebhookRecord {
  const { config, version, principal } = webhook;
  const id = config.id || freshId;
  // A copy, so that later changes of the caller's object do not affect the record.
  const kept = structuredClone({ ...config, id, taskId });
  return { scope, taskId, id, config: kept, version, principal, nextSeq, attempts: 0, claim: 0 };
}

/** The webhooks that count against the quotas of a new one. */
export interface PresentWebhooks {
  /** Those of its task, */
  readonly present: readonly WebhookRecord[];
  /** and the number of those of its owner. */
  readonly owners: number;
}

/** Refuses a webhook that would exceed the quota of its task or of its owner. */
export function assertWebhookQuota(
  present: readonly WebhookRecord[],
  ownerPushes: number,
  webhook: NewWebhook,
  { maxWebhooksPerTask, maxWebhooksPerOwner }: Pick<EngineLimits, "maxWebhooksPerTask" | "maxWebhooksPerOwner">,
): void {
  if (present.some(({ id }) => id === webhook.config.id)) return;
  if (present.length >= maxWebhooksPerTask) {
    throw invalidParams("id", `a task has at most ${maxWebhooksPerTask} push notification configs: delete one first`);
  }
  if (ownerPushes >= maxWebhooksPerOwner) {
    throw invalidParams(
      "id",
      `an owner has at most ${maxWebhooksPerOwner} push notification configs: delete one first`,
    );
  }
}

/** The webhooks of a task after one was added, or replaced the one of its id. */
export function withWebhook(present: readonly WebhookRecord[], webhook: WebhookRecord): readonly WebhookRecord[] {
  const isPresent = present.some(({ id }) => id === webhook.id);
  return isPresent ? present.map((other) => (other.id === webhook.id ? webhook : other)) : [...present, webhook];
}

/** When a webhook can next be claimed for delivery; `undefined` if it has no events to deliver. */
export function dueAt(webhook: WebhookRecord, head: Pick<TaskHead, "seq">): number | undefined {
  if (webhook.nextSeq > head.seq) return undefined;
  return Math.max(webhook.retryAt ?? 0, webhook.claimedUntil ?? 0);
}

/** Whether a sender wants to claim a webhook now. */
export function isWanted({ scope, config }: WebhookRecord, filter: WebhookFilter | undefined): boolean {
  if (!filter) return true;
  if (filter.exceptScopes?.some((except) => belongsTo({ scope }, except))) return false;
  return !filter.exceptHosts?.length || !filter.exceptHosts.includes(new URL(config.url).host);
}

/** Claims the delivery of a webhook for one sender; `undefined` when there is nothing to deliver, or another sender has it. */
export function claimWebhook(
  webhook: WebhookRecord,
  head: TaskHead,
  now: number,
  claimMs: number,
): WebhookRecord | undefined {
  const due = dueAt(webhook, head);
  if (due === undefined || due > now) return undefined;
  return { ...webhook, claim: webhook.claim + 1, claimedUntil: now + claimMs };
}

/** An update by the holder of a claim. */
export type ClaimUpdate =
  /** Everything up to this number was delivered; the claim is extended. */
  | { readonly delivered: number; readonly claimMs: number }
  /** Delivery failed; the next attempt may start after the delay. */
  | { readonly retryAfterMs: number }
  /** The claim ends. */
  | "released";

/** A webhook after an update by the holder of its claim. */
export function updatedClaim(webhook: WebhookRecord, update: ClaimUpdate, now: number): WebhookRecord {
  const { claimedUntil: _, ...free } = webhook;
  if (update === "released") return free;
  if ("retryAfterMs" in update) return { ...free, attempts: webhook.attempts + 1, retryAt: now + update.retryAfterMs };
  const { retryAt: __, ...delivered } = free;
  const nextSeq = Math.max(webhook.nextSeq, update.delivered + 1);
  return { ...delivered, attempts: 0, nextSeq, claimedUntil: now + update.claimMs };
}
