import { type WebhookOptions, webhookHandler } from "@a2a/client/webhook";
import { serve } from "./loopback.ts";

/** A receiver of webhooks on a free port. */
export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string;
  /** How each delivery was answered. */
  readonly statuses: readonly number[];
}

/** Serves a receiver of webhooks. */
export async function serveReceiver(options: WebhookOptions): Promise<WebhookReceiver> {
  const handle = webhookHandler(options);
  const statuses: number[] = [];
  const served = await serve((request, response) => {
    void (async () => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
      const url = new URL(request.url ?? "/", served.url);
      const answer = await handle(new Request(url, { method: request.method ?? "POST", headers, body }));
      statuses.push(answer.status);
      response.writeHead(answer.status, { Connection: "close" }).end();
    })();
  });
  return { url: `${served.url}/hook`, statuses, [Symbol.asyncDispose]: () => served[Symbol.asyncDispose]() };
}
