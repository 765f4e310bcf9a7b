import { protocolVersions } from "@a2a/types";
import type { GatewayOptions } from "./options.ts";

/** Refuses options that cannot be meant, each with one sentence that says what would be right. */
export function checkGatewayOptions(
  options: Pick<GatewayOptions, "agents" | "defaultAgent" | "versions" | "baseUrl">,
): void {
  const { agents, defaultAgent, versions, baseUrl } = options;
  if (typeof agents !== "object" || agents === null || Object.keys(agents).length === 0) {
    throw new TypeError('agents: name at least one, such as { tax: { url: "https://tax.example" } }');
  }
  for (const [name, agent] of Object.entries(agents)) {
    if (!/^[\w~-][\w.~-]*$/.test(name)) {
      throw new TypeError(
        `agents: ${JSON.stringify(name)} must be a part of a path: letters, digits, "-", "_", "." and "~"`,
      );
    }
    checkUrl(`agents.${name}.url`, agent.url);
    for (const origin of agent.origins ?? []) checkUrl(`agents.${name}.origins`, origin);
    checkVersions(`agents.${name}.versions`, agent.versions);
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

function checkUrl(option: string, url: unknown): void {
  if (typeof url === "string" && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
  throw new TypeError(
    `${option}: expected an absolute URL such as "https://agent.example", found ${JSON.stringify(url)}`,
  );
}

function checkVersions(option: string, versions: readonly string[] | undefined): void {
  if (versions === undefined) return;
  const unknown = versions.find((version) => !protocolVersions.some((known) => known === version));
  if (versions.length > 0 && unknown === undefined) return;
  const found = unknown === undefined ? "none" : JSON.stringify(unknown);
  throw new TypeError(`${option}: expected some of ${protocolVersions.join(", ")}, found ${found}`);
}
