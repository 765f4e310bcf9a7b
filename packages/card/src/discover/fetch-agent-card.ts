import { decodeCard } from "./decode-card.ts";
import { type FetchCardOptions, type FetchedCard, fetchCardWith } from "./fetch-card.ts";

/** As `fetchCardWith`, for cards of every protocol version. */
export function fetchAgentCard(endpoint: string | URL, options: FetchCardOptions): Promise<FetchedCard> {
  const { version } = options;
  return fetchCardWith((wire) => decodeCard(wire, version && { expected: version }), endpoint, options);
}
