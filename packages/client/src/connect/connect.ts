import type { VersionCodec } from "@a2a/bridge";
import { clientCodecs } from "@a2a/bridge/on-demand";
import { decodeCardWith } from "@a2a/card";
import { fetchCatalog } from "@a2a/card/catalog";
import { type EgressPolicy, fetchClient, type TlsOptions } from "@a2a/http";
import { type AgentCard, type KnownVersion, LocalError, protocolVersions } from "@a2a/types";
import type { AgentClient } from "../client/agent-client.ts";
import { OwnOrigins } from "../endpoint/own-origins.ts";
import { checkConnect } from "./check-options.ts";
import { type ConnectWithOptions, connectWith } from "./connect-with.ts";
import { refuseMissingScheme } from "./missing-scheme.ts";

/** How to connect. */
export interface ConnectOptions extends Omit<ConnectWithOptions, "codecs" | "readCard"> {
  /** The protocol versions to use; a pin is never relaxed. Default: all four. */
  versions?: readonly KnownVersion[];
  /**
   * The name of an agent in the catalog of the origin that is given: `connect("https://agents.example", { agent: "tax" })`. Its card
   * must be at that origin, or at one of `origins`.
   */
  agent?: string;
  /** Agents by name: `connect(name)` uses the URL and the options given here. */
  agents?: Readonly<Record<string, NamedAgent>>;
  /** On Node: which addresses may be called beside the agent's own. Default: public ones over HTTPS. */
  egress?: EgressPolicy;
  /** On Node: a client certificate and the authorities to trust, as PEM text. */
  tls?: TlsOptions;
  /** On Node: the configuration file in which names are looked up. Default: as `loadConfig` finds it. */
  configFile?: string;
}

/** The options that need Node: `fetch` cannot do what they ask for. */
const ON_NODE = ["egress", "tls", "configFile"] as const;
type OnNode = (typeof ON_NODE)[number];

/** The URL of a named agent, and how to connect to it. */
export interface NamedAgent extends Omit<ConnectOptions, "agents" | "agent" | "signal" | OnNode> {
  url: string;
}

/**
 * Connects to an agent by URL, configured name or card and negotiates protocol version and binding. If the card is missing or wrong,
 * the agent is probed within the pins, by calls without side effects; `describe()` says what was found. A path in the URL is kept:
 * nothing outside it is called. Rejects with `NO_COMMON_INTERFACE` when the two sides have no version and binding in common.
 *
 * On Node, connections are kept and reused, and other addresses than the one that you pass have to be public (`egress`): close the client
 * when you no longer need it. On other platforms, calls go over `fetch`.
 */
export async function connect(agent: string | URL | AgentCard, options: ConnectOptions = {}): Promise<AgentClient> {
  checkConnect(agent, options);
  const onNode = ON_NODE.find((name) => options[name] !== undefined);
  if (onNode) throw new LocalError("CONFIG", `${onNode}: only on Node; elsewhere pass an \`http\` of your own`);
  const { agents, agent: listed, egress: _, tls: __, configFile: ___, ...direct } = options;
  const named = typeof agent === "string" && !agent.includes("://") ? agentNamed(agent, agents) : undefined;
  const { versions = protocolVersions, ...rest } = { ...named, ...direct };
  const address = named?.url ?? agent;
  return connectWith(listed === undefined ? address : await catalogued(address, listed, rest), {
    ...rest,
    codecs: versions.map(codecOf),
    readCard: (wire) => decodeCardWith(clientCodecs, wire),
  });
}

/** The URL of the card of an agent, from the catalog of an origin. */
async function catalogued(
  address: string | URL | AgentCard,
  name: string,
  {
    http = fetchClient(),
    headers,
    signal,
    origins = [],
  }: Omit<ConnectOptions, "agents" | "agent" | "versions" | OnNode>,
): Promise<string> {
  if (typeof address === "object" && !(address instanceof URL)) {
    throw new LocalError("CONFIG", "agent: expected the URL of an origin with a catalog, not a card");
  }
  const { origin } = new URL(address);
  const entries = await fetchCatalog(origin, { http, headers, signal });
  const entry = entries.find((candidate) => candidate.name === name);
  if (entry === undefined) {
    const names = entries.slice(0, 20).map((candidate) => candidate.name);
    throw new LocalError(
      "CONFIG",
      `${origin} has no agent ${JSON.stringify(name)}; it has ${names.join(", ") || "none"}`,
    );
  }
  if (new OwnOrigins(origin, origins).has(entry.url)) return entry.url;
  throw new LocalError(
    "BLOCKED",
    `the catalog points to ${new URL(entry.url).origin}, which is not its own origin: pass it in \`origins\` to allow it`,
  );
}

function codecOf(version: KnownVersion): VersionCodec {
  const codec = clientCodecs.find((candidate) => candidate.version === version);
  if (codec) return codec;
  throw new LocalError("CONFIG", `versions: "${version}" is not supported; supported: ${protocolVersions.join(", ")}`);
}

function agentNamed(name: string, agents: ConnectOptions["agents"] = {}): NamedAgent {
  const known = Object.hasOwn(agents, name) ? agents[name] : undefined;
  if (known) return known;
  refuseMissingScheme(name);
  const names = Object.keys(agents).sort();
  const hint = names.length > 0 ? `known agents: ${names.slice(0, 20).join(", ")}` : "no agents are configured by name";
  const shown = JSON.stringify(name.slice(0, 200));
  throw new LocalError("CONFIG", `${shown} is neither a URL (https://agent.example) nor a known agent; ${hint}`);
}
