import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isLoopback } from "@a2a/types/internal";
import type { Redirect } from "../oauth/options.ts";

/** Where a login returns to. */
export interface LoopbackRedirectOptions {
  /** The port of the redirect URI. Default: a free one, which authorization servers accept for native applications (RFC 8252). */
  port?: number;
  /** The path of the redirect URI. Default `/callback`. */
  path?: string;
}

/** Receives the browser on 127.0.0.1 after a login, as the `redirect` of `oauth`. Each login has a listener of its own. */
export function loopbackRedirect({ port = 0, path = "/callback" }: LoopbackRedirectOptions = {}) {
  return async (state: string): Promise<Redirect> => {
    const answered = Promise.withResolvers<URL>();
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? "/", uri);
      const { hostname } = new URL(`http://${request.headers.host ?? ""}/`);
      const isOurs = request.method === "GET" && url.pathname === path && isLoopback(hostname);
      // A page that does not know the state cannot end the login.
      const isExpected = isOurs && url.searchParams.get("state") === state;
      const text = isExpected
        ? "You can close this page and return to the program."
        : "This page is not part of a login.";
      response.writeHead(isExpected ? 200 : 404, HEADERS).end(`<!doctype html><title>Login</title><p>${text}</p>`);
      if (isExpected) answered.resolve(url);
    });
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    const { port: bound } = server.address() as AddressInfo; // a server that listens on TCP has such an address
    const uri = `http://127.0.0.1:${bound}${path}`;
    return {
      uri,
      response: answered.promise,
      async [Symbol.asyncDispose]() {
        const closed = once(server, "close");
        server.close();
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), 1_000).unref();
        await closed;
      },
    };
  };
}

const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'",
  "Referrer-Policy": "no-referrer",
  Connection: "close",
};
