import type { Answer } from "@a2a/bridge";
import { type CardReader, cardErrorAnswer } from "@a2a/bridge/cards";
import { cardHandlerWith } from "@a2a/card/handler";
import { A2AError, type AgentCard } from "@a2a/types";
import { agentPage } from "./agent-page.ts";
import { cardBelow, pathOf, trimSlash } from "./base-path.ts";
import type { Site } from "./handle.ts";

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

/** An agent as it is seen below each of the paths at which frameworks mount it. */
export class Sites {
  readonly #card: AgentCard;
  readonly #readers: readonly CardReader[];
  readonly #isStopping: () => boolean;
  /** The path as the options name it; a mount path of a framework then has nothing to add. */
  readonly #publicPath: string;
  readonly #isFixed: boolean;
  readonly #sites = new Map<string, Site>();

  constructor(
    options: Located,
    isAddressed: boolean,
    card: AgentCard,
    readers: readonly CardReader[],
    isStopping: () => boolean,
  ) {
    this.#card = card;
    this.#readers = readers;
    this.#isStopping = isStopping;
    this.#publicPath = publicPathOf(options);
    this.#isFixed = isAddressed || this.#publicPath !== "";
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
    const card = addedPath === "" ? this.#card : cardBelow(this.#card, addedPath);
    const cards = cardHandlerWith(card, this.#readers);
    return {
      // Whoever looks for an agent had better look elsewhere while this one stops, or has lost its storage.
      cards: (request) => (this.#isStopping() ? cards(request) && STOPPING : cards(request)),
      page: agentPage(card, path),
      cardPath: `${path}/.well-known/agent-card.json`,
    };
  }
}

const STOPPING: Answer = {
  ...cardErrorAnswer(new A2AError("UNAVAILABLE", "The agent is stopping or has lost its storage: try again shortly")),
  headers: { "Content-Type": "application/json", "Retry-After": "1", "Cache-Control": "no-store" },
};
