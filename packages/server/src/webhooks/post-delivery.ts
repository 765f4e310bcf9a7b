import type { VersionCodec } from "@a2a/bridge";
import { discard, type HttpClient, type HttpResponse } from "@a2a/http";
import type { TaskPushNotificationConfig } from "@a2a/types";

/** Signs deliveries, so that receivers know who sent them. */
export interface WebhookSigner {
  /** The value of the signature header for one delivery. */
  sign(delivery: { url: string; taskId: string; seq: number; body: string }): Promise<string>;
  /** The public keys, as served at `/.well-known/jwks.json`. */
  readonly jwks: object;
}

/** The dependencies of a delivery. */
export interface DeliveryParts {
  readonly http: HttpClient;
  readonly signer: WebhookSigner | undefined;
  readonly timeoutMs: number;
}

/** One delivery to a webhook. */
export interface Delivery extends Pick<TaskPushNotificationConfig, "url"> {
  readonly token: string | undefined;
  readonly authentication: TaskPushNotificationConfig["authentication"] | undefined;
  /** The protocol version that the receiver understands. */
  readonly codec: VersionCodec;
  readonly taskId: string;
  /** The number of the event; with the task it identifies the delivery. */
  readonly seq: number;
  readonly body: string;
  readonly signal?: AbortSignal;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** How a receiver took a delivery. */
export type Delivered = "taken" | "gone" | { readonly retryAfterMs: number | undefined };

/** Posts a delivery, signed, with the token and credentials of its receiver. Redirects are not followed. */
export async function postDelivery({ http, signer, timeoutMs }: DeliveryParts, delivery: Delivery): Promise<Delivered> {
  const { url, token, authentication, codec, taskId, seq, body, signal } = delivery;
  const signature = await signer?.sign({ url, taskId, seq, body });
  const headers = {
    ...delivery.headers,
    "Content-Type": codec.push.contentType,
    "X-A2A-Event-Id": `${taskId}/${seq}`,
    ...(codec.versionHeader !== undefined && { [codec.versionHeader]: codec.version }),
    ...(token !== undefined && { "X-A2A-Notification-Token": token }),
    ...(authentication?.credentials !== undefined && {
      Authorization: `${authentication.scheme} ${authentication.credentials}`,
    }),
    ...(signature !== undefined && { "A2A-Notification-Signature": signature }),
  };
  const response = await http({ method: "POST", url, headers, body, timeoutMs, signal });
  discard(response);
  return verdict(response);
}

function verdict({ status, headers }: HttpResponse): Delivered {
  if (status >= 200 && status < 300) return "taken";
  if (status === 410) return "gone";
  const seconds = Number(headers["retry-after"]);
  return { retryAfterMs: seconds >= 0 && headers["retry-after"] ? Math.min(seconds, 3600) * 1000 : undefined };
}
