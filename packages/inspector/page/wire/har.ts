import { type Exchange, isGrpc } from "../state/model.ts";

/** Exchanges in the HTTP Archive format 1.2, with credentials masked as they are in the page. */
export function toHar(exchanges: readonly Exchange[]): object {
  return {
    log: { version: "1.2", creator: { name: "a2a inspector", version: "1" }, entries: exchanges.map(toEntry) },
  };
}

function toEntry(exchange: Exchange): object {
  const { at, answeredAt = at, endedAt = answeredAt, method, url, status = 0, error } = exchange;
  const body = exchange.body.map(({ text }) => text).join("");
  const httpVersion = isGrpc(exchange) ? "HTTP/2" : "HTTP/1.1";
  const type = exchange.responseHeaders?.["content-type"] ?? "";
  return {
    startedDateTime: new Date(at).toISOString(),
    time: endedAt - at,
    request: {
      method,
      url,
      httpVersion,
      cookies: [],
      headers: pairs(exchange.requestHeaders),
      queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: exchange.requestBytes ?? sizeOf(exchange.requestBody ?? ""),
      ...(exchange.requestBody !== undefined && {
        postData: {
          mimeType: exchange.requestHeaders["Content-Type"] ?? "application/json",
          text: exchange.requestBody,
        },
      }),
    },
    response: {
      status,
      statusText: "",
      httpVersion,
      cookies: [],
      headers: pairs(exchange.responseHeaders ?? {}),
      content: { size: sizeOf(body), mimeType: type, text: body },
      redirectURL: "",
      headersSize: -1,
      bodySize: isGrpc(exchange) ? exchange.size : sizeOf(body),
      ...(error !== undefined && { _error: error }),
    },
    cache: {},
    timings: { send: 0, wait: answeredAt - at, receive: endedAt - answeredAt },
  };
}

function sizeOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

function pairs(headers: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}
