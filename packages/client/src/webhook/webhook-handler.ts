import { allCodecs } from "@a2a/bridge/all";
import { fetchClient, type HttpClient } from "@a2a/http";
import {
  isLocalError,
  LocalError,
  type Logger,
  type ProtocolVersion,
  type StreamResponse,
  silentLogger,
} from "@a2a/types";
import { type OptionNames, refuseUnknownOptions } from "@a2a/types/internal";
import { readPayload } from "./read-payload.ts";
import { SeenDeliveries } from "./seen-deliveries.ts";
import { type SignatureOptions, type Signed, signatureVerifier } from "./verify-signature.ts";

/** An event that an agent delivered. */
export interface DeliveredEvent {
  readonly event: StreamResponse;
  /** The task of the event; absent for a message without a task. */
  readonly taskId: string | undefined;
  /** The protocol version of the delivery. */
  readonly version: ProtocolVersion;
  /** The id of the delivery, the same for each attempt; absent if the agent sends none. */
  readonly id: string | undefined;
  /** Whether the delivery has a valid signature. */
  readonly signed: boolean;
}

/** Which deliveries are accepted, and how they are processed. */
export interface WebhookOptions {
  /** Called once per event. The agent waits for it; if it throws, the agent delivers again later. */
  onEvent: (delivered: DeliveredEvent) => void | Promise<void>;
  /** The token that was registered with the webhook; deliveries without it are refused. */
  token?: string;
  /** The signature that deliveries must have; those without it are refused. */
  signature?: SignatureOptions;
  /** The URL of this webhook as registered, if requests show another one, as behind a proxy. */
  url?: string;
  /** Whether events of a task are expected; others are refused. Default: all tasks are. */
  expects?: (taskId: string) => boolean | Promise<boolean>;
  /** The largest delivery, in bytes. Default 10 MiB. */
  maxBytes?: number;
  /** How long repeated deliveries are recognized. Default 600,000. */
  replayWindowMs?: number;
  /** The maximum number of delivery ids to remember. Default 10,000. */
  maxRemembered?: number;
  /** Fetches the keys. Default: over `fetch`. */
  http?: HttpClient;
  /** The time in milliseconds since 1970. */
  now?: () => number;
  logger?: Logger;
}

/**
 * A receiver of push notifications as a `fetch` handler. It reads the payloads of every protocol version. At least one of `token` and
 * `signature` is required, since anyone can post to a URL.
 */
export function webhookHandler(options: WebhookOptions): (request: Request) => Promise<Response> {
  refuseUnknownOptions("webhookHandler", options, NAMES);
  const { token, signature, onEvent, expects = () => true, now = Date.now, logger = silentLogger } = options;
  if (token === undefined && signature === undefined) {
    throw new LocalError("CONFIG", "a webhook must authenticate its deliveries: pass `token` or `signature`");
  }
  const verify = signature && signatureVerifier(signature, options.http ?? fetchClient());
  const seen = new SeenDeliveries(options.replayWindowMs ?? 600_000, options.maxRemembered ?? 10_000, now);
  const inProgress = new Map<string, Promise<void>>();

  async function receive(request: Request): Promise<Response> {
    if (request.method === "GET") return validation(request);
    if (request.method !== "POST") return refuse(405, "use POST", { Allow: "GET, POST" });
    // Some servers leave out the `X-` prefix.
    const { headers } = request;
    const presented = headers.get("x-a2a-notification-token") ?? headers.get("a2a-notification-token") ?? "";
    if (token !== undefined && !(await isSame(presented, token))) return refuse(401, "the token is missing or wrong");
    const body = await readBody(request, options.maxBytes ?? 10 * 1024 * 1024);
    if (body === undefined) return refuse(413, "the delivery is too large");
    const signed = verify && (await signedBy(request, body, verify));
    const payload = readPayload(new TextDecoder().decode(body), allCodecs);
    if (payload === undefined) return refuse(400, "expected the payload of a push notification");
    // The signature has the agent's id of the task, a payload of 0.1 the id that the caller chose.
    const { taskId = signed?.taskId, event, codec } = payload;
    if (signed && !codec.clientTaskIds && taskId !== signed.taskId)
      return refuse(401, "the signature is for another task");
    if (taskId !== undefined && !(await expects(taskId)))
      return refuse(404, "no one is waiting for events of this task");
    const id = signed?.id ?? request.headers.get("x-a2a-event-id") ?? undefined;
    await once(id, async () => onEvent({ event, taskId, version: codec.version, id, signed: signed !== undefined }));
    return new Response(null, { status: 204 });
  }

  function signedBy(request: Request, body: Uint8Array, check: NonNullable<typeof verify>): Promise<Signed> {
    const header = request.headers.get("a2a-notification-signature");
    if (header === null) throw new LocalError("SIGNATURE", "the signature is missing");
    const audience = new URL(options.url ?? request.url).origin;
    return check({ signature: header, body, audience, now: new Date(now()) });
  }

  /** A delivery that is repeated while the first attempt is being processed waits for it. */
  async function once(id: string | undefined, work: () => Promise<void>): Promise<void> {
    if (id === undefined) return work();
    if (seen.has(id)) return;
    let processing = inProgress.get(id);
    if (processing === undefined) {
      processing = work()
        .then(() => seen.add(id))
        .finally(() => inProgress.delete(id));
      inProgress.set(id, processing);
    }
    await processing;
  }

  return async (request) => {
    try {
      return await receive(request);
    } catch (error) {
      if (isLocalError(error, "SIGNATURE")) return refuse(401, error.message);
      logger.error({ error }, "processing a push notification failed");
      return refuse(500, "the delivery could not be processed: deliver it again later");
    }
  };
}

/** Some agents of 0.1 validate a webhook first: it must echo the token of the request. */
function validation(request: Request): Response {
  const given = new URL(request.url).searchParams.get("validationToken") ?? "";
  if (!/^[\x21-\x7e]{1,1000}$/.test(given)) return refuse(400, "expected POST, or GET with a validationToken");
  return new Response(given, { headers: { "Content-Type": "text/plain", "X-Content-Type-Options": "nosniff" } });
}

function refuse(status: number, reason: string, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify({ error: reason }), {
    status,
    headers: { "Content-Type": "application/json", ...headers },
  });
}

/** The body, or `undefined` when it is larger than allowed. */
async function readBody(request: Request, maxBytes: number): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.byteLength;
  }
  return body;
}

/** Compares in constant time: where hashes differ tells nothing about the texts. */
async function isSame(given: string, expected: string): Promise<boolean> {
  const [a, b] = await Promise.all(
    [given, expected].map((text) => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))),
  );
  const [left, right] = [new Uint8Array(a as ArrayBuffer), new Uint8Array(b as ArrayBuffer)]; // one for each text
  return left.reduce((difference, byte, index) => difference | (byte ^ (right[index] ?? 0)), 0) === 0;
}

/** The options of `webhookHandler`. */
const NAMES: OptionNames<WebhookOptions> = {
  expects: true,
  http: true,
  logger: true,
  maxBytes: true,
  maxRemembered: true,
  now: true,
  onEvent: true,
  replayWindowMs: true,
  signature: true,
  token: true,
  url: true,
};
