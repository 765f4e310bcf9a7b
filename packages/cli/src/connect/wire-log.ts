import type { WireCall, WireObserver } from "@a2a/client/internal/dial";
import { type HttpClient, type HttpResponse, Redactor, readText } from "@a2a/http";
import { type Io, shown } from "../cli/io.ts";

/** Logs the wire traffic of a command. */
export interface WireLog {
  /** An HTTP client whose exchanges are logged. */
  exchange(exchange: HttpClient): HttpClient;
  /** Logs the calls of bindings that do not use HTTP clients, such as gRPC. */
  readonly observe: (call: WireCall) => WireObserver;
}

/** Logs to stderr. Credentials are always masked. */
export function wireLog(known: readonly string[], io: Io): WireLog {
  const redactor = new Redactor(known);
  const say = (mark: string, text: string) => io.err(`${mark} ${shown(redactor.body(text)).slice(0, LONGEST)}\n`);
  const sayHeaders = (mark: string, headers: Readonly<Record<string, string | undefined>>) => {
    for (const [name, value = ""] of Object.entries(headers)) say(mark, `${name}: ${redactor.header(name, value)}`);
  };
  const after = (begun: number) => `after ${Math.round(performance.now() - begun)} ms`;
  return {
    exchange: (exchange) => async (request) => {
      const { method, url, headers = {}, body } = request;
      redactor.learn(request);
      say(">", `${method} ${redactor.url(url)}`);
      sayHeaders(">", headers);
      if (body !== undefined) say(">", body);
      const begun = performance.now();
      const response = await exchange(request);
      say("<", `${response.status} ${after(begun)}`);
      sayHeaders("<", response.headers);
      return logged(response, (text) => say("<", text));
    },
    observe({ url, headers, message }) {
      redactor.learn({ headers });
      say(">", `POST ${redactor.url(url)}`);
      sayHeaders(">", headers);
      say(">", JSON.stringify(message) ?? "");
      const begun = performance.now();
      return {
        headers: (received) => sayHeaders("<", received),
        message: (received) => say("<", JSON.stringify(received) ?? ""),
        ended: (status, error) => say("<", `${status} ${after(begun)}${error === undefined ? "" : `: ${error}`}`),
      };
    },
  };
}

const LONGEST = 64 * 1024;

/** The same response, with each line of its body logged as it is read. Lines are logged whole, so that no secret is split. */
function logged(response: HttpResponse, say: (text: string) => void): HttpResponse {
  async function* body(): AsyncGenerator<Uint8Array, void, void> {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of response.body) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = (lines.pop() ?? "").slice(-LONGEST);
      for (const text of lines) if (text.trim() !== "") say(text);
      yield chunk;
    }
    if (rest !== "") say(rest);
  }
  const { status, headers } = response;
  return {
    status,
    headers,
    body: body(),
    async text(maxBytes, timeoutMs) {
      const text = await readText(response, { maxBytes, timeoutMs });
      if (text !== "") say(text);
      return text;
    },
  };
}
