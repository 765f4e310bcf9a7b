import { type HttpClient, type HttpResponse, type Redactor, readText } from "@a2a/http";
import type { WireCause } from "../protocol/journal.ts";
import type { Journal } from "./journal.ts";

/** How much of one body is recorded, in characters. */
export const MAX_RECORDED = 1024 * 1024;

/** Where exchanges are recorded, and as whose. */
export interface Recorder {
  readonly journal: Journal;
  readonly redactor: Redactor;
  readonly connection: number;
  /** The next number for an exchange. */
  nextExchange(): number;
  /** Why the request that is being made is made. */
  cause(): WireCause | undefined;
}

/** An HTTP client that records every exchange as it goes over the wire, with credentials masked. */
export function recordedHttp(
  http: HttpClient,
  { journal, redactor, connection, nextExchange, cause: causeOf }: Recorder,
): HttpClient {
  return async (request) => {
    const exchange = nextExchange();
    redactor.learn(request);
    const { method, url, headers = {}, body } = request;
    const cause = causeOf();
    journal.append({
      request: {
        exchange,
        connection,
        method,
        url: redactor.url(url),
        headers: redactor.headers(headers),
        body: body === undefined ? undefined : redactor.body(body).slice(0, MAX_RECORDED),
        ...(cause && { cause }),
      },
    });
    let response: HttpResponse;
    try {
      response = await http(request);
    } catch (error) {
      journal.append({ end: { exchange, error: reasonOf(error) } });
      throw error;
    }
    journal.append({ response: { exchange, status: response.status, headers: redactor.headers(response.headers) } });
    return recordedBody(response, exchange);
  };

  /** The same response, with its body recorded as it is read: by whole lines, so that no secret is split. */
  function recordedBody(response: HttpResponse, exchange: number): HttpResponse {
    let recorded = 0;
    let isOver = false;
    const write = (text: string) => {
      if (text === "" || recorded >= MAX_RECORDED) return;
      const kept = redactor.body(text).slice(0, MAX_RECORDED - recorded);
      recorded += kept.length;
      journal.append({ body: { exchange, text: kept } });
    };
    const end = (error?: unknown) => {
      if (isOver) return;
      isOver = true;
      const cut = recorded >= MAX_RECORDED;
      journal.append({
        end: { exchange, ...(error !== undefined && { error: reasonOf(error) }), ...(cut && { cut }) },
      });
    };
    async function* lines(): AsyncGenerator<Uint8Array, void, void> {
      const decoder = new TextDecoder();
      let rest = "";
      try {
        for await (const chunk of response.body) {
          const text = rest + decoder.decode(chunk, { stream: true });
          const cut = text.lastIndexOf("\n") + 1;
          write(text.slice(0, cut));
          rest = text.slice(cut).slice(-MAX_RECORDED);
          yield chunk;
        }
      } catch (error) {
        end(error);
        throw error;
      } finally {
        write(rest);
        end();
      }
    }
    const { status, headers } = response;
    return {
      status,
      headers,
      body: lines(),
      async text(maxBytes, timeoutMs) {
        try {
          const text = await readText(response, { maxBytes, timeoutMs });
          write(text);
          end();
          return text;
        } catch (error) {
          end(error);
          throw error;
        }
      },
    };
  }
}

/** The message of an error. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
