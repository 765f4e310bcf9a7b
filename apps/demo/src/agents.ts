import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listenGrpc } from "@a2a/grpc/server";
import { type RunningAgent, serve } from "@a2a/server/node";
import { greeter } from "./agents/greeter.ts";
import { researcher } from "./agents/researcher.ts";
import { tax } from "./agents/tax.ts";
import { translator } from "./agents/translator.ts";
import { ServerProcess } from "./server-process.ts";

/** The agents of the demo, each on its own port and its own SQLite file. */
export interface DemoAgents extends AsyncDisposable {
  readonly greeter: RunningAgent;
  readonly translator: RunningAgent;
  readonly tax: RunningAgent;
  readonly researcher: ServerProcess;
  /** An agent of 0.1 that streams. */
  readonly almanac: RunningAgent;
  /** A gateway in front of it. */
  readonly gateway: ServerProcess;
}

/** Runs a function with the agents, then stops them. Node 22 runs this file unbuilt and has no `await using`. */
export async function withAgents(
  work: (agents: DemoAgents) => Promise<void>,
  options?: { findingEveryMs?: number },
): Promise<void> {
  const agents = await startAgents(options);
  try {
    await work(agents);
  } finally {
    await agents[Symbol.asyncDispose]();
  }
}

/** Starts all agents. */
export async function startAgents({ findingEveryMs = 40 } = {}): Promise<DemoAgents> {
  const folder = await mkdtemp(join(tmpdir(), "a2a-demo-"));
  const store = (name: string) => `sqlite:${join(folder, `${name}.db`)}`;
  const [hello, french, taxes, almanac] = await Promise.all([
    serve({ card: { name: "Greeter", description: "Says hello." }, executor: greeter, store: store("greeter") }),
    serve({
      card: {
        name: "Translator",
        description: "Translates English into French.",
        skills: [{ id: "translate", name: "Translate", description: "Word by word.", tags: ["language"] }],
      },
      executor: translator,
      versions: ["0.1"],
      mount: "/rpc",
      store: store("translator"),
    }),
    serve({
      card: {
        name: "Tax Calculator",
        description: "Calculates the tax on an income.",
        skills: [{ id: "tax", name: "Tax", description: "Asks for the filing status.", tags: ["tax"] }],
      },
      executor: tax,
      versions: ["0.3"],
      grpc: { listen: listenGrpc },
      store: store("tax"),
    }),
    serve({
      card: { name: "Almanac", description: "Knows the tides, since 0.1." },
      executor: researcher(findingEveryMs),
      versions: ["0.1"],
      store: store("almanac"),
    }),
  ]);
  const scholar = new ServerProcess("serve-researcher.ts", [join(folder, "researcher.db"), String(findingEveryMs)]);
  const gateway = new ServerProcess("serve-gateway.ts", [join(folder, "gateway.db"), almanac.url]);
  await Promise.all([scholar.start(), gateway.start()]);
  const inProcess = [hello, french, taxes, almanac];
  return {
    greeter: hello,
    translator: french,
    tax: taxes,
    researcher: scholar,
    almanac,
    gateway,
    async [Symbol.asyncDispose]() {
      await Promise.all(inProcess.map((agent) => agent.close({ drainMs: 0 })));
      await Promise.all([scholar.stop(), gateway.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
