import { excerpt, excerptOfError } from "@a2a/bridge";
import { discard, type HttpClient, type HttpResponse, readText, type UrlGuard } from "@a2a/http";
import { isLocalError, LocalError } from "@a2a/types";
import { type Freshness, readFreshness } from "./freshness.ts";

/** How to get a document. */
export interface GetOptions {
  readonly http: HttpClient;
  /** Headers that only the origin asked may see. */
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  readonly maxRedirects: number;
  readonly allowRedirect: (from: URL, to: URL) => boolean;
  readonly guard: UrlGuard | undefined;
  readonly signal: AbortSignal | undefined;
  /** How much time is left; throws when there is none. */
  readonly remainingMs: () => number;
}

/** A document and where it was in the end; without text when it has not changed. */
export interface GotDocument {
  readonly url: string;
  readonly text: string | undefined;
  readonly freshness: Freshness;
}

/** Gets a card's document, over a few redirects if need be. The messages of its errors are those of `fetchAgentCard`. */
export async function getDocument(url: string, options: GetOptions): Promise<GotDocument> {
  try {
    return await follow(url, options);
  } catch (error) {
    if (!isLocalError(error) || !Object.hasOwn(ABOUT, error.code)) throw error;
    // OpenSSL's words for a handshake that was answered by something else, such as plain HTTP.
    const isPlain = url.startsWith("https:") && /wrong.version|packet.length/i.test(error.message);
    const reason = isPlain ? `the server does not speak TLS; try ${url.replace("https:", "http:")}` : error.message;
    throw new LocalError(error.code, `${ABOUT[error.code]?.(url)}: ${reason}`, { cause: error });
  }
}

/** The beginning of a message, by the code of its error. */
const ABOUT: Readonly<Record<string, (url: string) => string>> = {
  NETWORK: (url) => `Cannot reach agent card at ${url}`,
  TIMEOUT: (url) => `Timed out fetching agent card from ${url}`,
  LIMIT: (url) => `Agent card at ${url} is refused`,
};

async function follow(start: string, options: GetOptions): Promise<GotDocument> {
  let url = start;
  for (let hops = 0; ; hops++) {
    const response = await ask(url, new URL(start).origin, options);
    const { status } = response;
    if (status === 304) discard(response);
    if (status === 200 || status === 304) {
      const text = status === 200 ? await read(response, options) : undefined;
      return { url, text, freshness: readFreshness(response) };
    }
    const next = REDIRECTS.has(status) ? response.headers.location : undefined;
    if (next === undefined) throw await refusal(url, response, options);
    discard(response);
    if (hops >= options.maxRedirects) {
      throw new LocalError("LIMIT", `it redirects more than ${options.maxRedirects} times`);
    }
    url = checkRedirect(url, next, options);
  }
}
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

function ask(url: string, origin: string, options: GetOptions): Promise<HttpResponse> {
  const target = new URL(url);
  options.guard?.(target);
  return options.http({
    method: "GET",
    url,
    headers: { Accept: "application/json", ...(target.origin === origin && options.headers) },
    signal: options.signal,
    timeoutMs: options.remainingMs(),
  });
}

function read(response: HttpResponse, { maxBytes, remainingMs }: GetOptions): Promise<string> {
  return readText(response, { maxBytes, timeoutMs: remainingMs() });
}

async function refusal(url: string, response: HttpResponse, options: GetOptions): Promise<LocalError> {
  const { status } = response;
  const body = await read(response, { ...options, maxBytes: 64 * 1024 }).catch(() => "");
  return new LocalError("HTTP", `GET ${url} returned HTTP ${status}: ${excerptOfError(body)}`, { status });
}

/** The address a redirect leads to. A host that serves cards must not choose which other hosts we call. */
function checkRedirect(url: string, location: string, { allowRedirect }: GetOptions): string {
  if (!URL.canParse(location, url)) {
    throw new LocalError("PROTOCOL", `Agent card at ${url} redirects to an invalid URL`);
  }
  const [from, to] = [new URL(url), new URL(location, url)];
  if (to.origin === from.origin || allowRedirect(from, to)) return to.href;
  throw new LocalError(
    "BLOCKED",
    `Agent card at ${url} redirects to ${excerpt(to.origin)}: only redirects within ${from.origin} are followed`,
  );
}
