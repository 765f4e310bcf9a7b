import { AsyncLocalStorage } from "node:async_hooks";
import { type DeliveredEvent, type WebhookOptions, webhookHandler } from "@a2a/client/webhook";
import { discard, type HttpClient } from "@a2a/http";
import { type FetchServer, serveFetch } from "./fetch-server.ts";

/** Options of a webhook receiver. */
export interface ReceiverOptions extends Omit<WebhookOptions, "onEvent" | "http"> {
  port: number;
  /** Carries out forwarded requests, and reads keys. */
  http: HttpClient;
  /** Where verified deliveries are posted to, as they came. */
  forward?: string;
  /** Called once for each event, after it was forwarded. */
  onEvent: (delivered: DeliveredEvent) => void;
  /** Called for each refused delivery, with the reason. */
  onRefused: (status: number, reason: string) => void;
}

/** A delivery as it came. */
interface Raw {
  readonly headers: Headers;
  readonly body: string;
}

/** Receives webhooks on the loopback: verifies each delivery, forwards it, and tells of it. */
export async function startReceiver(options: ReceiverOptions): Promise<FetchServer> {
  const { port, forward, onEvent, onRefused, ...webhook } = options;
  // The handler yields events; the raw delivery is forwarded.
  const underWay = new AsyncLocalStorage<Raw>();
  const handle = webhookHandler({
    ...webhook,
    async onEvent(delivered) {
      const raw = underWay.getStore();
      if (forward !== undefined && raw) await passOn(raw, forward);
      onEvent(delivered);
    },
  });

  /** Throws if the target does not accept it, so that the agent delivers it again. */
  async function passOn({ headers, body }: Raw, url: string): Promise<void> {
    const kept = [...headers].filter(([name]) => !OWN_HEADERS.has(name));
    const problem = await options
      .http({ method: "POST", url, headers: Object.fromEntries(kept), body })
      .then((response) => {
        discard(response);
        return response.status < 300 ? undefined : `${url} answered with HTTP ${response.status}`;
      })
      .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    if (problem === undefined) return;
    onRefused(502, `it could not be forwarded: ${problem}`);
    throw new Error(problem);
  }

  return serveFetch(async (request) => {
    const body = await request.text();
    const { method, url, headers } = request;
    const again = new Request(url, { method, headers, ...(body !== "" && { body }) });
    const response = await underWay.run({ headers, body }, () => handle(again));
    if (response.status >= 400 && response.status !== 500) onRefused(response.status, await reasonOf(response.clone()));
    return response;
  }, port);
}

/** Hop-by-hop headers, and those that are rewritten. */
const OWN_HEADERS = new Set(["host", "connection", "content-length", "transfer-encoding", "keep-alive", "expect"]);

async function reasonOf(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error?: unknown }; // the handler's own answer
  return typeof error === "string" ? error : "";
}
