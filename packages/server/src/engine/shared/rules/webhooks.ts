import { invalidParams, taskNotFound } from "@a2a/types";
import type { NewPush, PushFilter, PushRecord } from "../../port/push-record.ts";
import type { Scope } from "../../port/task-engine.ts";
import { type Decision, type Facts, rowChange, type TaskChange } from "./change.ts";
import type { EngineLimits } from "./engine-limits.ts";
import { belongsTo, type TaskRow } from "./task-row.ts";

/** The webhook as stored: it receives every event from `nextSeq` on. */
export function newPushRecord(row: TaskRow, push: NewPush, freshId: string, nextSeq: number): PushRecord {
  const { config, version, principal } = push;
  const id = config.id || freshId;
  // A copy, so that later changes of the caller's object do not affect the record.
  const kept = structuredClone({ ...config, id, taskId: row.id });
  const record = { scope: row.scope, taskId: row.id, id, config: kept, version, principal };
  return { ...record, nextSeq, attempts: 0, claim: 0 };
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

/** Adds a webhook to a task, or replaces the one of that id. */
export function setWebhook(
  { row, pushes, ownerPushes }: Facts,
  command: { scope: Scope; taskId: string; push: NewPush; freshId: string; limits: EngineLimits },
): Decision<PushRecord> {
  const { scope, taskId, push, freshId, limits } = command;
  if (!row || !belongsTo(row, scope)) throw taskNotFound(taskId);
  assertPushQuota(pushes, ownerPushes, push, limits);
  const replaced = pushes.find(({ id }) => id === push.config.id);
  const added = newPushRecord(row, push, freshId, row.seq + 1);
  // A higher claim number fences a delivery of the replaced webhook in progress.
  const record = replaced ? { ...added, claim: replaced.claim + 1 } : added;
  return { result: record, change: { ...rowChange(row), savedPush: record } };
}

/** Removes a webhook; returns whether it existed. */
export function deleteWebhook(
  { row, pushes }: Facts,
  { scope, taskId, id }: { scope: Scope; taskId: string; id: string },
): Decision<boolean> {
  if (!row || !belongsTo(row, scope)) throw taskNotFound(taskId);
  if (!pushes.some((push) => push.id === id)) return { result: false };
  return { result: true, change: { ...rowChange(row), deletedPush: id } };
}

/** When a webhook can next be claimed for delivery; `undefined` if it has no events to deliver. */
export function dueAt(push: PushRecord, row: TaskRow): number | undefined {
  if (push.nextSeq > row.seq) return undefined;
  return Math.max(push.retryAt ?? 0, push.claimedUntil ?? 0);
}

/** Whether a sender wants to claim a webhook now. */
export function isWanted({ scope, config }: PushRecord, filter: PushFilter | undefined): boolean {
  if (!filter) return true;
  if (filter.exceptScopes?.some((except) => belongsTo({ scope }, except))) return false;
  return !filter.exceptHosts?.length || !filter.exceptHosts.includes(new URL(config.url).host);
}

/** Claims the delivery of a webhook for one sender. `undefined` when there is nothing to deliver, or another sender has it. */
export function claimWebhook(
  { row, pushes, now }: Facts,
  { id, claimMs }: { id: string; claimMs: number },
): Decision<{ row: TaskRow; record: PushRecord } | undefined> {
  const push = pushes.find((present) => present.id === id);
  const due = row && push && dueAt(push, row);
  if (!row || !push || due === undefined || due > now) return { result: undefined };
  const record = { ...push, claim: push.claim + 1, claimedUntil: now + claimMs };
  return { result: { row, record }, change: { ...rowChange(row), savedPush: record } };
}

/** An update by the holder of a claim. */
export type ClaimUpdate =
  /** Everything up to this number was delivered; the claim is extended. */
  | { readonly delivered: number; readonly claimMs: number }
  /** Delivery failed; the next attempt may start after the delay. */
  | { readonly retryAfterMs: number }
  /** The claim ends. */
  | "released";

/** Updates a webhook as the holder of its claim. A claim that has passed to another sender changes nothing. */
export function updateClaim({ row, pushes, now }: Facts, claimed: PushRecord, update: ClaimUpdate): Decision<void> {
  const push = pushes.find(({ id }) => id === claimed.id);
  if (!row || push?.claim !== claimed.claim) return { result: undefined };
  return {
    result: undefined,
    change: { ...rowChange(row), savedPush: updated(push, update, now) } satisfies TaskChange,
  };
}

function updated(push: PushRecord, update: ClaimUpdate, now: number): PushRecord {
  const { claimedUntil: _, ...free } = push;
  if (update === "released") return free;
  if ("retryAfterMs" in update) return { ...free, attempts: push.attempts + 1, retryAt: now + update.retryAfterMs };
  const { retryAt: __, ...delivered } = free;
  const nextSeq = Math.max(push.nextSeq, update.delivered + 1);
  return { ...delivered, attempts: 0, nextSeq, claimedUntil: now + update.claimMs };
}
