import { readAgents } from "../agents-file/list-agents.ts";
import { UsageError } from "../cli/failure.ts";
import type { Io } from "../cli/io.ts";
import { describeFlags, type Option } from "../cli/options.ts";
import { untilStopped } from "../serve/until-stopped.ts";
import { isSet, readArguments, secondsFlag, textFlag } from "../settings/arguments.ts";
import { agentsFile } from "../settings/config-files.ts";

const flags = {
  skills: { type: "boolean", help: "offers every skill as a tool of its own", settable: false },
  wait: { type: "string", value: "T", help: "returns a task that takes longer as still working", standard: "55s" },
  grace: {
    type: "string",
    value: "T",
    help: "cancels the task of a closed HTTP connection after this time, unless a host asks for it",
    standard: "10s",
  },
  http: { type: "string", value: "PORT", help: "serves streamable HTTP on this port of 127.0.0.1", settable: false },
} as const satisfies Readonly<Record<string, Option>>;

export const usage = `a2a mcp [AGENT …] [flags]   offers agents as tools of an MCP host, over stdio

  AGENT is a URL, a host or a name from the configuration file. Without one, all agents of the configuration file are offered.
  Each agent is a tool, and so is each skill that declares an input schema. Questions of an agent are put to the user by
  elicitation. Tasks survive a host that is killed: a2a_tasks lists them, a2a_result waits for one, a2a_cancel cancels it.

${describeFlags(flags)}
  --config FILE      the configuration file
  --bearer, --api-key, --header, --insecure   as for send

Examples:
  a2a mcp https://weather.example
  claude mcp add agents -- npx -y @a2a/cli mcp weather desk
  a2a mcp --skills --http 4200`;

/** Serves agents as MCP tools. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(args, flags, io);
  const references =
    given.positionals.length > 0 ? given.positionals : await configuredAgents(textFlag(given, "config"), io);
  const port = portOf(textFlag(given, "http"));
  const waitMs = secondsFlag(given, "wait") ?? 55_000;
  const graceMs = secondsFlag(given, "grace") ?? 10_000;
  const { offeredTools } = await import("../mcp/offered-tools.ts");
  const { serveMcp } = await import("../mcp/serve-mcp.ts");
  // The timeout of a command would end the server.
  const { timeout: _, ...values } = given.values;
  await using offered = await offeredTools(references, { ...given, values }, io, {
    everySkill: isSet(given, "skills"),
    waitMs,
  });
  await using served = await serveMcp(offered.tools, { io, waitMs, graceMs, ...(port !== undefined && { port }) });
  if (served.url !== undefined) io.out(`${served.url}\n`);
  await Promise.race([untilStopped(io), served.ended]);
  return 0;
}

async function configuredAgents(file: string | undefined, io: Io): Promise<string[]> {
  const { agents } = await readAgents(await agentsFile(file, io), io);
  const names = Object.keys(agents);
  if (names.length > 0) return names;
  throw new UsageError("no agent given: name one as an argument, or add one with a2a agents add NAME URL");
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port < 65_536) return port;
  throw new UsageError(`--http ${text}: expected a port from 0 to 65535`);
}
