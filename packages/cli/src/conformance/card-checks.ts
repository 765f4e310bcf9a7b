import { bindingOf, cardAddresses, decodeCard } from "@a2a/card";
import { lintCard } from "@a2a/card/lint";
import { type HttpClient, type HttpResponse, readText } from "@a2a/http";
import { isJsonObject, type JsonValue } from "@a2a/types";
import { type Check, type Finding, Skipped } from "./check.ts";

/** The card of an agent, as it is served. */
export interface ServedCard {
  readonly url: string;
  readonly status: number;
  readonly headers: HttpResponse["headers"];
  readonly text: string;
  /** Asks for it again. */
  again(headers: Readonly<Record<string, string>>): Promise<HttpResponse>;
}

/** Fetches the card from the first well-known path that has one, else returns the response of the first path. */
export async function getCard(
  address: string,
  exchange: HttpClient,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<ServedCard> {
  let first: ServedCard | undefined;
  for (const url of cardAddresses(address)) {
    const again = (more: Readonly<Record<string, string>>) =>
      exchange({ method: "GET", url, headers: { Accept: "application/json", ...headers, ...more }, signal });
    const response = await again({});
    const text = await readText(response, { maxBytes: 1024 * 1024 });
    const served = { url, status: response.status, headers: response.headers, text, again };
    if (response.status === 200) return served;
    first ??= served;
  }
  if (first === undefined) throw new TypeError(`${address}: expected an address`);
  return first;
}

/** Checks of the card alone. */
export const cardChecks: readonly Check<ServedCard>[] = [
  {
    name: "card/available",
    requirements: ["R-175"],
    level: "MUST",
    expected: "the card is at a well-known path: HTTP 200",
    run: async ({ status }) => (status === 200 ? undefined : `HTTP ${status}`),
  },
  {
    name: "card/json",
    requirements: ["R-176", "R-231"],
    level: "MUST",
    expected: "the card is a JSON document of type application/json",
    async run(card) {
      const type = card.headers["content-type"] ?? "none";
      if (!/^application\/([\w.+-]+\+)?json\b/i.test(type)) return `content type ${type}`;
      return card.text.includes("\ufffd") || !isJsonObject(parse(card)) ? "no JSON object in UTF-8" : undefined;
    },
  },
  {
    name: "card/valid",
    requirements: ["R-176"],
    level: "MUST",
    expected: "the card is valid in some protocol version",
    async run(card) {
      decodeCard(parse(card) ?? null);
      return undefined;
    },
  },
  linted(
    "card/required-members",
    ["R-177"],
    "MUST",
    "everything a card requires is there",
    /^required\/(card|interface|skill)$/,
  ),
  {
    name: "card/interfaces",
    requirements: ["R-179"],
    level: "MUST",
    expected: "each interface has an absolute URL and a binding",
    async run(card) {
      const { supportedInterfaces } = decodeCard(parse(card) ?? null).card;
      const wrong = supportedInterfaces.find(
        ({ url, protocolBinding }) =>
          protocolBinding === "" || (bindingOf(protocolBinding) !== undefined && !isHttp(url)),
      );
      if (supportedInterfaces.length === 0) return "no interface";
      return wrong && `${wrong.protocolBinding} at ${wrong.url}`;
    },
  },
  {
    name: "card/no-patch-version",
    requirements: ["R-172"],
    level: "SHOULD",
    expected: "protocol versions on a 1.0 card are Major.Minor",
    async run(card) {
      const wire = parse(card);
      const entries = isJsonObject(wire) && Array.isArray(wire.supportedInterfaces) ? wire.supportedInterfaces : [];
      if (entries.length === 0) return new Skipped("the card is older than 1.0");
      const versions = entries.map((entry) => (isJsonObject(entry) ? String(entry.protocolVersion) : ""));
      return versions.find((version) => !/^\d+\.\d+$/.test(version));
    },
  },
  {
    name: "card/cache-control",
    requirements: ["R-183"],
    level: "SHOULD",
    expected: "the card has Cache-Control with max-age",
    run: async ({ headers }) => {
      const control = headers["cache-control"];
      return /max-age=\d+/i.test(control ?? "") ? undefined : (control ?? "no Cache-Control");
    },
  },
  {
    name: "card/etag",
    requirements: ["R-184"],
    level: "SHOULD",
    expected: "the card has an ETag",
    run: async ({ headers }) => (headers.etag ? undefined : "no ETag"),
  },
  {
    name: "card/not-modified",
    requirements: ["R-184"],
    level: "MAY",
    expected: "a request with If-None-Match and the ETag gets 304",
    async run(card) {
      const { etag } = card.headers;
      if (!etag) return new Skipped("the card has no ETag");
      const response = await card.again({ "If-None-Match": etag });
      await readText(response);
      return response.status === 304 ? undefined : `HTTP ${response.status}`;
    },
  },
  linted("card/no-secrets", ["R-187"], "SHOULD", "no credentials in the public card", /secret|credential/),
];

/** A check by the rules of the linter whose names fit. */
function linted(
  name: string,
  requirements: readonly string[],
  level: Check<ServedCard>["level"],
  expected: string,
  rules: RegExp,
): Check<ServedCard> {
  return {
    name,
    requirements,
    level,
    expected,
    async run({ text }): Promise<Finding> {
      const [found] = lintCard(text).filter(({ rule }) => rules.test(rule));
      return found && `${found.pointer || "the card"}: ${found.message}`;
    },
  };
}

function parse({ text }: ServedCard): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue; // JSON.parse gives nothing else
  } catch {
    return undefined;
  }
}

function isHttp(url: string): boolean {
  return URL.canParse(url) && /^https?:/.test(new URL(url).protocol);
}
