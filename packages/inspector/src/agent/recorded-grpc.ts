import type { WireCall, WireObserver } from "@a2a/client/internal/dial";
import { MAX_RECORDED, type Recorder } from "./recorded-http.ts";

/** Records calls over gRPC with their messages decoded, and credentials masked. */
export function recordedGrpc({ journal, redactor, connection, nextExchange, cause: causeOf }: Recorder) {
  return ({ url, headers, message, bytes }: WireCall): WireObserver => {
    const exchange = nextExchange();
    redactor.learn({ headers });
    const cause = causeOf();
    let recorded = 0;
    journal.append({
      request: {
        exchange,
        connection,
        method: "POST",
        url: redactor.url(url),
        headers: redactor.headers(headers),
        body: shown(message),
        bytes,
        ...(cause && { cause }),
      },
    });
    return {
      headers: (received) =>
        journal.append({ response: { exchange, status: 200, headers: redactor.headers(received) } }),
      message(received, size) {
        const text = recorded < MAX_RECORDED ? shown(received).slice(0, MAX_RECORDED - recorded) : "";
        recorded += text.length;
        journal.append({ body: { exchange, text, bytes: size } });
      },
      ended(grpcStatus, error) {
        const cut = recorded >= MAX_RECORDED;
        journal.append({ end: { exchange, grpcStatus, ...(error !== undefined && { error }), ...(cut && { cut }) } });
      },
    };
  };

  function shown(message: unknown): string {
    return message === undefined ? "" : redactor.body(JSON.stringify(message)).slice(0, MAX_RECORDED);
  }
}
