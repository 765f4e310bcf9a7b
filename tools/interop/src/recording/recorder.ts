import type { IncomingMessage, ServerResponse } from "node:http";
import { type Served, serve } from "../loopback.ts";

/** A request and its answer, as they went over the wire. */
export interface WireExchange {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly contentType?: string;
    readonly body: string;
  };
  readonly answer: { readonly status: number; readonly contentType?: string; readonly body: string };
}

/** A proxy that keeps what passes through it. */
export interface Recorder extends Served {
  /** The exchanges so far, in the order of their ends. */
  readonly exchanges: readonly WireExchange[];
}

/** Starts a proxy for a server. */
export async function serveRecorder(target: string): Promise<Recorder> {
  const exchanges: WireExchange[] = [];
  const served = await serve((request, response) => {
    pass(target, request, response).then(
      (exchange) => exchanges.push(exchange),
      () => response.destroy(),
    );
  });
  return { ...served, exchanges };
}

const HOP_BY_HOP = /^(host|connection|content-length|keep-alive|transfer-encoding)$/;

async function pass(target: string, request: IncomingMessage, response: ServerResponse): Promise<WireExchange> {
  const { method = "GET", url: path = "/" } = request;
  let sent = "";
  for await (const chunk of request.setEncoding("utf8")) sent += String(chunk);
  const headers = Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.test(name));
  const answer = await fetch(target + path, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
    ...(sent && { body: sent }),
  });
  const kept = [...answer.headers].filter(([name]) => !HOP_BY_HOP.test(name));
  response.writeHead(answer.status, { ...Object.fromEntries(kept), Connection: "close" });
  response.flushHeaders();
  let body = "";
  for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    body += text;
    response.write(text);
  }
  response.end();
  return {
    request: { method, path, ...typed(request.headers["content-type"]), body: sent },
    answer: { status: answer.status, ...typed(answer.headers.get("content-type")), body },
  };
}

function typed(contentType: string | null | undefined): { contentType?: string } {
  return contentType ? { contentType } : {};
}
