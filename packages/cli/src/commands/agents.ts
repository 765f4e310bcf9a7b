import { join } from "node:path";
import { AgentsFile } from "../agents-file/agents-file.ts";
import { entryOf, isSecret } from "../agents-file/entry.ts";
import { printAgents, readAgents } from "../agents-file/list-agents.ts";
import { pingAgent } from "../agents-file/ping-agent.ts";
import { UsageError } from "../cli/failure.ts";
import { type Io, line } from "../cli/io.ts";
import { describeFlags, type Option } from "../cli/options.ts";
import { renderJson } from "../cli/render.ts";
import { wrongSubcommand } from "../cli/suggest.ts";
import { renderTable } from "../cli/table.ts";
import { unknownAgent } from "../connect/target.ts";
import { type Given, noMoreThan, readArguments, required, textFlag, wantsJson } from "../settings/arguments.ts";
import { agentsFile } from "../settings/config-files.ts";

const flags = {
  "card-url": {
    type: "string",
    value: "URL",
    help: "the URL of the card, if not at the well-known path",
    settable: false,
  },
  "token-env": {
    type: "string",
    value: "NAME",
    help: "the environment variable with the bearer token",
    settable: false,
  },
  "api-key-env": { type: "string", value: "NAME", help: "the environment variable with the API key", settable: false },
  "a2a-version": {
    type: "string",
    value: "V",
    help: "the protocol version to use: 1.0, 0.3, 0.2 or 0.1",
    standard: "auto",
    settable: false,
  },
  replace: { type: "boolean", help: "replaces an agent of the same name", settable: false },
} as const satisfies Readonly<Record<string, Option>>;

export const usage = `a2a agents list                  lists the agents of the configuration file, without secrets
a2a agents add NAME URL [flags]  adds an agent; creates a2a.config.yaml if there is no configuration file
a2a agents remove NAME           removes an agent
a2a agents ping [NAME …]         checks that agents answer, and shows the protocol version and binding in use
a2a remote                       the same as a2a agents list

  --config FILE        the configuration file; default the nearest a2a.config.yaml, .yml or .json, here or above
  -o, --output         text or json
flags of add:
${describeFlags(flags)}
  --api-key KEY        stores an API key in the file, which is then readable by you only
  --bearer TOKEN       stores a bearer token in the same way
  --timeout T          the time limit of a call: 30s, 500ms, 2m

Examples:
  a2a agents add weather https://weather.example
  a2a agents add desk https://desk.example --token-env DESK_TOKEN --a2a-version 0.3
  a2a agents ping weather desk`;

const verbs: Readonly<Record<string, (given: Given, io: Io) => Promise<number>>> = { list, add, remove, ping };

/** Lists, adds, removes and pings the agents of the configuration file. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const [verb, ...rest] = args;
  const carryOut = verb !== undefined && Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (carryOut === undefined) throw wrongSubcommand("agents", verb, Object.keys(verbs));
  return carryOut(readArguments(rest, flags, io), io);
}

/** Lists the remote agents. */
export async function remote(args: readonly string[], io: Io): Promise<number> {
  return list(readArguments(args, {}, io), io);
}

async function list(given: Given, io: Io): Promise<number> {
  noMoreThan(given, 0, "no arguments");
  const listed = await readAgents(await agentsFile(textFlag(given, "config"), io), io);
  const isEmpty = Object.keys(listed.agents).length + Object.keys(listed.unusable).length === 0;
  if (isEmpty && given.values.quiet !== true) io.err(`Warning: ${NO_AGENTS}\n`);
  printAgents(listed, wantsJson(given), io);
  return 0;
}

async function add(given: Given, io: Io): Promise<number> {
  const name = required(given, 0, "a name for the agent");
  const endpoint = required(given, 1, "the URL of the agent");
  noMoreThan(given, 2, "a name and a URL");
  if (!/^\w[\w-]{0,63}$/.test(name)) {
    throw new UsageError(`${line(name)} cannot be a name: use up to 64 letters, digits, _ and -`);
  }
  const entry = await entryOf(name, endpoint, given);
  const path = (await agentsFile(textFlag(given, "config"), io)) ?? join(process.cwd(), "a2a.config.yaml");
  const file = new AgentsFile(path);
  if (file.has(name) && given.values.replace !== true) {
    throw new UsageError(`${file.path} already has an agent named ${name}; --replace replaces it`);
  }
  file.set(name, entry, isSecret(given));
  file.save();
  say(given, io, { added: name, file: file.path });
  return 0;
}

async function remove(given: Given, io: Io): Promise<number> {
  const name = required(given, 0, "the name of an agent");
  noMoreThan(given, 1, "one name");
  const path = await agentsFile(textFlag(given, "config"), io);
  if (path === undefined) throw new UsageError("there is no a2a.config.yaml in this folder or above");
  const file = new AgentsFile(path);
  if (!file.remove(name)) throw unknownAgent(line(name), file.names, file.path);
  file.save();
  say(given, io, { removed: name, file: file.path });
  return 0;
}

/** Exits with the status of the first agent that does not answer. */
async function ping(given: Given, io: Io): Promise<number> {
  const path = await agentsFile(textFlag(given, "config"), io);
  const { agents, unusable } = await readAgents(path, io);
  const known = [...Object.keys(agents), ...Object.keys(unusable)];
  const names = given.positionals.length > 0 ? given.positionals : known;
  if (names.length === 0) throw new UsageError(NO_AGENTS);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownAgent(line(unknown), known, path ?? "");
  const pings = await Promise.all(names.map((name) => pingAgent(name, given, io)));
  if (wantsJson(given)) io.out(`${renderJson({ agents: pings.map(({ exit: _, ...answer }) => answer) })}\n`);
  else {
    const rows = pings.map(({ name, speaks = "failed", ms, url, error }) => [
      name,
      speaks,
      ms === undefined ? "" : `${ms} ms`,
      error ?? url ?? "",
    ]);
    io.out(renderTable(["agent", "speaks", "time", "url or error"], rows));
  }
  return pings.find(({ exit }) => exit !== 0)?.exit ?? 0;
}

const NO_AGENTS = "no agents are configured; a2a agents add NAME URL adds one";

function say(given: Given, io: Io, done: Readonly<Record<string, string>>): void {
  if (wantsJson(given)) {
    io.out(`${renderJson(done)}\n`);
    return;
  }
  for (const [label, value] of Object.entries(done)) {
    io.out(`${label.charAt(0).toUpperCase()}${label.slice(1)}: ${line(value)}\n`);
  }
}
