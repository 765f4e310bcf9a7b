import { readServiceParameters } from "@a2a/bridge";
import { cardErrorAnswer } from "@a2a/bridge/cards";
import { buildCard, type FetchedCard, WELL_KNOWN } from "@a2a/card";
import type { CardHandler } from "@a2a/card/handler";
import type { Handle } from "@a2a/server";
import type { Backend, BackendHandler, Front, Perform } from "@a2a/server/backend-kit";
import { type A2AError, type AgentCard, isA2AError, normalizeVersion } from "@a2a/types";
import type { AgentLink } from "../agents/agent-link.ts";
import type { Connected } from "../agents/link-types.ts";
import { isOfferedHere } from "../agents/rewritten-card.ts";
import type { Place, Publish } from "./publish.ts";

/** The dependencies of a site. */
export interface SiteParts {
  readonly front: Front;
  readonly link: AgentLink;
  readonly place: Place;
  /** The card of the agent as it is served here. */
  readonly publish: Publish;
  /** Performs calls, under the card that is served. */
  readonly performer: (card: AgentCard) => Perform;
  readonly resolveAlias: Backend["resolveAlias"];
  readonly isStopping: () => boolean;
}

interface Opened {
  readonly connected: Connected;
  readonly handler: BackendHandler;
  readonly perform: Perform;
}

/** An agent at one place of the gateway. Its card is published when the agent was reached, and again when it changes. */
export class AgentSite {
  readonly #parts: SiteParts;
  #opened: Opened | undefined;
  #opening: { readonly connected: Connected; readonly opened: Promise<Opened> } | undefined;

  constructor(parts: SiteParts) {
    this.#parts = parts;
  }

  /** Answers a request. An agent that cannot be reached is answered for in the caller's own form. */
  readonly handle: Handle = async (request, signal) => {
    let opened: Opened | Promise<Opened>;
    try {
      opened = this.#open();
      if ("then" in opened) opened = await opened;
    } catch (error) {
      return this.#unreachable(error).handle(request, signal);
    }
    return opened.handler.handle(request, signal);
  };

  /** Performs a call that came by another way. */
  readonly perform: Perform = async (call, caller, signal) => (await this.#open()).perform(call, caller, signal);

  #open(): Opened | Promise<Opened> {
    const reached = this.#parts.link.reach();
    if ("then" in reached) return reached.then((connected) => this.#openFor(connected));
    return this.#openFor(reached);
  }

  #openFor(connected: Connected): Opened | Promise<Opened> {
    if (this.#opened?.connected === connected) return this.#opened;
    if (this.#opening?.connected !== connected) {
      const opened = this.#publish(connected);
      this.#opening = { connected, opened };
      // A card that cannot be published is tried again with the next request.
      opened.catch(() => {
        this.#opening = undefined;
      });
    }
    return this.#opening.opened;
  }

  async #publish(connected: Connected): Promise<Opened> {
    const { front, place, publish, performer, resolveAlias, isStopping, link } = this.#parts;
    const card = await publish(connected.card);
    const perform = performer(card);
    const { fetched } = connected;
    const isVerbatim = link.options.serveCard === "verbatim" || isOfferedHere(connected.card, { url: place.endpoint });
    const handler = front.host({
      card,
      perform,
      resolveAlias,
      isAddressed: true,
      isStopping,
      baseUrl: place.baseUrl,
      ...(place.basePath !== undefined && { basePath: place.basePath }),
      ...(fetched && isVerbatim && { cards: verbatim(fetched) }),
    });
    this.#opened = { connected, handler, perform };
    return this.#opened;
  }

  #unreachable(error: unknown): BackendHandler {
    const { front, place, link, resolveAlias } = this.#parts;
    const refusal = isA2AError(error) ? error : undefined;
    return front.host({
      card: buildCard({ name: link.name }, { url: place.endpoint, versions: front.codecs }),
      perform: () => Promise.reject(error),
      resolveAlias,
      isAddressed: true,
      baseUrl: place.baseUrl,
      ...(place.basePath !== undefined && { basePath: place.basePath }),
      cards: (request) => (isCardPath(request.path) && refusal ? withRetry(refusal) : undefined),
    });
  }
}

function isCardPath(path: string): boolean {
  return WELL_KNOWN.some((known) => known === path);
}

function withRetry(error: A2AError): ReturnType<typeof cardErrorAnswer> {
  const answer = cardErrorAnswer(error);
  const headers = { ...answer.headers, "Retry-After": "1", "Cache-Control": "no-store" };
  return { ...answer, headers };
}

/** The card as the agent wrote it, for callers that ask for the protocol version it is written in. */
function verbatim({ source, version, etag }: FetchedCard): CardHandler {
  return ({ method, path, headers, query }) => {
    if (!isCardPath(path) || (method !== "GET" && method !== "HEAD")) return undefined;
    const asked = readServiceParameters(headers, query).version;
    if (asked === undefined || normalizeVersion(asked) !== version) return undefined;
    const caching = { Vary: "A2A-Version", "Cache-Control": "no-cache", ...(etag !== undefined && { ETag: etag }) };
    if (etag !== undefined && headers["if-none-match"] === etag) return { status: 304, headers: caching, body: "" };
    const body = method === "HEAD" ? "" : source;
    return { status: 200, headers: { "Content-Type": "application/json", ...caching }, body };
  };
}
