import { cardAddresses } from "@a2a/card";
import { type HttpClient, readText } from "@a2a/http";
import { isJsonObject, isLocalError, type JsonObject, type JsonValue } from "@a2a/types";
import { error, info, type Symptom, warning } from "./symptom.ts";

/** The response of one location. */
export interface Location {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** The body, if it is a JSON object. */
  readonly document?: JsonObject;
}

/** How locations are asked. */
export interface LookOptions {
  readonly exchange: HttpClient;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** Tries every location of a card, and explains what was found instead. */
export async function lookForCard(
  address: string,
  options: LookOptions,
): Promise<{ found?: Location; symptoms: Symptom[] }> {
  const asked: Location[] = [];
  const problems: Symptom[] = [];
  for (const url of cardAddresses(address)) {
    const location = await ask(url, options, problems);
    if (location === undefined) continue;
    asked.push(location);
    if (location.status !== 200 || location.document === undefined) continue;
    if (isOf(address, location)) return { found: location, symptoms: remarks(location, asked) };
    const { pathname, origin } = new URL(address);
    const advice = `Serve the agent's own card at ${origin}${pathname.replace(/\/$/, "")}/.well-known/agent-card.json, or use the other agent's address.`;
    return {
      symptoms: [
        error("card/other-agent", `the card at ${location.url} is of an agent elsewhere than ${pathname}`, advice),
      ],
    };
  }
  return { symptoms: [...problems, ...explained(asked)] };
}

/** Whether a card belongs to an address: it was found below its path, or names an interface there. */
function isOf(address: string, { url, document }: Location): boolean {
  const path = new URL(address).pathname;
  if (path === "/" || path.endsWith(".json")) return true;
  const prefix = path.endsWith("/") ? path : `${path}/`;
  if (new URL(url).pathname.startsWith(prefix)) return true;
  const { url: own, supportedInterfaces, additionalInterfaces } = document ?? {};
  const entries = [supportedInterfaces, additionalInterfaces].flatMap((list) => (Array.isArray(list) ? list : []));
  const named = [own, ...entries.map((entry) => (isJsonObject(entry) ? entry.url : undefined))];
  return named.some(
    (text) =>
      typeof text === "string" && URL.canParse(text, url) && `${new URL(text, url).pathname}/`.startsWith(prefix),
  );
}

async function ask(url: string, options: LookOptions, problems: Symptom[]): Promise<Location | undefined> {
  const { exchange, signal, timeoutMs } = options;
  try {
    const headers = { Accept: "application/json", "A2A-Version": "1.0" };
    const response = await exchange({ method: "GET", url, headers, signal, timeoutMs });
    const text = await readText(response, { maxBytes: 1024 * 1024, timeoutMs });
    const document = parsed(text);
    return { url, status: response.status, headers: response.headers, text, ...(document && { document }) };
  } catch (problem) {
    signal.throwIfAborted();
    const isLate = isLocalError(problem, "TIMEOUT");
    const advice = isLate ? "Serve the card as a static document." : "Check the server's log for this request.";
    const what = problem instanceof Error ? problem.message : String(problem);
    if (problems.length === 0)
      problems.push(error(isLate ? "card/timeout" : "card/failed", `GET ${url}: ${what}`, advice));
    return undefined;
  }
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as JsonValue; // JSON.parse gives nothing else
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Remarks about a card that was found, but not as newer or stricter clients expect it. */
function remarks(location: Location, asked: readonly Location[]): Symptom[] {
  const symptoms: Symptom[] = [];
  const type = location.headers["content-type"] ?? "";
  if (!/\bjson\b/i.test(type)) {
    const advice = "Serve it as application/json: some clients refuse to read anything else.";
    symptoms.push(warning("card/content-type", `the card is served as ${type || "no media type"}`, advice));
  }
  const first = asked[0];
  if (first !== undefined && first !== location && location.url.endsWith("/agent.json")) {
    const advice = "Serve the card at /.well-known/agent-card.json as well: clients since 0.3 look there only.";
    symptoms.push(warning("card/old-path", `the card is at ${location.url} only`, advice));
  }
  return symptoms;
}

function explained(asked: readonly Location[]): Symptom[] {
  const odd = asked.find(({ status }) => status !== 404) ?? asked[0];
  if (odd === undefined) return [];
  const { url, status, text, headers } = odd;
  if (status === 401 || status === 403) {
    const advice = "Serve the card without credentials: callers learn from it which credentials to send.";
    return [error("card/credentials", `GET ${url} returned HTTP ${status}`, advice)];
  }
  if (status >= 300 && status < 400) {
    const advice = "Serve the card at this URL, or give callers the URL it redirects to.";
    return [error("card/redirect", `GET ${url} redirects to ${headers.location ?? "nowhere"}`, advice)];
  }
  if (status >= 500) {
    const advice = "Check the server's log; a proxy that reports this may not reach the agent.";
    return [error("card/failing", `GET ${url} returned HTTP ${status}`, advice)];
  }
  if (status === 200) {
    const isPage = /^\s*</.test(text);
    const what = isPage ? "a web page" : "a document that is not a JSON object";
    const advice = isPage
      ? "Route this path to the agent: a single-page application or a login page answers instead."
      : "Serve the agent card there, as one JSON object.";
    return [error(isPage ? "card/html" : "card/not-json", `GET ${url} returned ${what}`, advice)];
  }
  const paths = asked.map((location) => new URL(location.url).pathname).join(", ");
  return [
    error(
      "card/missing",
      `there is no agent card: HTTP ${status} for ${paths}`,
      "Serve one at /.well-known/agent-card.json.",
    ),
    info("card/none-needed", "an agent of 0.1 may have no card", "Name its version with --a2a-version 0.1."),
  ];
}
