import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { callAgent } from "./call-agent.ts";
import { callSecured } from "./call-secured.ts";
import { securedEnvironment } from "./credentials.ts";
import { serveHarbourAgent } from "./harbour-agent.ts";
import { AgentProcess, type Environment, freePort, runToEnd } from "./process.ts";
import { runClient } from "./run-client.ts";
import type { Command, OfferedInterface, Outcome, Sdk, Section } from "./sdk.ts";

const CACHE = fileURLToPath(new URL("../../../../node_modules/.cache/a2a-interop/", import.meta.url));
const BUILD_MS = 15 * 60_000;

/** Builds an SDK into the cache, unless that is done and cannot have changed. Returns its folder. */
export async function build(sdk: Sdk): Promise<string> {
  const folder = join(CACHE, sdk.folder);
  const done = join(folder, ".built");
  if (!sdk.incremental) {
    if (statSync(done, { throwIfNoEntry: false })) return folder;
    rmSync(folder, { recursive: true, force: true });
  }
  mkdirSync(folder, { recursive: true });
  for (const command of sdk.build(folder)) {
    const { code, stderr, stdout } = await runToEnd(command, dirname(folder), BUILD_MS);
    if (code !== 0) throw buildError(sdk, command, `${stderr}${stdout}`);
  }
  writeFileSync(done, "");
  return folder;
}

/** An artifact that neither the local repository nor the registry has. */
export class MissingArtifact extends Error {}

/** Why a build failed: an artifact is missing and can be built from its sources, or else the end of the output. */
export function buildError({ fromSource }: Pick<Sdk, "fromSource">, command: Command, output: string): Error {
  const unresolved = /could not (?:be resolved|find artifact).*/is.exec(output)?.[0] ?? "";
  const missing = unresolved.split(/[\s,]+/).find((word) => fromSource && word.startsWith(fromSource.artifacts));
  if (fromSource === undefined || missing === undefined) {
    return new Error(`${command.join(" ")} failed: ${output.slice(-2_000)}`);
  }
  const { repository, tag, command: build, needs } = fromSource;
  return new MissingArtifact(
    `the artifact ${missing} was not found; build it from ${repository} at the tag ${tag} with \`${build}\`, which needs ${needs}`,
  );
}

/** Tries every operation of one SDK, in both directions. */
export async function trySdk(sdk: Sdk, report: (section: Section) => void): Promise<Section[]> {
  const folder = await build(sdk);
  const sections: Section[] = [];
  const add = (caller: Section["caller"], { version, binding }: OfferedInterface, outcomes: Outcome[]) => {
    const section: Section = { sdk: sdk.name, caller, version, binding, outcomes };
    report(section);
    sections.push(section);
  };
  if (sdk.agent) {
    await using upstream = sdk.isProxy && (await serveHarbourAgent());
    const environment = upstream && { ...securedEnvironment, A2A_UPSTREAM: upstream.url };
    await using agent = await startAgent(sdk.agent, folder, environment);
    await using secured = sdk.secured && (await startAgent(sdk.agent, folder, securedEnvironment));
    for (const offer of sdk.offers ?? []) {
      const outcomes = await callAgent(agent, offer, sdk);
      if (secured) outcomes.push(...(await callSecured(sdk, secured.url, offer)));
      add("ours", offer, outcomes);
    }
  }
  for (const offer of sdk.client ? (sdk.uses ?? []) : []) add("theirs", offer, await runClient(sdk, folder, offer));
  return sections;
}

async function startAgent(
  command: NonNullable<Sdk["agent"]>,
  folder: string,
  environment?: Environment,
): Promise<AgentProcess> {
  const port = await freePort();
  const ports = { A2A_GRPC_PORT: String(await freePort()) };
  const agent = new AgentProcess(command(folder, port), folder, port, { ...ports, ...environment });
  await agent.start();
  return agent;
}
