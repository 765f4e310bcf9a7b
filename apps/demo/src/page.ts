import { type RunningInspector, serveInspector } from "@a2a/inspector";
import type { DemoAgents } from "./agents.ts";

/** The inspector with the agents of the demo, and a button that kills the researcher while it streams. */
export function servePage(agents: DemoAgents): Promise<RunningInspector> {
  const { greeter, translator, tax, researcher } = agents;
  return serveInspector({
    agents: [
      { name: "researcher", url: researcher.url },
      { name: "greeter", url: greeter.url },
      { name: "translator", url: translator.url },
      { name: "tax", url: tax.url },
    ],
    agent: "researcher",
    anyAddress: true,
    actions: {
      kill: {
        label: "Kill the researcher",
        async run() {
          await researcher.kill();
          await researcher.start();
        },
      },
    },
  });
}
