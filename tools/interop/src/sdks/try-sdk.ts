import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { callAgent } from "./call-agent.ts";
import { AgentProcess, freePort, runToEnd } from "./process.ts";
import { runClient } from "./run-client.ts";
import type { OfferedInterface, Outcome, Sdk, Section } from "./sdk.ts";

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
    if (code !== 0) throw new Error(`${command.join(" ")} failed: ${(stderr || stdout).slice(-2_000)}`);
  }
  writeFileSync(done, "");
  return folder;
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
    const port = await freePort();
    await using agent = new AgentProcess(sdk.agent(folder, port), folder, port);
    await agent.start();
    for (const offer of sdk.offers ?? []) add("ours", offer, await callAgent(agent, offer));
  }
  for (const offer of sdk.client ? (sdk.uses ?? []) : []) add("theirs", offer, await runClient(sdk, folder, offer));
  return sections;
}
