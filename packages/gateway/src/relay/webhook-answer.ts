import type { Answer } from "@a2a/bridge";
import type { IncomingRequest } from "@a2a/server";
import { Budget } from "@a2a/server/backend-kit";
import { A2AError } from "@a2a/types";
import type { WebhookRelay } from "./webhook-relay.ts";

const MAX_BYTES = 10_485_760;

/** Answers deliveries of agents. Bodies are read once their token was checked, within a budget of their own. */
export function webhookAnswers(
  webhooks: WebhookRelay,
  baseUrl: string,
): (id: string, request: IncomingRequest) => Promise<Answer> {
  const budget = new Budget(4 * MAX_BYTES, 2 * MAX_BYTES);
  return async (id, incoming) => {
    const { method, path, query, headers } = incoming;
    const url = new URL(`${path}${query === "" ? "" : `?${query}`}`, baseUrl);
    const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    );
    const hasBody = method !== "GET" && method !== "HEAD";
    const body = hasBody ? { body: lazyBody(incoming, budget, id), duplex: "half" as const } : {};
    const response = await webhooks.receive(id, new Request(url, { method, headers: given, ...body }));
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  };
}

/** A body that is read when it is asked for. */
function lazyBody({ body, readBody }: IncomingRequest, budget: Budget, id: string): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        let taken = 0;
        const take = (bytes: number) => {
          if (!budget.take(id, bytes)) throw new A2AError("CAPACITY_EXCEEDED");
          taken += bytes;
        };
        try {
          const text = readBody ? await readBody({ maxBytes: MAX_BYTES, take }) : body;
          controller.enqueue(new TextEncoder().encode(text));
          controller.close();
        } finally {
          budget.give(id, taken);
        }
      },
    },
    { highWaterMark: 0 },
  );
}
