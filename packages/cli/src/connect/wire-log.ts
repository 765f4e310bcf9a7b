import { type HttpClient, type HttpRequest, type HttpResponse, Redactor, readText } from "@a2a/http";
import { type Io, shown } from "../cli/io.ts";

/** Logs the wire traffic to stderr. Credentials are always masked. */
export function loggedExchange(exchange: HttpClient, known: readonly string[], io: Io): HttpClient {
  const redactor = new Redactor(known);
  const say = (mark: string, text: string) => io.err(`${mark} ${shown(redactor.body(text)).slice(0, LONGEST)}\n`);
  const headerLine = (name: string, value: string) => `${name}: ${redactor.header(name, value)}`;
  const logRequest = ({ method, url, headers = {}, body }: HttpRequest) => {
    say(">", `${method} ${redactor.url(url)}`);
    for (const [name, value] of Object.entries(headers)) say(">", headerLine(name, value));
    if (body !== undefined) say(">", body);
  };
  return async (request) => {
    redactor.learn(request);
    logRequest(request);
    const begun = performance.now();
    const response = await exchange(request);
    say("<", `${response.status} after ${Math.round(performance.now() - begun)} ms`);
    for (const [name, value = ""] of Object.entries(response.headers)) say("<", headerLine(name, value));
    return logged(response, (text) => say("<", text));
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
