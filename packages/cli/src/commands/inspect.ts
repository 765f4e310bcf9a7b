import { type OfferedAgent, serveInspector } from "@a2a/inspector";
import { UsageError } from "../cli/failure.ts";
import type { Io } from "../cli/io.ts";
import { openBrowser } from "../cli/open-browser.ts";
import { conformance } from "../conformance/inspector-run.ts";
import { findBinding } from "../connect/agent.ts";
import { givenCredentials, givenHeaders } from "../connect/credentials.ts";
import { findTarget, namesAgent } from "../connect/target.ts";
import { portFlag } from "../serve/server-flags.ts";
import { untilStopped } from "../serve/until-stopped.ts";
import { isSet, readArguments, textFlag } from "../settings/arguments.ts";
import { agentsFile } from "../settings/config-files.ts";

export const usage = `a2a inspect [AGENT] [flags]   shows an agent in a page: its card, conversations, event logs and the wire

  AGENT            a URL, a host or a name from the configuration file; without one, the page asks for it
  --port N         the port of the page; default a free one
  --no-open        prints the link only; without it, the page opens in the browser when this is a terminal
  --config FILE    the configuration file, whose agents the page offers
  --bearer, --api-key, --header   as for send; the page never shows them

  The first line on stdout is the link to the page. It works on this machine only, and ends with a secret: anyone who has it can
  use the page. The page speaks every protocol version, and records what goes over the wire with credentials masked.

Examples:
  a2a inspect http://localhost:4100
  a2a inspect weather --port 4200`;

const flags = {
  port: { type: "string", settable: false },
  "no-open": { type: "boolean" },
} as const;

/** Serves the page until SIGINT or SIGTERM. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(args, flags, io);
  const [argument] = given.positionals;
  const port = portFlag(given);
  const offered = await configuredAgents(textFlag(given, "config"), io);
  const target = argument !== undefined || namesAgent(given) ? await findTarget(given, io, argument) : undefined;
  if (target && !("url" in target)) throw new UsageError(`${target.file}: expected the URL of a running agent`);
  const chosen: OfferedAgent[] = target
    ? [
        {
          name: target.reference,
          url: target.url,
          headers: { ...target.named?.headers, ...givenHeaders(given) },
          auth: [...(await givenCredentials(given)), ...[target.named?.auth ?? []].flat()],
        },
      ]
    : [];
  await using page = await serveInspector({
    agents: [...chosen, ...offered.filter(({ name }) => name !== target?.reference)],
    anyAddress: true,
    conformance,
    findBinding,
    ...(target && { agent: target.reference }),
    ...(port !== undefined && { port }),
  });
  io.out(`${page.url}\n`);
  await using _opened = isSet(given, "no-open") ? undefined : await openBrowser(page.url, io);
  await untilStopped(io);
  return 0;
}

/** The agents of the configuration file, for the page to offer. */
async function configuredAgents(config: string | undefined, io: Io): Promise<OfferedAgent[]> {
  const file = await agentsFile(config, io);
  if (file === undefined) return [];
  const { loadConfig, namedAgents } = await import("@a2a/client/config");
  return Object.entries(namedAgents(loadConfig({ file, environment: io.env }))).map(
    ([name, { url, headers, auth }]) => {
      return { name, url, headers, auth };
    },
  );
}
