import type { VersionCodec } from "@a2a/bridge";
import type { ProtocolVersion, Task } from "@a2a/types";
import type { LogEntry, TaskEngine, WebhookRecord } from "../engine/port/task-engine.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { Tracing } from "../telemetry/tracing.ts";
import { type Delivered, type DeliveryParts, postDelivery } from "./post-delivery.ts";
import type { WebhookFolds } from "./webhook-folds.ts";
import type { WebhookSecrets } from "./webhook-secrets.ts";

/** The dependencies of deliveries. */
export interface Deliverer extends DeliveryParts {
  readonly engine: TaskEngine;
  readonly codecs: ReadonlyMap<ProtocolVersion, VersionCodec>;
  readonly tracing: Tracing | undefined;
  readonly metrics?: Metrics | undefined;
  readonly secrets: WebhookSecrets;
}

/** Delivers one event in the protocol version its receiver understands. Redirects are not followed. */
export async function deliver(
  deliverer: Deliverer,
  folds: WebhookFolds,
  record: WebhookRecord,
  entry: LogEntry,
  signal: AbortSignal,
): Promise<Delivered> {
  const codec = deliverer.codecs.get(record.version);
  if (codec === undefined || "received" in entry.event) return "taken";
  await codec.load?.();
  const task = await taskAsOf(folds, record, entry, codec);
  if (task === "unchanged") return "taken";
  if (task === undefined) return "gone";
  const body = JSON.stringify(codec.push.encode(entry.event, task));
  const { token, authentication, url } = await deliverer.secrets.open(record.config);
  const { taskId } = record;
  const delivery = { url, token, authentication, codec, taskId, seq: entry.seq, body, signal };
  const post = (headers: Record<string, string>) => postDelivery(deliverer, { ...delivery, headers });
  return deliverer.tracing ? deliverer.tracing.delivery({ taskId, url }, post) : post({});
}

/** The whole task at the time of the event, for receivers that expect it; the others get the event only. */
async function taskAsOf(
  folds: WebhookFolds,
  record: WebhookRecord,
  entry: LogEntry,
  codec: VersionCodec,
): Promise<Task | "unchanged" | undefined> {
  if (!codec.push.wholeTask) return { id: record.taskId, status: { state: "TASK_STATE_UNSPECIFIED" } };
  const at = await folds.taskAt(record, entry);
  if (at === undefined) return undefined;
  if (!at.isDue) return "unchanged";
  const { task, alias } = at;
  const id = codec.clientTaskIds ? alias : undefined;
  return { ...task, id: id ?? record.config.taskId ?? task.id };
}
