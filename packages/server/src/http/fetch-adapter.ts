import { BodyCollector, notUtf8 } from "./body-collector.ts";
import type { BodyBounds, Handle, IncomingRequest, ServedAnswer } from "./incoming-request.ts";

/** A handler for `Request` and `Response`. */
export function toFetch(handle: Handle): (request: Request) => Promise<Response> {
  return async (request) => {
    const url = new URL(request.url);
    const incoming: IncomingRequest = {
      method: request.method,
      path: url.pathname,
      query: url.search.slice(1),
      headers: Object.fromEntries(request.headers),
      body: "",
      ...(request.body && { readBody: (bounds: BodyBounds) => readBody(request, bounds) }),
    };
    const gone = new AbortController();
    if (request.signal.aborted) gone.abort(request.signal.reason);
    else request.signal.addEventListener("abort", () => gone.abort(request.signal.reason), { once: true });
    return toResponse(await handle(incoming, gone.signal), gone);
  };
}

async function readBody({ headers, body }: Request, bounds: BodyBounds): Promise<string> {
  const collected = new BodyCollector(bounds, headers.get("content-length"));
  // Leaving the loop cancels the body.
  for await (const chunk of body ?? []) collected.add(chunk as Uint8Array); // bodies consist of bytes
  // A byte order mark is kept, so that JSON.parse refuses it.
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    return collected.consume((bytes) => decoder.decode(bytes));
  } catch {
    throw notUtf8();
  }
}

function toResponse({ status, headers, body, release }: ServedAnswer, gone: AbortController): Response {
  if (typeof body === "string") {
    // The runtime does not tell when the answer was sent; the handler is done with it now.
    release?.();
    return new Response(status === 204 || status === 304 ? null : body, { status, headers });
  }
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
