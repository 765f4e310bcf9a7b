import type { Answer, Dialect, ServerRequest } from "@a2a/bridge";
import type { CardReader } from "@a2a/bridge/cards";
import { cardHandlerWith } from "@a2a/card/handler";
import type { AgentCard, Logger } from "@a2a/types";
import { cardBelow, pathOf, trimSlash } from "../../util/base-path.ts";
import { cardUnavailable } from "./card-unavailable.ts";
import { SignedCards } from "./signed-cards.ts";

interface Located {
  readonly basePath?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly mount?: string | undefined;
}

/** How many paths are remembered: a framework may take a part of the path from the caller. */
const MAX_SITES = 32;

/** The path below which an agent lives, as far as its options say. */
export function basePathOf({ basePath, baseUrl }: Located): string {
  return trimSlash(basePath ?? (baseUrl === undefined ? "" : pathOf(baseUrl)));
}

/** The address of the JSON-RPC endpoint. The path of `baseUrl` is the one that callers see, so it goes before `basePath`. */
export function endpointOf(options: Located): string {
  const { mount = "/a2a", baseUrl = "http://localhost" } = options;
  return new URL(publicPathOf(options) + trimSlash(mount), baseUrl).href;
}

function publicPathOf(options: Located): string {
  const { baseUrl } = options;
  return (baseUrl === undefined ? "" : pathOf(baseUrl)) || basePathOf(options);
}

/** The agent, and where it is. */
export interface SitesOptions extends Located {
  /** Whether the card names an address of its author's own. */
  readonly isAddressed: boolean;
  readonly card: AgentCard;
  readonly readers: readonly CardReader[];
  readonly isStopping: () => boolean;
  readonly signCard?: ((card: AgentCard) => Promise<AgentCard>) | undefined;
  /** A deviation to write the card in. */
  readonly dialect?: Dialect | undefined;
  readonly logger: Logger;
}

/** An agent as it is seen below one path. */
export interface Site {
  /** Answers requests for the card. */
  readonly cards: (request: ServerRequest) => Answer | undefined | Promise<Answer>;
  /** The page for browsers. Most agents never show it, so it is loaded when one asks. */
  readonly page: () => Promise<Answer>;
  /** The path of the card, as callers see it. */
  readonly cardPath: string;
}

/** An agent as it is seen below each of the paths at which frameworks mount it. */
export class Sites {
  readonly #options: SitesOptions;
  /** The path as the options name it; a mount path of a framework then has nothing to add. */
  readonly #publicPath: string;
  readonly #isFixed: boolean;
  readonly #sites = new Map<string, Site>();

  constructor(options: SitesOptions) {
    this.#options = options;
    this.#publicPath = publicPathOf(options);
    this.#isFixed = options.isAddressed || this.#publicPath !== "";
  }

  at(mountPath: string): Site {
    const key = this.#isFixed ? "" : mountPath;
    let site = this.#sites.get(key);
    if (site === undefined) {
      if (this.#sites.size >= MAX_SITES) this.#sites.clear();
      site = this.#open(key, this.#publicPath || mountPath);
      this.#sites.set(key, site);
    }
    return site;
  }

  #open(addedPath: string, path: string): Site {
    const { readers, isStopping, signCard, dialect, logger } = this.#options;
    const card = addedPath === "" ? this.#options.card : cardBelow(this.#options.card, addedPath);
    const options = dialect ? { dialect } : {};
    const unsigned = cardHandlerWith(card, readers, options);
    const sign = signCard && (async () => cardHandlerWith(await signedIn(card, dialect, signCard), readers, options));
    const signed = sign && new SignedCards(unsigned, sign, logger);
    const cards = signed ? (request: ServerRequest) => signed.answer(request) : unsigned;
    return {
      // Callers that look for an agent should find another one while this one stops, or has lost its storage.
      cards: (request) => (isStopping() ? unsigned(request) && STOPPING : cards(request)),
      page: async () => (await import("./agent-page.ts")).agentPage(card, path),
      cardPath: `${path}/.well-known/agent-card.json`,
    };
  }
}

/** A card in a dialect, with signatures that cover it as served. */
async function signedIn(
  card: AgentCard,
  dialect: Dialect | undefined,
  sign: (card: AgentCard) => Promise<AgentCard>,
): Promise<AgentCard> {
  if (dialect?.card === undefined) return sign(card);
  const { signatures } = await sign(dialect.card(card) as AgentCard); // a dialect adds members to the card
  return { ...card, ...(signatures && { signatures }) };
}

const STOPPING = cardUnavailable("The agent is stopping or has lost its storage: try again shortly");
