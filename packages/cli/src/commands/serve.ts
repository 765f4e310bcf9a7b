import { serve } from "@a2a/server/node";
import { type Given, numberFlag, readArguments, secondsFlag, textFlag } from "../cli/arguments.ts";
import { UsageError } from "../cli/failure.ts";
import { type Io, shown } from "../cli/io.ts";
import { execAgent } from "../serve/exec-agent.ts";
import { type LoadedAgent, loadAgent } from "../serve/load-agent.ts";
import { serverFlags, serverSettings, toServeOptions } from "../serve/server-flags.ts";
import { stderrLogger } from "../serve/stderr-logger.ts";
import { untilStopped } from "../serve/until-stopped.ts";

export const usage = `a2a serve MODULE [flags]       serves the agent that a module exports by default
a2a serve --exec CMD [flags]   serves a shell command: the text of a message on its stdin, its stdout as the answer

  its address is the first line on stdout; SIGINT or SIGTERM lets what runs finish, and stops

  --port N, --host H                   where to listen; default any free port of 127.0.0.1
  --public-url URL                     the address callers use, where a proxy stands in between
  --store memory|sqlite:FILE           where tasks live; default a file below .a2a
  --versions 1.0,0.3,…                 generations to serve; default all
  --auth none|bearer:TOKEN=USER,…      who may call
  --allow-anonymous                    lets anybody call from other machines
  --allow-loopback-webhooks            lets webhooks be on this machine
  --name NAME, --description TEXT      what the card says
  --time-limit T                       how long one turn may take; default 1h, with --exec 10m
with --exec:
  --max-output BYTES                   the most a command may print; default 10485760
  --max-running N                      how many commands run at a time; default 8
  --tell-stderr                        tells callers the last line of stderr when a command fails; without it they are told
                                       its status only, and stderr stays on this terminal`;

/** Serves an agent until it is told to stop. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(args, {
    ...serverFlags,
    exec: { type: "string" },
    name: { type: "string" },
    description: { type: "string" },
    "public-url": { type: "string" },
    "allow-anonymous": { type: "boolean" },
    "time-limit": { type: "string" },
    "max-output": { type: "string" },
    "max-running": { type: "string" },
    "tell-stderr": { type: "boolean" },
  });
  const agent = await agentOf(given, io);
  const publicUrl = textFlag(given, "public-url");
  const maxTurnMs = secondsFlag(given, "time-limit");
  const server = await serve({
    logger: stderrLogger(io),
    ...agent,
    ...toServeOptions(serverSettings(given)),
    card: { ...agent.card, ...cardFlags(given) },
    ...(publicUrl !== undefined && { publicUrl }),
    ...(maxTurnMs !== undefined && { maxTurnMs }),
    ...(given.values["allow-anonymous"] === true && { allowAnonymous: true }),
  });
  io.out(`${server.url}\n`);
  await untilStopped(io);
  await server.close();
  return 0;
}

async function agentOf(given: Given, io: Io): Promise<LoadedAgent> {
  const [path] = given.positionals;
  const command = textFlag(given, "exec");
  if ((path === undefined) === (command === undefined)) {
    throw new UsageError("a2a serve: expected a module, or --exec with a command");
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
    card: { name: "Command", description: "Answers with what a command prints." },
    executor,
    maxTurnMs: 600_000,
  };
}

function cardFlags(given: Given): { name?: string; description?: string } {
  const name = textFlag(given, "name");
  const description = textFlag(given, "description");
  return { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
}
