import { fileURLToPath } from "node:url";
import { runToEnd } from "interop/src/sdks/process.ts";
import type { Sdk } from "interop/src/sdks/sdk.ts";
import { sdks, toolchains } from "interop/src/sdks/sdk-list.ts";
import { build } from "interop/src/sdks/try-sdk.ts";
import type { Benchmark, Contestant } from "../benchmark.ts";
import { OURS, SQLITE, sqliteStore } from "../servers/contestant.ts";
import { measurePeer, type Peer } from "../servers/peer.ts";

/** The official SDKs that serve 1.0. */
const OFFICIAL = ["@a2a-js/sdk 1.3.0", "a2a-sdk (Python) 1.3.0", "a2a-go 2.4.0", "a2a-rs 0.5.3", "a2a-java 1.2.0"];

const program = fileURLToPath(import.meta.resolve("interop/src/sdks/our-agent-main.ts"));

const ours = (store: () => string): Peer => ({
  folder: ".",
  command: (port) => [process.execPath, "--conditions=@a2a/source", program, String(port), store()],
});

async function prepare(sdk: Sdk): Promise<Peer> {
  const toolchain = toolchains[sdk.language];
  const found = toolchain && (await runToEnd(toolchain, ".", 30_000).catch(() => undefined));
  if (found?.code !== 0) throw new Error(`${toolchain?.[0]} is not installed`);
  const folder = await build(sdk);
  const { agent } = sdk;
  if (!agent) throw new Error("it has no agent");
  return { folder, command: (port) => agent(folder, port) };
}

const contestant = (name: string, find: () => Peer | Promise<Peer>): Contestant => ({
  name,
  operations: 1,
  async setup() {
    try {
      const peer = await find();
      return { run: () => measurePeer(peer) };
    } catch (error) {
      console.error(`${name} is left out: ${(error as Error).message.split("\n")[0]}`);
      return undefined;
    }
  },
});

/** The same agent on the servers of all languages: blocking sends and streams of 64 callers. */
export default {
  title: "servers of all languages, one core each, 64 callers",
  baseline: OURS,
  contestants: [
    contestant(OURS, () => ours(() => "memory")),
    contestant(SQLITE, () => ours(sqliteStore)),
    ...sdks.filter(({ name }) => OFFICIAL.includes(name)).map((sdk) => contestant(sdk.name, () => prepare(sdk))),
  ],
  targets: [],
  warmUpRounds: 0,
} satisfies Benchmark;
