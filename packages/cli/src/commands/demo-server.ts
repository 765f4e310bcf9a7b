import { type GrpcOptions, type RunningAgent, type ServeOptions, serve } from "@a2a/server/node";
import type { AgentExecutor } from "@a2a/types";
import { probe } from "../agents/probe.ts";
import { tck } from "../agents/tck.ts";
import type { Io } from "../cli/io.ts";
import { announce } from "../serve/announce.ts";
import { inspectorOption, isLocal } from "../serve/inspector-option.ts";
import {
  announceGrpc,
  grpcFlags,
  grpcOption,
  registerPostgres,
  type ServerSettings,
  serverFlags,
  serverSettings,
  toServeOptions,
} from "../serve/server-flags.ts";
import { untilStopped } from "../serve/until-stopped.ts";
import { readArguments, textFlag } from "../settings/arguments.ts";

/** Options of `a2a demo-server`. */
export interface DemoServerOptions extends ServerSettings {
  /** The agent to serve: `probe`, the default, or `tck`. */
  agent?: string;
  /** Serves gRPC as well, at a port of its own. Default: not. */
  grpc?: GrpcOptions;
}

const agents: Record<string, { executor: AgentExecutor; card: ServeOptions["card"] }> = {
  probe: {
    executor: probe,
    card: {
      name: "Probe",
      description: "Follows the instructions in a message, to try out everything an agent can do.",
      skills: [
        {
          id: "probe",
          name: "Probe",
          description: "Echoes a text, or runs a command such as chunks:10x100, ask:QUESTION or fail:REASON.",
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

/** Serves one of the two test agents; with `inspector: "on"`, with a page that shows it. */
export async function startDemoServer(options: DemoServerOptions = {}): Promise<RunningAgent> {
  const { agent: name = "probe", inspector = "off", grpc, ...settings } = options;
  const agent = Object.hasOwn(agents, name) ? agents[name] : undefined;
  if (agent === undefined) throw new TypeError(`--agent ${name}: expected ${Object.keys(agents).join(" or ")}`);
  registerPostgres();
  return serve({
    ...agent,
    store: process.env.A2A_STORE ?? "memory",
    ...toServeOptions(settings),
    ...(grpc && { grpc }),
    ...(await inspectorOption(inspector, settings.host)),
    // The kits reuse message ids for different messages.
    ...(name === "tck" && { turns: { deduplicate: false } }),
  });
}

export const usage = `a2a demo-server [--agent probe|tck] [--port N] [--host H] [--store memory|sqlite:FILE|postgres://…]
                [--versions 1.0,0.3,…] [--auth none|bearer:@FILE|bearer:TOKEN=USER,…] [--allow-loopback-webhooks]
                [--inspector on|off] [--grpc PORT [--grpc-cleartext]]

  Serves a test agent. The first line on stdout is its URL. --grpc serves gRPC as well, at a port of its own. On a loopback
  address it has a page that shows the agent at /inspect, whose link is printed on stderr; --inspector off turns it off.
  Elsewhere --inspector on turns it on, for callers with credentials.

Examples:
  a2a demo-server --port 4100
  a2a send http://localhost:4100 "chunks:5x200" --stream`;

/** Serves until SIGINT or SIGTERM. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(args, { ...serverFlags, ...grpcFlags, agent: { type: "string" } });
  const agent = textFlag(given, "agent");
  const settings = serverSettings(given, io);
  const { inspector = isLocal(settings.host) ? "on" : "off" } = settings;
  const server = await startDemoServer({
    ...settings,
    ...(await grpcOption(given)),
    inspector,
    ...(agent !== undefined && { agent }),
  });
  announce(server, io);
  announceGrpc(server, io);
  await untilStopped(io);
  await server.close();
  return 0;
}
