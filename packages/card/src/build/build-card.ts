import type { BindingName, VersionCodec } from "@a2a/bridge";
import {
  type AgentCapabilities,
  type AgentCard,
  type AgentInterface,
  type AgentSkill,
  isProtocolVersion,
  LocalError,
  type ProtocolVersion,
  protocolVersions,
} from "@a2a/types";
import { versionBindings } from "@a2a/types/internal";
import { AgentCardSchema } from "@a2a/types/schemas";
import { declareSchemas, type SkillSchemas } from "../skills/skill-schemas.ts";
import { jsonSchemaOf, type SchemaSource } from "./json-schema-of.ts";
import { type ToolSource, tagsOf, toolsToSkills } from "./tool-to-skill.ts";

/** The members of a card that are derived. Authors state all others as they are. */
type Derived =
  | "name"
  | "description"
  | "version"
  | "supportedInterfaces"
  | "capabilities"
  | "defaultInputModes"
  | "defaultOutputModes"
  | "skills"
  | "signatures";
type StatedMembers = Partial<Omit<AgentCard, Derived>>;

/** The description of an agent by its author. Everything else is derived. */
export interface CardAuthor extends StatedMembers {
  name: string;
  /** Default: the name. */
  description?: string;
  /** The version of the agent, not of the protocol. Default `1.0.0`. */
  version?: string;
  /** The URL of the JSON-RPC endpoint; HTTP+JSON is below it. */
  url?: string;
  /** The skills of the agent. Default: one per tool, or else one skill with the description of the agent. */
  skills?: readonly AuthoredSkill[];
  /** The tools of the agent; each becomes a skill after those of `skills`. */
  tools?: ToolSource;
  /** The capabilities of the agent. Default: streaming, and all others that the server offers. */
  capabilities?: AgentCapabilities;
  /** Default `["text/plain"]`. */
  defaultInputModes?: readonly string[];
  /** Default `["text/plain"]`. */
  defaultOutputModes?: readonly string[];
}

/** A skill as an author describes it. */
export interface AuthoredSkill extends Pick<AgentSkill, "id" | "name">, Partial<Omit<AgentSkill, "id" | "name">> {
  /** The schema of the structured input, as JSON Schema or of a library such as zod. The server refuses input that does not match. */
  inputSchema?: SchemaSource;
  /** The schema of the structured output, in the same forms. */
  outputSchema?: SchemaSource;
}

/** The protocol versions and bindings that a server offers at a URL. */
export interface ServedAt {
  url: string;
  /** The protocol versions, or their codecs where they are not among those this toolkit brings. Default: all. */
  versions?: readonly (ProtocolVersion | ServedVersion)[];
  /** Interfaces at other addresses, such as those of gRPC. They are listed last. */
  interfaces?: readonly AgentInterface[];
  /** The bindings at the URL. Default: JSON-RPC and HTTP+JSON. */
  bindings?: readonly Binding[];
  /** The tenant that callers name in every request, if several agents share a URL. */
  tenant?: string;
  /** The capabilities of the server. A card that declares more is refused. */
  capabilities?: AgentCapabilities;
}

/** A protocol version, and the bindings it has. */
export type ServedVersion = Pick<VersionCodec, "version" | "bindings">;

/** A binding by its name in cards. */
export type Binding = BindingName;

/**
 * Builds a complete card from the members that an author gives. Throws a `LocalError` `CONFIG` that says what is wrong when the card
 * would be invalid, or would declare something that the server does not support.
 */
export function buildCard(author: CardAuthor, served: ServedAt = { url: author.url ?? "" }): AgentCard {
  const { name, description = name, version = "1.0.0" } = author;
  const card: AgentCard = {
    ...statedMembers(author),
    name,
    description,
    supportedInterfaces: [...interfacesAt(served), ...(served.interfaces ?? [])],
    version,
    capabilities: declareSchemas(
      { streaming: true, ...served.capabilities, ...author.capabilities },
      schemasOf(author.skills ?? []),
    ),
    defaultInputModes: [...(author.defaultInputModes ?? ["text/plain"])],
    defaultOutputModes: [...(author.defaultOutputModes ?? ["text/plain"])],
    skills: skillsOf(author, description),
  };
  const read = AgentCardSchema.safeParse(card);
  const problem =
    addressProblem(served.url) ?? (read.success ? problemOf(card, served) : read.error.issues.map(describeIssue)[0]);
  if (!read.success || problem !== undefined) throw new LocalError("CONFIG", `invalid card: ${problem}`);
  return read.data;
}

/** The members that the author has stated. Those that are derived replace them, except for signatures, which a built card must not keep. */
function statedMembers(author: CardAuthor): StatedMembers {
  const stated = Object.entries(author).filter(
    ([name, value]) => (value ?? undefined) !== undefined && name !== "signatures",
  );
  return Object.fromEntries(stated); // the schema drops what is not a member of a card
}

/** Every combination of protocol version and binding that is served, the newest first. */
export function interfacesAt(served: ServedAt): AgentInterface[] {
  const { url, versions = protocolVersions, bindings = BOTH, tenant } = served;
  return versions.flatMap((spoken) => {
    const { version: protocolVersion, bindings: known } = typeof spoken === "string" ? knownVersion(spoken) : spoken;
    return bindings
      .filter((binding) => known.includes(binding))
      .map((protocolBinding) => ({
        url,
        protocolBinding,
        ...(tenant !== undefined && { tenant }),
        protocolVersion,
      }));
  });
}

function knownVersion(version: ProtocolVersion): ServedVersion {
  if (isProtocolVersion(version)) return { version, bindings: versionBindings[version] };
  throw new LocalError("CONFIG", `protocol version "${version}" is not supported: pass its codec`);
}
const BOTH: readonly Binding[] = ["JSONRPC", "HTTP+JSON"];

function skillsOf({ name, skills = [], tools = [] }: CardAuthor, description: string): AgentSkill[] {
  const own = skills.map(({ inputSchema, outputSchema, ...skill }) => ({
    description: skill.name,
    ...(inputSchema && { inputModes: ["application/json", "text/plain"] }),
    ...(outputSchema && { outputModes: ["application/json", "text/plain"] }),
    ...skill,
    tags: tagsOf(skill.id, skill.tags),
  }));
  const all = [...own, ...toolsToSkills(tools)];
  if (all.length > 0) return all;
  const id =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "agent";
  return [{ id, name, description, tags: tagsOf(id, undefined) }];
}

function schemasOf(skills: readonly AuthoredSkill[]): Record<string, SkillSchemas> {
  const declared = skills.flatMap(({ id, inputSchema, outputSchema }): [string, SkillSchemas][] => {
    if (inputSchema === undefined && outputSchema === undefined) return [];
    return [[id, { ...schemaOf(id, "input", inputSchema), ...schemaOf(id, "output", outputSchema) }]];
  });
  return Object.fromEntries(declared);
}

function schemaOf(id: string, side: "input" | "output", source: SchemaSource | undefined): SkillSchemas {
  if (source === undefined) return {};
  const schema = jsonSchemaOf(source);
  if (schema) return { [side]: schema };
  const expected = 'expected a JSON Schema with a "type", or a schema that can be written as one';
  throw new LocalError("CONFIG", `invalid card: skills: ${side}Schema of "${id}": ${expected}`);
}

function addressProblem(url: string): string | undefined {
  if (url.startsWith("/") || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return undefined;
  return `url: "${url}" must be an absolute URL such as https://agent.example/a2a, or a path such as /a2a`;
}

/** Checks that no schema can express: dangling references, and capabilities without an implementation. */
function problemOf(card: AgentCard, served: ServedAt): string | undefined {
  const ids = card.skills.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) return `skills: the id "${twice}" is used twice`;
  const requirements = [card, ...card.skills].flatMap((owner) => owner.securityRequirements ?? []);
  const named = requirements.flatMap(({ schemes }) => Object.keys(schemes));
  const unknown = named.find((name) => !Object.hasOwn(card.securitySchemes ?? {}, name));
  if (unknown !== undefined) return `securityRequirements: there is no scheme "${unknown}" in securitySchemes`;
  const promises = ["streaming", "pushNotifications", "extendedAgentCard"] as const;
  const broken = promises.find((flag) => card.capabilities[flag] && served.capabilities?.[flag] === false);
  return broken && `capabilities: it promises ${broken}, which this server does not offer`;
}

/** The findings of a schema, with their paths. */
export function describeIssue({ path, message }: { path: readonly PropertyKey[]; message: string }): string {
  return `${path.map(String).join(".") || "it"}: ${message}`;
}
