import { readFileSync } from "node:fs";

/** The frameworks whose packages have an A2A client. */
const clients: Readonly<Record<string, string>> = {
  "@google/adk": "`RemoteA2AAgent`",
  "@mastra/core": "`A2AAgent`",
  "@strands-agents/sdk": "`A2AAgent`, experimental",
};

/** A row for each framework: its version, its client, and the SDKs that it depends on, as its manifest says. */
export function frameworkRows(): string[] {
  return Object.entries(clients).map(([name, client]) => {
    const { version, dependencies = {}, peerDependencies = {} } = readManifest(name);
    const sdks = Object.entries({ ...dependencies, ...peerDependencies })
      .filter(([dependency]) => dependency.startsWith("@a2a-js/sdk"))
      .map(([, range]) => `\`@a2a-js/sdk@${range.replace(/^npm:@a2a-js\/sdk@/, "")}\``);
    return `| \`${name}\` ${version} | ${client} | ${sdks.join(", ")} |`;
  });
}

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The manifest of a package that the tool wrapper is tested with. */
function readManifest(name: string): Manifest {
  const file = new URL(`../../../packages/tool-wrapper/node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}
