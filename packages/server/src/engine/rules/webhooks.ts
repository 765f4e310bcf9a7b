import { invalidParams } from "@a2a/types";
import type { NewPush, PushFilter, PushRecord } from "../port/push-record.ts";
import type { EngineLimits } from "./engine-limits.ts";
import { belongsTo, type TaskHead } from "./head.ts";

/** The webhook as stored: it receives every event from `nextSeq` on. */
export function newPushRecord(
  { scope, id: taskId }: Pick<TaskHead, "scope" | "id">,
  push: NewPush,
  freshId: string,
  nextSeq: number,
): PushRecord {
  const { config, version, principal } = push;
  const id = config.id || freshId;
  // A copy, so that later changes of the caller's object do not affect the record.
  const kept = structuredClone({ ...config, id, taskId });
  return { scope, taskId, id, config: kept, version, principal, nextSeq, attempts: 0, claim: 0 };
}

/** The webhooks that count against the quotas of a new one. */
export interface PresentWebhooks {
  /** Those of its task, */
  readonly present: readonly PushRecord[];
  /** and the number of those of its owner. */
  readonly owners: number;
}

/** Refuses a webhook that would exceed the quota of its task or of its owner. */
export function assertPushQuota(
  present: readonly PushRecord[],
  ownerPushes: number,
  push: NewPush,
  { maxPushPerTask, maxPushPerOwner }: Pick<EngineLimits, "maxPushPerTask" | "maxPushPerOwner">,
): void {
  if (present.some(({ id }) => id === push.config.id)) return;
  if (present.length >= maxPushPerTask) {
    throw invalidParams("id", `a task has at most ${maxPushPerTask} push notification configs: delete one first`);
  }
  if (ownerPushes >= maxPushPerOwner) {
    throw invalidParams("id", `an owner has at most ${maxPushPerOwner} push notification configs: delete one first`);
  }
}

/** The webhooks of a task after one was added, or replaced the one of its id. */
export function withPush(present: readonly PushRecord[], push: PushRecord): readonly PushRecord[] {
  const isPresent = present.some(({ id }) => id === push.id);
  return isPresent ? present.map((other) => (other.id === push.id ? push : other)) : [...present, push];
}

/** When a webhook can next be claimed for delivery; `undefined` if it has no events to deliver. */
export function dueAt(push: PushRecord, head: Pick<TaskHead, "seq">): number | undefined {
  if (push.nextSeq > head.seq) return undefined;
  return Math.max(push.retryAt ?? 0, push.claimedUntil ?? 0);
}

/** Whether a sender wants to claim a webhook now. */
export function isWanted({ scope, config }: PushRecord, filter: PushFilter | undefined): boolean {
  if (!filter) return true;
  if (filter.exceptScopes?.some((except) => belongsTo({ scope }, except))) return false;
  return !filter.exceptHosts?.length || !filter.exceptHosts.includes(new URL(config.url).host);
}

/** Claims the delivery of a webhook for one sender; `undefined` when there is nothing to deliver, or another sender has it. */
export function claimWebhook(push: PushRecord, head: TaskHead, now: number, claimMs: number): PushRecord | undefined {
  const due = dueAt(push, head);
  if (due === undefined || due > now) return undefined;
  return { ...push, claim: push.claim + 1, claimedUntil: now + claimMs };
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
export function updatedClaim(push: PushRecord, update: ClaimUpdate, now: number): PushRecord {
  const { claimedUntil: _, ...free } = push;
  if (update === "released") return free;
  if ("retryAfterMs" in update) return { ...free, attempts: push.attempts + 1, retryAt: now + update.retryAfterMs };
  const { retryAt: __, ...delivered } = free;
  const nextSeq = Math.max(push.nextSeq, update.delivered + 1);
  return { ...delivered, attempts: 0, nextSeq, claimedUntil: now + update.claimMs };
}
