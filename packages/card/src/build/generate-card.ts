import type { Dialect } from "@a2a/bridge";
import { type AgentCard, type ProtocolVersion, protocolVersions } from "@a2a/types";
import { type Binding, buildCard, type CardAuthor } from "./build-card.ts";
import { defaultSkills } from "./tool-examples.ts";
import { type ToolSource, toolsToSkills } from "./tool-to-skill.ts";

/** Options of a generated card. */
export interface GenerateCardOptions extends Partial<Omit<CardAuthor, "skills" | "tools">> {
  /** The address the server is reached at, without the mount. Default: the one the card is found at. */
  url?: string;
  /** Where JSON-RPC is posted to. Default `/a2a`. */
  mount?: string;
  /** The protocol versions that are served. Default: the newest. */
  versions?: readonly ProtocolVersion[];
  /** The bindings that are served. Default `["JSONRPC"]`. */
  bindings?: readonly Binding[];
  /** A dialect to write the card in, such as `cortex` of `@a2a/bridge/dialects`. */
  dialect?: Dialect;
}

/** A card that was made from tools. The dialect `cortex` adds a capability, and lists one interface. */
export type GeneratedCard = AgentCard & { capabilities: { stateTransitionHistory?: true } };

/** A card from a registry of tools, each of which becomes a skill. Without any tool the five default skills stand in. */
export function generateAgentCard(registry: ToolSource = [], options: GenerateCardOptions = {}): GeneratedCard {
  const {
    url = "",
    mount = "/a2a",
    versions = [protocolVersions[0]],
    bindings = ["JSONRPC"],
    dialect,
    ...author
  } = options;
  const skills = toolsToSkills(registry);
  const card = buildCard(
    { name: "Agent", ...author, skills: skills.length > 0 ? skills : defaultSkills },
    { url: url.replace(/(?<!\/)\/+$/, "") + mount, versions, bindings },
  );
  return (dialect?.card?.(card) ?? card) as GeneratedCard; // a dialect adds members to the card
}
