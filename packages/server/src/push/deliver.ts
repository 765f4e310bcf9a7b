import type { VersionCodec } from "@a2a/bridge";
import { discard, type HttpClient, type HttpResponse } from "@a2a/http";
import type { ProtocolVersion, Task } from "@a2a/types";
import type { LogEntry, PushRecord, TaskEngine } from "../engine/port/task-engine.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Tracing } from "../tracing/tracing.ts";
import type { WebhookFolds } from "./webhook-folds.ts";
import type { WebhookSecrets } from "./webhook-secrets.ts";

/** Signs deliveries, so that receivers know who sent them. */
export interface WebhookSigner {
  /** The value of the signature header for one delivery. */
  sign(delivery: { url: string; taskId: string; seq: number; body: string }): Promise<string>;
  /** The public keys, as served at `/.well-known/jwks.json`. */
  readonly jwks: object;
}

/** What deliveries are made with. */
export interface Deliverer {
  readonly engine: TaskEngine;
  readonly http: HttpClient;
  readonly codecs: ReadonlyMap<ProtocolVersion, VersionCodec>;
  readonly signer: WebhookSigner | undefined;
  readonly timeoutMs: number;
  readonly tracing: Tracing | undefined;
  readonly metrics?: Metrics | undefined;
  readonly secrets: WebhookSecrets;
}

/** How a receiver took a delivery. */
export type Delivered = "taken" | "gone" | { readonly retryAfterMs: number | undefined };

/** Delivers one event in the protocol version its receiver understands. Redirects are not followed. */
export async function deliver(
  deliverer: Deliverer,
  folds: WebhookFolds,
  record: PushRecord,
  entry: LogEntry,
  signal: AbortSignal,
): Promise<Delivered> {
  const codec = deliverer.codecs.get(record.version);
  if (codec === undefined || "received" in entry.event) return "taken";
  const task = await taskAsOf(folds, record, entry, codec);
  if (task === "unchanged") return "taken";
  if (task === undefined) return "gone";
  const body = JSON.stringify(codec.push.encode(entry.event, task));
  const { url } = record.config;
  const headers = await headersOf(deliverer, record, entry, codec, body);
  const post = async (more: Record<string, string>) => {
    const { timeoutMs } = deliverer;
    const response = await deliverer.http({
      method: "POST",
      url,
      headers: { ...more, ...headers },
      body,
      timeoutMs,
      signal,
    });
    discard(response);
    return verdict(response);
  };
  return deliverer.tracing ? deliverer.tracing.delivery({ taskId: record.taskId, url }, post) : post({});
}

/** The whole task as it stood, for receivers that expect it; for the others the event is enough. */
async function taskAsOf(
  folds: WebhookFolds,
  record: PushRecord,
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

async function headersOf(
  { signer, secrets }: Deliverer,
  { config, taskId }: PushRecord,
  { seq }: LogEntry,
  codec: VersionCodec,
  body: string,
): Promise<Record<string, string>> {
  const { token, authentication, url } = await secrets.open(config);
  const signature = await signer?.sign({ url, taskId, seq, body });
  return {
    "Content-Type": codec.push.contentType,
    "X-A2A-Event-Id": `${taskId}/${seq}`,
    ...(codec.versionHeader !== undefined && { [codec.versionHeader]: codec.version }),
    ...(token !== undefined && { "X-A2A-Notification-Token": token }),
    ...(authentication?.credentials !== undefined && {
      Authorization: `${authentication.scheme} ${authentication.credentials}`,
    }),
    ...(signature !== undefined && { "A2A-Notification-Signature": signature }),
  };
}

function verdict({ status, headers }: HttpResponse): Delivered {
  if (status >= 200 && status < 300) return "taken";
  if (status === 410) return "gone";
  const seconds = Number(headers["retry-after"]);
  return { retryAfterMs: seconds >= 0 && headers["retry-after"] ? Math.min(seconds, 3600) * 1000 : undefined };
}
