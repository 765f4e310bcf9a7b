import { type AgentCard, type ProtocolVersion, protocolVersions } from "@a2a/types";
import { type Binding, buildCard, type CardAuthor } from "./build-card.ts";
import { defaultSkills } from "./tool-examples.ts";
import { type ToolSource, toolsToSkills } from "./tool-to-skill.ts";

/** What is known of an agent beside its tools. */
export interface GenerateCardOptions extends Partial<Omit<CardAuthor, "skills" | "tools">> {
  /** The address the server is reached at, without the mount. Default: the one the card is found at. */
  url?: string;
  /** Where JSON-RPC is posted to. Default `/a2a`. */
  mount?: string;
  /** The protocol versions that are served. Default: the newest. */
  versions?: readonly ProtocolVersion[];
  /** The bindings that are served. Default `["JSONRPC"]`. */
  bindings?: readonly Binding[];
  /** Spell the card as the dialect `cortex` does: the binding `json-rpc`, and `stateTransitionHistory` among the capabilities. */
  dialect?: "cortex";
}

/** A card that was made from tools; the extra capability is there only in the dialect `cortex`. */
export type GeneratedCard = AgentCard & { capabilities: { stateTransitionHistory?: true } };

/** A card from a registry of tools, each of which becomes a skill. Without any tool the five default skills stand in. */
export function generateAgentCard(registry: ToolSource, options: GenerateCardOptions = {}): GeneratedCard {
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
    { url: url.replace(/\/+$/, "") + mount, versions, bindings },
  );
  if (dialect !== "cortex") return card;
  const [first] = card.supportedInterfaces;
  return {
    ...card,
    supportedInterfaces: first ? [{ ...first, protocolBinding: "json-rpc" }] : [],
    capabilities: { ...card.capabilities, stateTransitionHistory: true },
  };
}
