import type { SendMessageConfiguration } from "@a2a/types";
import { UsageError } from "../cli/failure.ts";
import type { Io } from "../cli/io.ts";
import { describeFlags, type Option, turnFlags } from "../cli/options.ts";
import { renderJson, renderMessage, renderTask } from "../cli/render.ts";
import { connectAgent } from "../connect/agent.ts";
import { isConfigured, namesAgent } from "../connect/target.ts";
import { type Given, isSet, readArguments, wantsJson, wholeFlag } from "../settings/arguments.ts";
import { givenMessage, hasPartFlags, partFlags } from "../turn/message-parts.ts";
import { exitStatusFlag, exitStatusOf, warnOf, watchTurn } from "../turn/watched-turn.ts";

const streamFlag: Record<string, Option> = {
  stream: {
    type: "boolean",
    help: "prints each event as it arrives; with -o json, one object per line",
    settable: false,
  },
};
const ASYNC = ["async", "return-immediately", "no-wait"];
const flags: Record<string, Option> = {
  ...partFlags,
  ...turnFlags,
  ...streamFlag,
  ...exitStatusFlag,
  "return-immediately": { type: "boolean", help: "the same as --async", settable: false },
  "no-wait": { type: "boolean", help: "the same as --async", settable: false },
};

export const usage = `a2a send [AGENT] [TEXT] [flags]   sends a message, and waits until the task ends or needs input

  AGENT is a URL, a host or a name from the configuration file; leave it out when a flag or a setting names the agent.
  TEXT is the message; - or no text at all reads it from stdin.

${describeFlags(flags)}

  The parts of the message keep the order of their flags. a2a help lists the flags of every command.

Examples:
  a2a send http://localhost:4100 "Plan a weekend in Lisbon"
  a2a send --agent weather --stream "Will it rain tomorrow?"
  git diff | a2a send reviewer
  a2a send reviewer --text "Summarize this" --file report.pdf`;

/** Sends a message. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(args, flags, io);
  const asJson = wantsJson(given);
  const live = isSet(given, "stream");
  const isAsync = doesNotWait(given);
  if (live && isAsync) throw new UsageError("--stream waits and --async does not: give one of them");
  const { agent: reference, words } = await splitArguments(given, io);
  const message = await givenMessage(words, given, io);
  await using connected = await connectAgent(given, io, reference);
  const { client, signal, agent } = connected;
  const historyLength = wholeFlag(given, "history");
  const configuration: SendMessageConfiguration = historyLength === undefined ? {} : { historyLength };
  const detail = { verbose: isSet(given, "verbose"), agent };
  if (detail.verbose && !asJson) io.out(`${renderMessage(message, detail)}\n`);
  if (!isAsync) {
    const continues = message.taskId !== undefined;
    const events = client.stream(message, { signal, configuration });
    const task = await watchTurn(events, { given, io, agent, live, continues, wrap: (task) => ({ task }) });
    return exitStatusOf(task, given);
  }
  const answer = await client.send(message, { signal, configuration: { ...configuration, returnImmediately: true } });
  if (asJson) io.out(`${renderJson(answer)}\n`);
  else io.out(`${"task" in answer ? renderTask(answer.task, detail) : renderMessage(answer.message, detail)}\n`);
  if (!("task" in answer)) return 0;
  warnOf(answer.task, given, io);
  return exitStatusOf(answer.task, given);
}

/** The first argument is the agent when nothing else names one and there is something else to send. */
async function splitArguments(given: Given, io: Io): Promise<{ agent?: string; words: readonly string[] }> {
  const { positionals, sources } = given;
  const [first, ...rest] = positionals;
  if (first === undefined || sources["agent-card"] === "flag" || sources.agent === "flag")
    return { words: positionals };
  const hasMore = rest.length > 0 || hasPartFlags(given);
  const isUrl = /^https?:\/\//i.test(first);
  const isAgent = namesAgent(given) ? isUrl && hasMore : isUrl || hasMore || (await isConfigured(first, given, io));
  return isAgent ? { agent: first, words: rest } : { words: positionals };
}

/** A flag on the command line overrides a settings file. */
function doesNotWait(given: Given): boolean {
  const asked = ASYNC.some((name) => given.sources[name] === "flag");
  const waits = given.sources.wait === "flag";
  if (asked && waits) throw new UsageError("--wait and --async contradict each other: give one of them");
  return asked || (isSet(given, "async") && !waits && !isSet(given, "stream"));
}
