import { type PlatformName, type ServeOptions, serve, stderrLogger } from "@a2a/server/node";
import { UsageError } from "../cli/failure.ts";
import { type Io, shown } from "../cli/io.ts";
import { announce } from "../serve/announce.ts";
import { execAgent } from "../serve/exec-agent.ts";
import { inspectorOption } from "../serve/inspector-option.ts";
import { type LoadedAgent, loadAgent } from "../serve/load-agent.ts";
import {
  announceGrpc,
  grpcFlags,
  grpcOption,
  registerPostgres,
  serverFlags,
  serverSettings,
  toServeOptions,
} from "../serve/server-flags.ts";
import { untilStopped } from "../serve/until-stopped.ts";
import { type Given, numberFlag, readArguments, secondsFlag, textFlag } from "../settings/arguments.ts";
import { agentsFile } from "../settings/config-files.ts";

export const usage = `a2a serve MODULE [flags]       serves the agent that a module exports by default
a2a serve --exec CMD [flags]   serves a shell command: the text of a message on its stdin, its stdout as the answer

  The first line on stdout is the URL. SIGINT and SIGTERM let running turns finish, then stop the server. Flags override
  the server section of the configuration file, which applies when a2a.enabled is true.

  --port N, --host H                   the address to listen on; default a free port of 127.0.0.1
  --grpc PORT                          serves gRPC as well, at a port of its own; 0 picks a free one
  --grpc-cleartext                     serves gRPC without TLS to other machines, behind a proxy that terminates it
  --platform NAME                      follows the rules of a hosting platform: agentcore, cloud-run or kubernetes
  --public-url URL                     the URL that callers use, behind a proxy
  --store STORE                        where tasks are stored: memory, sqlite:FILE or postgres://…; default A2ACLI_STORE,
                                       then a file below .a2a
  --versions 1.0,0.3,…                 the protocol versions to support; default all
  --auth none|bearer:@FILE|bearer:T=U  who may call: the users of the tokens in a file with lines TOKEN=USER, or TOKEN=USER,…
                                       itself; flags are visible to other processes
  --sign-key FILE                      signs the card with a private key; a2a card keys FILE creates one
  --allow-anonymous                    lets anyone call from other machines
  --allow-loopback-webhooks            allows webhooks on this machine
  --inspector on|off                   the page at /inspect that shows the agent; default on at loopback addresses, where stderr
                                       has its link; elsewhere off, and on only with --auth
  --config FILE                        the configuration file; default the nearest a2a.config.yaml, .yml or .json
  --name NAME, --description TEXT      the name and description on the card
  --time-limit T                       the time limit of a turn; default 1h, with --exec 10m
with --exec:
  --max-output BYTES                   the output limit of a command; default 10485760
  --max-running N                      the number of commands that run at a time; default 8
  --tell-stderr                        sends callers the last line of stderr when a command fails; by default they get its
                                       exit status only, and stderr stays on this terminal

Examples:
  a2a serve ./agent.ts --port 4100
  a2a serve --exec "wc -w" --name "Word counter"
  a2a serve ./agent.ts --host 0.0.0.0 --auth bearer:@tokens.txt`;

/** Serves an agent until SIGINT or SIGTERM. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(args, {
    ...serverFlags,
    exec: { type: "string" },
    ...grpcFlags,
    name: { type: "string" },
    description: { type: "string" },
    "public-url": { type: "string" },
    platform: { type: "string" },
    "sign-key": { type: "string" },
    "allow-anonymous": { type: "boolean" },
    "time-limit": { type: "string" },
    "max-output": { type: "string" },
    "max-running": { type: "string" },
    "tell-stderr": { type: "boolean" },
  });
  const agent = await agentOf(given, io);
  const configured = await configuredServer(given, io);
  const publicUrl = textFlag(given, "public-url");
  const platform = textFlag(given, "platform");
  const signKey = textFlag(given, "sign-key");
  const timeoutMs = secondsFlag(given, "time-limit");
  const settings = serverSettings(given, io);
  registerPostgres();
  const server = await serve({
    logger: stderrLogger((entry) => io.err(entry), { pretty: io.watched === true }),
    ...configured,
    ...agent,
    ...toServeOptions(settings),
    ...(await inspectorOption(settings.inspector, settings.host ?? configured.host ?? agent.host)),
    card: { ...agent.card, ...cardFlags(given) },
    ...(signKey !== undefined && {
      signCard: (await import("../card/signing-key.ts")).signerFrom("--sign-key", signKey),
    }),
    ...(await grpcOption(given)),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(platform !== undefined && { platform: platform as PlatformName }), // `serve` refuses others
    turns: { ...agent.turns, ...(timeoutMs !== undefined && { timeoutMs }) },
    security: {
      ...configured.security,
      ...agent.security,
      ...(given.values["allow-anonymous"] === true && { allowAnonymous: true }),
    },
  });
  announce(server, io);
  announceGrpc(server, io);
  await untilStopped(io);
  const { runningTurns } = server.handler;
  if (runningTurns > 0) {
    io.err(
      `Waiting for ${runningTurns === 1 ? "a turn" : `${runningTurns} turns`} to end; Ctrl-C again stops at once.\n`,
    );
  }
  await server.close();
  return 0;
}

async function agentOf(given: Given, io: Io): Promise<LoadedAgent> {
  const [path] = given.positionals;
  const command = textFlag(given, "exec");
  if ((path === undefined) === (command === undefined)) {
    throw new UsageError("a2a serve needs a module, or --exec with a command");
  }
  if (path !== undefined) return loadAgent(path);
  const maxOutputBytes = numberFlag(given, "max-output");
  const maxRunning = numberFlag(given, "max-running");
  const executor = execAgent(command ?? "", {
    ...(maxOutputBytes !== undefined && { maxOutputBytes }),
    ...(maxRunning !== undefined && { maxRunning }),
    tellStderr: given.values["tell-stderr"] === true,
    onStderr: (text) => io.err(shown(text)),
    env: io.env,
  });
  return {
    card: { name: "Command", description: "Answers with the output of a command." },
    executor,
    turns: { timeoutMs: 600_000 },
  };
}

/** The server section of the configuration file, when the file enables it. */
async function configuredServer(given: Given, io: Io): Promise<Partial<ServeOptions>> {
  const file = await agentsFile(textFlag(given, "config"), io);
  if (file === undefined) return {};
  const { loadConfig } = await import("@a2a/client/config");
  const { enabled, server } = loadConfig({ file, environment: io.env });
  const { port, bindAddress, allowedOrigins, store } = server;
  if (!enabled) {
    if (Object.keys(server).length > 0) {
      io.err(`Warning: ${file} has a server section, but a2a.enabled is not true: the section is ignored\n`);
    }
    return {};
  }
  return {
    ...(port !== undefined && { port }),
    ...(bindAddress !== undefined && { host: bindAddress }),
    ...(allowedOrigins && { security: { allowedOrigins } }),
    ...(store !== undefined && { store }),
  };
}

function cardFlags(given: Given): { name?: string; description?: string } {
  const name = textFlag(given, "name");
  const description = textFlag(given, "description");
  return { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
}
