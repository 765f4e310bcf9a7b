import { bearer } from "@a2a/server";
import { type RunningAgent, type ServeOptions, serve } from "@a2a/server/node";
import { type AgentExecutor, isProtocolVersion, type ProtocolVersion } from "@a2a/types";
import { probe } from "../agents/probe.ts";
import { tck } from "../agents/tck.ts";
import { readArguments, textFlag } from "../cli/arguments.ts";
import { UsageError } from "../cli/failure.ts";
import type { Io } from "../cli/io.ts";

/** What `a2a demo-server` can be told. */
export interface DemoServerOptions {
  agent?: string;
  port?: number;
  host?: string;
  store?: string;
  /** Generations, by commas. */
  versions?: string;
  /** `none`, or `bearer:TOKEN=USER,…`. */
  auth?: string;
  allowLoopbackWebhooks?: boolean;
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
export function startDemoServer(options: DemoServerOptions = {}): Promise<RunningAgent> {
  const { agent: name = "probe", auth = "none" } = options;
  const agent = Object.hasOwn(agents, name) ? agents[name] : undefined;
  if (agent === undefined) throw new TypeError(`--agent ${name}: expected ${Object.keys(agents).join(" or ")}`);
  return serve({
    ...agent,
    ...(options.port !== undefined && { port: options.port }),
    ...(options.host !== undefined && { host: options.host }),
    store: options.store ?? "memory",
    ...(options.versions !== undefined && { versions: toVersions(options.versions) }),
    ...(auth !== "none" && { auth: [bearer({ tokens: toTokens(auth) })] }),
    ...(options.allowLoopbackWebhooks && { push: { egress: { allowPrivate: true, allowHttp: true } } }),
    // The kits send different messages under one id.
    ...(name === "tck" && { deduplicate: false }),
  });
}

function toVersions(text: string): ProtocolVersion[] {
  return text.split(",").map((version) => {
    const trimmed = version.trim();
    if (!isProtocolVersion(trimmed)) throw new TypeError(`--versions ${trimmed}: expected 1.0, 0.3, 0.2 or 0.1`);
    return trimmed;
  });
}

function toTokens(auth: string): Record<string, string> {
  if (!auth.startsWith("bearer:")) throw new TypeError(`--auth ${auth}: expected none or bearer:TOKEN=USER,…`);
  const pairs = auth
    .slice("bearer:".length)
    .split(",")
    .map((pair) => pair.split("="));
  return Object.fromEntries(pairs.map(([token = "", user = ""]) => [token.trim(), user.trim()]));
}

export const usage = `a2a demo-server [--agent probe|tck] [--port N] [--host H] [--store memory|sqlite:FILE]
                [--versions 1.0,0.3,…] [--auth none|bearer:TOKEN=USER,…] [--allow-loopback-webhooks]

  serves an agent to try things on; its address is the first line on stdout`;

/** Serves until it is told to stop. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(args, {
    agent: { type: "string" },
    port: { type: "string" },
    host: { type: "string" },
    store: { type: "string" },
    versions: { type: "string" },
    auth: { type: "string" },
    "allow-loopback-webhooks": { type: "boolean" },
  });
  const port = textFlag(given, "port");
  if (port !== undefined && !/^\d{1,5}$/.test(port)) throw new UsageError(`--port ${port}: expected a number`);
  const texts = Object.fromEntries(
    ["agent", "host", "store", "versions", "auth"].flatMap((name) => {
      const value = textFlag(given, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const server = await startDemoServer({
    ...texts,
    ...(port !== undefined && { port: Number(port) }),
    allowLoopbackWebhooks: given.values["allow-loopback-webhooks"] === true,
  });
  io.out(`${server.url}\n`);
  await new Promise<void>((resolve) => {
    process.once("SIGTERM", resolve);
    io.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await server.close();
  return 0;
}
