import { cardReaders } from "@a2a/bridge/cards";
import { type AgentCard, normalizeVersion } from "@a2a/types";
import { type CardHandler, type CardHandlerOptions, cardHandlerWith } from "./card-handler.ts";

/**
 * Serves a card at its well-known paths in the protocol version that a header or query requests, else, or where that version is not
 * served, in the form that readers at that path expect.
 */
export function cardHandler(card: AgentCard, options: CardHandlerOptions = {}): CardHandler {
  const versions = options.versions ?? versionsOf(card);
  const readers = cardReaders.filter(({ version }) => versions.includes(version));
  return cardHandlerWith(card, readers, options);
}

function versionsOf(card: AgentCard): string[] {
  return card.supportedInterfaces.map(({ protocolVersion }) => normalizeVersion(protocolVersion) ?? "");
}
