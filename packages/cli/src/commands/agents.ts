import { join } from "node:path";
import { createId, isA2AError } from "@a2a/types";
import { type AgentEntry, AgentsFile } from "../agents-file/agents-file.ts";
import { printAgents, readAgents } from "../agents-file/list-agents.ts";
import { connectAgent } from "../cli/agent.ts";
import {
  type Given,
  readArguments,
  required,
  secondsFlag,
  textFlag,
  versionFlag,
  wantsJson,
} from "../cli/arguments.ts";
import { failureOf, UsageError } from "../cli/failure.ts";
import { type Io, line } from "../cli/io.ts";
import { renderJson } from "../cli/render.ts";
import { agentsFile } from "../settings/config-files.ts";

export const usage = `a2a agents list                  the agents of the configuration file; secrets are not shown
a2a agents add NAME URL [flags]  adds an agent to it; the file is made if there is none
a2a agents remove NAME           removes an agent from it
a2a agents ping [NAME …]         asks each agent, or all of them, whether it is there, and what it speaks
a2a remote                       the same as a2a agents list

  --config FILE        the file; default the nearest a2a.config.yaml, .yml or .json, here or above
  -o, --output         text, or json
for add:
  --card-url URL       where the card is, if not at the usual place below URL
  --token-env NAME     the environment variable that holds the bearer token; the token itself is never written
  --a2a-version V      the generation to speak: 1.0, 0.3, 0.2 or 0.1
  --timeout T          how long a call may take: 30s, 500ms, 2m
  --replace            replaces an agent of the same name`;

const flags = {
  "card-url": { type: "string", settable: false },
  "token-env": { type: "string", settable: false },
  "a2a-version": { type: "string", standard: "auto", settable: false },
  replace: { type: "boolean", settable: false },
} as const;

/** Lists, adds, removes and pings the agents of the configuration file. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const [verb, ...rest] = args;
  const given = readArguments(rest, flags, io);
  switch (verb) {
    case "list":
      return list(given, io);
    case "add":
      return add(given, io);
    case "remove":
      return remove(given, io);
    case "ping":
      return ping(given, io);
    default:
      throw new UsageError(`a2a agents ${verb ?? ""}: expected list, add, remove or ping`);
  }
}

/** Lists the remote agents. */
export async function remote(args: readonly string[], io: Io): Promise<number> {
  return list(readArguments(args, {}, io), io);
}

async function list(given: Given, io: Io): Promise<number> {
  const agents = await readAgents(agentsFile(textFlag(given, "config"), io), io);
  if (agents.length === 0 && given.values.quiet !== true) {
    io.err("Warning: no agents are configured; a2a agents add NAME URL adds one\n");
  }
  printAgents(agents, wantsJson(given), io);
  return 0;
}

async function add(given: Given, io: Io): Promise<number> {
  const name = required(given, 0, "a name for the agent");
  const endpoint = required(given, 1, "the address of the agent");
  if (!/^\w[\w-]{0,63}$/.test(name)) throw new UsageError(`${line(name)}: expected a name of letters, digits, _ and -`);
  const entry = await entryOf(name, endpoint, given);
  const file = new AgentsFile(agentsFile(textFlag(given, "config"), io) ?? join(process.cwd(), "a2a.config.yaml"));
  if (file.has(name) && given.values.replace !== true) {
    throw new UsageError(`${file.path} has an agent named ${name} already: --replace replaces it`);
  }
  file.set(name, entry);
  file.save();
  say(given, io, { added: name, file: file.path });
  return 0;
}

async function remove(given: Given, io: Io): Promise<number> {
  const name = required(given, 0, "the name of an agent");
  const path = agentsFile(textFlag(given, "config"), io);
  if (path === undefined) throw new UsageError("there is no a2a.config.yaml here or above");
  const file = new AgentsFile(path);
  if (!file.remove(name)) {
    throw new UsageError(`${file.path} has no agent named ${line(name)}; it has ${file.names.join(", ") || "none"}`);
  }
  file.save();
  say(given, io, { removed: name, file: file.path });
  return 0;
}

/** The exit status is that of the first agent that is not there. */
async function ping(given: Given, io: Io): Promise<number> {
  const known = await readAgents(agentsFile(textFlag(given, "config"), io), io);
  const names = given.positionals.length > 0 ? given.positionals : known.map(({ name }) => name);
  if (names.length === 0) throw new UsageError("no agents are configured; a2a agents add NAME URL adds one");
  const unknown = names.find((name) => !known.some((agent) => agent.name === name));
  if (unknown !== undefined) throw new UsageError(`there is no agent named ${line(unknown)}`);
  const answers = await Promise.all(names.map((name) => reached(name, given, io)));
  if (wantsJson(given)) io.out(`${renderJson({ agents: answers.map(({ exit: _, ...answer }) => answer) })}\n`);
  else {
    for (const { name, speaks, url, ms, error } of answers) {
      io.out(
        `${name}: ${error === undefined ? `${speaks} at ${line(url ?? "")}, ${ms} ms` : `failed, ${line(error)}`}\n`,
      );
    }
  }
  return answers.find(({ exit }) => exit !== 0)?.exit ?? 0;
}

interface Answered {
  readonly name: string;
  readonly speaks?: string;
  readonly url?: string;
  readonly ms?: number;
  readonly error?: string;
  readonly exit: number;
}

async function reached(name: string, given: Given, io: Io): Promise<Answered> {
  const started = performance.now();
  try {
    await using connected = await connectAgent(given, io, name);
    const { client, signal } = connected;
    // A task that nobody has: an agent that says so is there, and lets the caller in.
    await client.getTask(createId(), { signal }).catch((error: unknown) => {
      if (!isA2AError(error) || isA2AError(error, "UNAUTHENTICATED") || isA2AError(error, "PERMISSION_DENIED"))
        throw error;
    });
    const { version, binding, url } = client.describe();
    return { name, speaks: `${version} over ${binding}`, url, ms: Math.round(performance.now() - started), exit: 0 };
  } catch (error) {
    io.signal.throwIfAborted();
    const { message, exit } = failureOf(error);
    return { name, error: message, exit };
  }
}

/** What is written; checked as the file is checked when it is read. */
async function entryOf(name: string, endpoint: string, given: Given): Promise<AgentEntry> {
  const agentCardUrl = textFlag(given, "card-url");
  const variable = textFlag(given, "token-env");
  if (variable !== undefined && !/^[A-Za-z_]\w*$/.test(variable)) {
    throw new UsageError("--token-env: expected the name of an environment variable, not the token");
  }
  const version = given.sources["a2a-version"] === "flag" ? versionFlag(given, "a2a-version") : undefined;
  const timeout = given.sources.timeout === "flag" ? secondsFlag(given, "timeout") : undefined;
  const entry: AgentEntry = {
    endpoint,
    ...(agentCardUrl !== undefined && { agentCardUrl }),
    ...(variable !== undefined && { authToken: `\${${variable}}` }),
    ...(timeout !== undefined && { timeout }),
    ...(version && { versions: [version] }),
  };
  const { parseConfig } = await import("@a2a/client/config");
  try {
    const environment = variable === undefined ? {} : { [variable]: "set" };
    parseConfig(JSON.stringify({ a2a: { remoteAgents: { [name]: entry } } }), { file: "agent", environment });
  } catch (error) {
    throw new UsageError((error as Error).message.replace(/^agent:\d+:\d+: /, ""), { cause: error });
  }
  return entry;
}

function say(given: Given, io: Io, done: Readonly<Record<string, string>>): void {
  if (wantsJson(given)) {
    io.out(`${renderJson(done)}\n`);
    return;
  }
  for (const [label, value] of Object.entries(done)) {
    io.out(`${label.charAt(0).toUpperCase()}${label.slice(1)}: ${line(value)}\n`);
  }
}
