import { checkNames } from "@a2a/server/backend-kit";
import { isJsonObject, protocolVersions } from "@a2a/types";
import { kindOf, shownValue } from "@a2a/types/internal";
import type { AgentOptions } from "../agents/agent-options.ts";
import { exchangesTokens } from "../agents/credentials.ts";
import type { GatewayOptions } from "./options.ts";

/** The names of the members of a type; the compiler sees to it that none is missing. */
export type MemberNames<Options> = Readonly<Record<keyof Options, true>>;

/** Refuses options that cannot be meant, each with one sentence that says what would be right. */
export function checkGatewayOptions(
  options: Pick<GatewayOptions, "agents" | "defaultAgent" | "versions" | "baseUrl" | "security">,
  names: Readonly<Record<string, true>> = gatewayOptionNames,
): void {
  if (!isJsonObject(options)) throw new TypeError(`expected options such as { agents }, found ${kindOf(options)}`);
  checkNames("", options, names);
  const { agents, defaultAgent, versions, baseUrl, security } = options;
  if (!isJsonObject(agents) || Object.keys(agents).length === 0) {
    throw new TypeError('agents: name at least one, such as { tax: { url: "https://tax.example" } }');
  }
  for (const [name, agent] of Object.entries(agents)) {
    if (!/^[\w~-][\w.~-]*$/.test(name)) {
      throw new TypeError(
        `agents: ${JSON.stringify(name)} must be a part of a path: letters, digits, "-", "_", "." and "~"`,
      );
    }
    if (!isJsonObject(agent)) {
      throw new TypeError(
        `agents.${name}: expected an object such as { url: "https://tax.example" }, found ${kindOf(agent)}`,
      );
    }
    checkNames(`agents.${name}.`, agent, agentOptionNames);
    checkUrl(`agents.${name}.url`, agent.url);
    for (const origin of agent.origins ?? []) checkUrl(`agents.${name}.origins`, origin);
    checkVersions(`agents.${name}.versions`, agent.versions);
    if (security?.authenticate && exchangesTokens(agent.credentials)) {
      throw new TypeError(
        `agents.${name}.credentials: exchange needs callers whom \`auth\` identified by a token; \`security.authenticate\` does not say how it identified them`,
      );
    }
    if (agent.card === undefined || agent.verifyCard === undefined) continue;
    throw new TypeError(`agents.${name}: pass card or verifyCard: a card that is given is not fetched`);
  }
  if (baseUrl !== undefined) checkUrl("baseUrl", baseUrl);
  checkVersions("versions", versions);
  if (defaultAgent !== undefined && !Object.hasOwn(agents, defaultAgent)) {
    const names = Object.keys(agents).join(", ");
    throw new TypeError(`defaultAgent: ${JSON.stringify(defaultAgent)} is not among the agents: ${names}`);
  }
  const hosts = Object.values(agents).flatMap((agent) => (agent.hosts ?? []).map((host) => host.toLowerCase()));
  const twice = hosts.find((host, index) => hosts.indexOf(host) !== index);
  if (twice !== undefined) throw new TypeError(`agents: two agents have the host ${JSON.stringify(twice)}`);
}

/** The options of a gateway. */
export const gatewayOptionNames: MemberNames<GatewayOptions> = {
  agents: true,
  baseUrl: true,
  defaultAgent: true,
  routing: true,
  policy: true,
  routes: true,
  webhooks: true,
  cardSigner: true,
  http: true,
  httpFor: true,
  dialFor: true,
  grpcOffer: true,
  maxAgentBytesInFlight: true,
  maxAgentAnswerBytes: true,
  meter: true,
  onEvent: true,
  auth: true,
  security: true,
  limits: true,
  mount: true,
  aliases: true,
  bindings: true,
  versions: true,
  strict: true,
  logger: true,
  tracing: true,
  metrics: true,
};

const agentOptionNames: MemberNames<AgentOptions> = {
  url: true,
  credentials: true,
  versions: true,
  bindings: true,
  headers: true,
  origins: true,
  card: true,
  verifyCard: true,
  serveCard: true,
  hosts: true,
  timeoutMs: true,
  breaker: true,
  maxCalls: true,
};

function checkUrl(option: string, url: unknown): void {
  if (typeof url === "string" && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
  throw new TypeError(`${option}: expected an absolute URL such as "https://agent.example", found ${shownValue(url)}`);
}

function checkVersions(option: string, versions: readonly string[] | undefined): void {
  if (versions === undefined) return;
  const unknown = versions.find((version) => !protocolVersions.some((known) => known === version));
  if (versions.length > 0 && unknown === undefined) return;
  const found = unknown === undefined ? "none" : JSON.stringify(unknown);
  throw new TypeError(`${option}: expected some of ${protocolVersions.join(", ")}, found ${found}`);
}
