import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isJsonObject, type JsonObject } from "@a2a/types";

/** What a provider was asked. */
export interface Asked {
  readonly path: string;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: JsonObject;
}

/** A provider on this machine: it answers by a script, one answer after the other, in the wire format of the real one. */
export interface Provider extends AsyncDisposable {
  readonly url: string;
  readonly asked: readonly Asked[];
}

/** Serves the answers in turn; each is made of what was asked. */
export async function serveProvider(
  ...answers: ((asked: Asked) => { status?: number; body: object })[]
): Promise<Provider> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void readAll(request).then((text) => {
      const body: unknown = JSON.parse(text);
      const question = { path: request.url ?? "", headers: request.headers, body: isJsonObject(body) ? body : {} };
      const answer = answers[asked.length]?.(question) ?? { status: 500, body: {} };
      asked.push(question);
      response.writeHead(answer.status ?? 200, { "Content-Type": "application/json", Connection: "close" });
      response.end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server has one
    asked,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** All text of a stream. */
export async function readAll(stream: AsyncIterable<unknown>): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  return text;
}
