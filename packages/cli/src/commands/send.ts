import type { SendMessageConfiguration } from "@a2a/types";
import { connectAgent } from "../cli/agent.ts";
import { type Given, isSet, readArguments, wantsJson, wholeFlag } from "../cli/arguments.ts";
import { UsageError } from "../cli/failure.ts";
import type { Io } from "../cli/io.ts";
import { describeFlags, type Option, turnFlags } from "../cli/options.ts";
import { renderJson, renderMessage, renderTask } from "../cli/render.ts";
import { givenMessage, partFlags } from "../turn/message-parts.ts";
import { warnOf, watchTurn } from "../turn/watched-turn.ts";

const streamFlag: Record<string, Option> = {
  stream: {
    type: "boolean",
    help: "tells of each event as it comes; with -o json, one object a line",
    settable: false,
  },
};
const ASYNC = ["async", "return-immediately", "no-wait"];
const flags: Record<string, Option> = {
  ...partFlags,
  ...turnFlags,
  ...streamFlag,
  "return-immediately": { type: "boolean", help: "the same as --async", settable: false },
  "no-wait": { type: "boolean", help: "the same as --async", settable: false },
};

export const usage = `a2a send [TEXT] [flags]   sends a message, and waits until the task ends or asks something

${describeFlags(flags)}

  Parts go in the order in which they are given. The flags of every command are in a2a help.`;

/** Sends a message. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(args, flags, io);
  const asJson = wantsJson(given);
  const live = isSet(given, "stream");
  const isAsync = doesNotWait(given);
  if (live && isAsync) throw new UsageError("--stream waits and --async does not: give one of them");
  const message = await givenMessage(given, io);
  await using connected = await connectAgent(given, io);
  const { client, signal, agent } = connected;
  const historyLength = wholeFlag(given, "history");
  const configuration: SendMessageConfiguration = historyLength === undefined ? {} : { historyLength };
  const detail = { verbose: isSet(given, "verbose"), agent };
  if (detail.verbose && !asJson) io.out(`${renderMessage(message, detail)}\n`);
  if (!isAsync) {
    const continues = message.taskId !== undefined;
    const events = client.stream(message, { signal, configuration });
    await watchTurn(events, { given, io, agent, live, continues, wrap: (task) => ({ task }) });
    return 0;
  }
  const answer = await client.send(message, { signal, configuration: { ...configuration, returnImmediately: true } });
  if (asJson) io.out(`${renderJson(answer)}\n`);
  else io.out(`${"task" in answer ? renderTask(answer.task, detail) : renderMessage(answer.message, detail)}\n`);
  if ("task" in answer) warnOf(answer.task, given, io);
  return 0;
}

/** What the command line says counts more than what a file says. */
function doesNotWait(given: Given): boolean {
  const asked = ASYNC.some((name) => given.sources[name] === "flag");
  const waits = given.sources.wait === "flag";
  if (asked && waits) throw new UsageError("--wait and --async contradict each other: give one of them");
  return asked || (isSet(given, "async") && !waits && !isSet(given, "stream"));
}
