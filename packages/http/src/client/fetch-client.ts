import { LocalError } from "@a2a/types";
import { orAborted } from "@a2a/types/internal";
import { readTarget, type UrlGuard } from "../guard/url-guard.ts";
import { closingBody } from "./closing-body.ts";
import { Deadline } from "./deadline.ts";
import type { HttpClient, HttpRequest, HttpResponse } from "./http-client.ts";

/** A function with the signature of `fetch`. */
export type FetchLike = (request: Request) => Promise<Response> | Response;

/** How to use `fetch`. */
export interface FetchClientOptions {
  /** The function to use. Default: the global `fetch`. */
  fetch?: FetchLike;
  /** The default timeout for the head of a response. Default 30,000. */
  timeoutMs?: number;
  /** Checks each address before it is called. Default: none beyond scheme and credentials. */
  guard?: UrlGuard;
}

/** An HTTP client over `fetch`, for browsers, workers and other runtimes. */
export function fetchClient(options: FetchClientOptions = {}): HttpClient {
  const { fetch = globalFetch(), timeoutMs = 30_000, guard } = options;
  return async (request) => {
    guard?.(readTarget(request.url));
    const deadline = new Deadline(request.signal, request.timeoutMs ?? timeoutMs);
    let answering: Promise<Response> | undefined;
    try {
      deadline.signal.throwIfAborted();
      const sent = toRequest(request, deadline.signal);
      deadline.request = sent;
      answering = Promise.resolve(fetch(sent));
      // Unlike a socket, a handler in the same process may ignore the signal.
      const response = await orAborted(answering, deadline.signal);
      deadline.headReceived();
      return toResponse(response, deadline, request.url);
    } catch (error) {
      deadline.done();
      // A handler that ignores its signal may still answer; release that body.
      answering?.then((late) => late.body?.cancel()).catch(() => undefined);
      throw deadline.explain(error, request.url);
    }
  };
}

/** An HTTP client that calls a handler in the same process, without a socket: for tests, and for agents in one process. */
export function inProcessClient(handler: FetchLike): HttpClient {
  return fetchClient({ fetch: handler });
}

function globalFetch(): FetchLike {
  if (typeof globalThis.fetch !== "function") {
    throw new LocalError(
      "CONFIG",
      "this runtime has no fetch: pass one (`fetchClient({ fetch })`), or use `nodeClient` from @a2a/http/node",
    );
  }
  return (request) => globalThis.fetch(request);
}

function toRequest({ url, method, headers, body }: HttpRequest, signal: AbortSignal): Request {
  return new Request(readTarget(url), {
    method,
    redirect: "manual",
    signal,
    ...(headers && { headers }),
    ...(body !== undefined && { body }),
  });
}

function toResponse(response: Response, deadline: Deadline, url: string): HttpResponse {
  const reader = response.body?.getReader();
  const close = () => {
    deadline.done();
    // Not awaited: a source that hangs in its cancel must not hold up the reader that leaves.
    reader?.cancel().catch(() => undefined);
  };
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: closingBody(chunksOf(reader, deadline, url, close), close),
  };
}

async function* chunksOf(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  deadline: Deadline,
  url: string,
  close: () => void,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    while (reader) {
      const { done, value } = await orAborted(reader.read(), deadline.signal);
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw deadline.explain(error, url);
  } finally {
    close();
  }
}
