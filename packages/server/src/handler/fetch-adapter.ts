import type { Answer, ServerRequest } from "@a2a/bridge";
import type { Handle } from "./handle.ts";

/** A handler for `Request` and `Response`. */
export function toFetch(handle: Handle): (request: Request) => Promise<Response> {
  return async (request) => {
    const url = new URL(request.url);
    const exchange: ServerRequest = {
      method: request.method,
      path: url.pathname,
      query: url.search.slice(1),
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
    };
    const gone = new AbortController();
    if (request.signal.aborted) gone.abort(request.signal.reason);
    else request.signal.addEventListener("abort", () => gone.abort(request.signal.reason), { once: true });
    return toResponse(await handle(exchange, gone.signal), gone);
  };
}

function toResponse({ status, headers, body }: Answer, gone: AbortController): Response {
  if (typeof body === "string")
    return new Response(status === 204 || status === 304 ? null : body, { status, headers });
  const chunks = body[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        controller.error(error);
      }
    },
    async cancel(reason) {
      gone.abort(reason);
      await chunks.return?.();
    },
  });
  return new Response(stream, { status, headers });
}
