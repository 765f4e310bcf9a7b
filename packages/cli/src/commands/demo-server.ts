import { type RunningAgent, type ServeOptions, serve } from "@a2a/server/node";
import type { AgentExecutor } from "@a2a/types";
import { probe } from "../agents/probe.ts";
import { tck } from "../agents/tck.ts";
import { readArguments, textFlag } from "../cli/arguments.ts";
import type { Io } from "../cli/io.ts";
import { type ServerSettings, serverFlags, serverSettings, toServeOptions } from "../serve/server-flags.ts";
import { untilStopped } from "../serve/until-stopped.ts";

/** What `a2a demo-server` can be told. */
export interface DemoServerOptions extends ServerSettings {
  /** Which of the two: `probe`, the default, or `tck`. */
  agent?: string;
}

const agents: Record<string, { executor: AgentExecutor; card: ServeOptions["card"] }> = {
  probe: {
    executor: probe,
    card: {
      name: "Probe",
      description: "Does what it is told, so that everything an agent can do can be tried.",
      skills: [
        {
          id: "probe",
          name: "Probe",
          description: "Echoes a text, or carries out a command such as chunks:10x100, ask:QUESTION or fail:REASON.",
          tags: ["test"],
          examples: ["hello", "chunks:5x200", "ask:Which one?"],
        },
      ],
      defaultInputModes: ["*/*"],
      defaultOutputModes: ["text/plain", "application/json", "application/octet-stream"],
    },
  },
  tck: {
    executor: tck,
    card: {
      name: "TCK agent",
      description: "Behaves as the public compatibility kits expect.",
      skills: [{ id: "tck", name: "TCK", description: "Acts by the prefix of the message id.", tags: ["test"] }],
      defaultInputModes: ["text/plain", "application/json"],
      defaultOutputModes: ["text/plain", "application/json"],
    },
  },
};

/** Serves one of the two test agents. */
export function startDemoServer({ agent: name = "probe", ...settings }: DemoServerOptions = {}): Promise<RunningAgent> {
  const agent = Object.hasOwn(agents, name) ? agents[name] : undefined;
  if (agent === undefined) throw new TypeError(`--agent ${name}: expected ${Object.keys(agents).join(" or ")}`);
  return serve({
    ...agent,
    store: "memory",
    ...toServeOptions(settings),
    // The kits send different messages under one id.
    ...(name === "tck" && { deduplicate: false }),
  });
}

export const usage = `a2a demo-server [--agent probe|tck] [--port N] [--host H] [--store memory|sqlite:FILE]
                [--versions 1.0,0.3,…] [--auth none|bearer:TOKEN=USER,…] [--allow-loopback-webhooks]

  serves an agent to try things on; its address is the first line on stdout`;

/** Serves until it is told to stop. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(args, { ...serverFlags, agent: { type: "string" } });
  const agent = textFlag(given, "agent");
  const server = await startDemoServer({ ...serverSettings(given), ...(agent !== undefined && { agent }) });
  io.out(`${server.url}\n`);
  await untilStopped(io);
  await server.close();
  return 0;
}
