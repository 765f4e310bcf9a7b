import type { AgentCapabilities, AgentCard, AgentInterface, AgentSkill, ProtocolVersion } from "@a2a/types";

/** What an author knows about an agent. Everything else is derived. */
export interface CardAuthor {
  name: string;
  description?: string;
  /** The version of the agent, not of the protocol. Default `1.0.0`. */
  version?: string;
  /** Where the agent answers: the address of its JSON-RPC endpoint, below which HTTP+JSON lives too. */
  url?: string;
  /** What the agent can do. Default: one skill that says what the agent is for. */
  skills?: readonly (Pick<AgentSkill, "id" | "name"> & Partial<AgentSkill>)[];
  capabilities?: AgentCapabilities;
  /** Default `["text/plain"]`. */
  defaultInputModes?: readonly string[];
  /** Default `["text/plain"]`. */
  defaultOutputModes?: readonly string[];
  provider?: AgentCard["provider"];
  documentationUrl?: string;
  iconUrl?: string;
  securitySchemes?: AgentCard["securitySchemes"];
  securityRequirements?: AgentCard["securityRequirements"];
}

/** What a server speaks at an address. */
export interface ServedAt {
  url: string;
  /** Default: all. */
  versions?: readonly ProtocolVersion[];
  /** Default: both. */
  bindings?: readonly Binding[];
}

/** A binding this toolkit offers. */
export type Binding = "JSONRPC" | "HTTP+JSON";

/** A complete card from the few things an author knows. */
export function buildCard(author: CardAuthor, served: ServedAt = { url: author.url ?? "" }): AgentCard {
  const { name, description = "", version = "1.0.0" } = author;
  const skills = author.skills ?? [{ id: slug(name), name, description }];
  return {
    name,
    description,
    supportedInterfaces: interfacesAt(served),
    ...(author.provider && { provider: author.provider }),
    version,
    ...(author.documentationUrl !== undefined && { documentationUrl: author.documentationUrl }),
    capabilities: { streaming: true, ...author.capabilities },
    ...(author.securitySchemes && { securitySchemes: author.securitySchemes }),
    ...(author.securityRequirements && { securityRequirements: author.securityRequirements }),
    defaultInputModes: [...(author.defaultInputModes ?? ["text/plain"])],
    defaultOutputModes: [...(author.defaultOutputModes ?? ["text/plain"])],
    skills: skills.map((skill) => ({ description: "", tags: [], ...skill })),
    ...(author.iconUrl !== undefined && { iconUrl: author.iconUrl }),
  };
}

/** Every combination of generation and binding that is served, the newest first. */
export function interfacesAt({ url, versions = ALL, bindings = BOTH }: ServedAt): AgentInterface[] {
  return versions.flatMap((protocolVersion) =>
    bindings
      .filter((binding) => binding === "JSONRPC" || protocolVersion === "1.0" || protocolVersion === "0.3")
      .map((protocolBinding) => ({ url, protocolBinding, protocolVersion })),
  );
}
const ALL: readonly ProtocolVersion[] = ["1.0", "0.3", "0.2", "0.1"];
const BOTH: readonly Binding[] = ["JSONRPC", "HTTP+JSON"];

function slug(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "agent"
  );
}
