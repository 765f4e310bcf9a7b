import type { A2AConfig, ConfiguredAgent } from "@a2a/client/config";
import { type Io, line } from "../cli/io.ts";
import { renderJson } from "../cli/render.ts";
import { renderTable } from "../cli/table.ts";

/** The agents of a configuration file: those that can be used, and why the others cannot. */
export type ListedAgents = Pick<A2AConfig, "agents" | "unusable">;

/** Reads the agents of a configuration file. */
export async function readAgents(file: string | undefined, io: Io): Promise<ListedAgents> {
  if (file === undefined) return { agents: {}, unusable: {} };
  const { loadConfig } = await import("@a2a/client/config");
  return loadConfig({ file, environment: io.env });
}

/** Prints agents as a table or as one object, without secrets. Warns about each one that cannot be used. */
export function printAgents({ agents, unusable }: ListedAgents, asJson: boolean, io: Io): void {
  const described = Object.values(agents).map(describe);
  const broken = Object.entries(unusable).map(([name, { message }]) => ({ name, problem: message }));
  if (asJson) {
    io.out(`${renderJson({ agents: [...described, ...broken] })}\n`);
    return;
  }
  const rows = described.map(({ name, url, credentials = "none", versions = "all", timeout }) => [
    name,
    url,
    credentials,
    versions,
    timeout,
  ]);
  for (const { name } of broken) rows.push([name, "unusable, see the warning", "", "", ""]);
  if (rows.length > 0) io.out(renderTable(["agent", "url", "credentials", "versions", "timeout"], rows));
  for (const { name, problem } of broken) io.err(`Warning: ${line(name)} cannot be used: ${line(problem)}\n`);
}

interface Described {
  readonly name: string;
  readonly url: string;
  readonly cardUrl?: string;
  readonly credentials?: string;
  readonly versions?: string;
  readonly timeout: string;
}

function describe({ name, url, cardUrl, auth, headers, versions, timeoutMs }: ConfiguredAgent): Described {
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
