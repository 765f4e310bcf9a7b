import { type HttpClient, type HttpRequest, type HttpResponse, readText } from "@a2a/http";
import { type Io, shown } from "../cli/io.ts";

/** Shows what goes over the wire on stderr. Whatever the caller asks for, credentials are never among it. */
export function loggedExchange(exchange: HttpClient, known: readonly string[], io: Io): HttpClient {
  const secrets = new Set(known);
  const say = (mark: string, text: string) => io.err(`${mark} ${shown(redacted(text, secrets)).slice(0, LONGEST)}\n`);
  return async (request) => {
    // An agent may echo secrets.
    for (const secret of secretsIn(request)) secrets.add(secret);
    logRequest(request, say);
    const begun = performance.now();
    const response = await exchange(request);
    say("<", `${response.status} after ${Math.round(performance.now() - begun)} ms`);
    for (const [name, value = ""] of Object.entries(response.headers)) say("<", headerLine(name, value));
    return logged(response, (text) => say("<", text));
  };
}

const LONGEST = 64 * 1024;

function logRequest({ method, url, headers = {}, body }: HttpRequest, say: (mark: string, text: string) => void): void {
  const target = new URL(url);
  for (const name of target.searchParams.keys()) if (SECRET.test(name)) target.searchParams.set(name, "***");
  say(">", `${method} ${target.href}`);
  for (const [name, value] of Object.entries(headers)) say(">", headerLine(name, value));
  if (body !== undefined) say(">", body);
}

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

function headerLine(name: string, value: string): string {
  return `${name}: ${SECRET.test(name) || /^(bearer|basic) /i.test(value) ? "***" : value}`;
}

function secretsIn({ headers = {} }: HttpRequest): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (!SECRET.test(name)) return [];
    const token = value.slice(value.indexOf(" ") + 1);
    return token.length < 4 ? [] : [token];
  });
}

/** Redacts known secrets, and JSON members and form fields with the names of secrets. */
function redacted(text: string, secrets: ReadonlySet<string>): string {
  let safe = text;
  for (const secret of secrets) safe = safe.replaceAll(secret, "***");
  return safe
    .replace(
      /"([\w-]*(?:token|credentials|secret|password|device_code|api_?key))"(\s*:\s*)"(?:[^"\\]|\\.)*"/gi,
      '"$1"$2"***"',
    )
    .replace(/(?<![\w-])([\w-]*(?:token|secret|password|device_code|client_assertion))=[^&\s]+/gi, "$1=***");
}

const SECRET = /auth|cookie|key|token|secret|password|credential|session|signature/i;
