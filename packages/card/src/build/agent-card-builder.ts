import { type AgentCard, isJsonObject, LocalError } from "@a2a/types";
import { type AgentCardInfo, AgentCardInfoSchema } from "@a2a/types/cortex";
import { decodeCard } from "../discover/decode-card.ts";
import { parseJson } from "../document/parse-json.ts";
import { buildCard, type CardAuthor, describeIssue, type ServedAt } from "./build-card.ts";

/** Builds and parses cards, in the style of a class with static methods. */
export const AgentCardBuilder = {
  /** A complete card from what an author knows; `tools` become skills. */
  buildCard(author: CardAuthor & { url: string }, served?: Omit<ServedAt, "url">): AgentCard {
    return buildCard(author, { ...served, url: author.url });
  },

  /**
   * Summarizes a card of any protocol version, given as text or as a parsed document: the agent's name and address, its skills, and its
   * modes as the card writes them.
   */
  parseCard(document: string | object): AgentCardInfo {
    const wire = parseJson(typeof document === "string" ? document : JSON.stringify(document));
    const { card } = decodeCard(wire);
    const raw = isJsonObject(wire) ? wire : {};
    const modes = isJsonObject(raw.capabilities) ? raw.capabilities : {};
    const read = AgentCardInfoSchema.safeParse({
      ...card,
      url: card.supportedInterfaces[0]?.url,
      version: card.version || undefined,
      capabilities: {
        inputModes: modes.input_modes ?? raw.defaultInputModes ?? undefined,
        outputModes: modes.output_modes ?? raw.defaultOutputModes ?? undefined,
      },
    });
    if (read.success) return read.data;
    throw new LocalError("PROTOCOL", `the card cannot be read: ${read.error.issues.map(describeIssue)[0]}`);
  },
} as const;
