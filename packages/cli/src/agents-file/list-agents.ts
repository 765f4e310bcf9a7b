import type { ConfiguredAgent } from "@a2a/client/config";
import type { JsonObject } from "@a2a/types";
import { type Io, line } from "../cli/io.ts";
import { renderJson } from "../cli/render.ts";

/** The agents of a configuration file, with nothing in it that has to be kept secret. */
export async function readAgents(file: string | undefined, io: Io): Promise<ConfiguredAgent[]> {
  if (file === undefined) return [];
  const { loadConfig } = await import("@a2a/client/config");
  return Object.values(loadConfig({ file, environment: io.env }).agents);
}

/** Prints agents, a block each, or as one object. */
export function printAgents(agents: readonly ConfiguredAgent[], asJson: boolean, io: Io): void {
  const told = agents.map(described);
  if (asJson) {
    io.out(`${renderJson({ agents: told })}\n`);
    return;
  }
  for (const agent of told) {
    for (const [label, member] of LABELS) {
      if (agent[member] !== undefined) io.out(`${label}: ${line(String(agent[member]))}\n`);
    }
    io.out("\n");
  }
}

const LABELS = [
  ["Agent", "name"],
  ["URL", "url"],
  ["Card", "cardUrl"],
  ["Credentials", "credentials"],
  ["Versions", "versions"],
  ["Timeout", "timeout"],
] as const;

function described({ name, url, cardUrl, auth, headers, versions, timeoutMs }: ConfiguredAgent): JsonObject {
  const credentials = [...(auth ? [auth.type] : []), ...Object.keys(headers ?? {}).map((header) => `header ${header}`)];
  return {
    name,
    url: withoutPassword(url),
    ...(cardUrl !== undefined && { cardUrl: withoutPassword(cardUrl) }),
    ...(credentials.length > 0 && { credentials: credentials.join(", ") }),
    ...(versions && { versions: versions.join(", ") }),
    timeout: `${timeoutMs / 1000}s`,
  };
}

function withoutPassword(address: string): string {
  const url = new URL(address);
  url.username = "";
  url.password = "";
  return url.href;
}
