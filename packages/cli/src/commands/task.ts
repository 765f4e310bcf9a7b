import { isA2AError, type Task } from "@a2a/types";
import type { Io } from "../cli/io.ts";
import { describeFlags, type Option, turnFlags } from "../cli/options.ts";
import { renderJson, renderTask } from "../cli/render.ts";
import { wrongSubcommand } from "../cli/suggest.ts";
import { type Connected, connectAgent } from "../connect/agent.ts";
import {
  type Given,
  isSet,
  noMoreThan,
  readArguments,
  required,
  secondsFlag,
  wantsJson,
  wholeFlag,
} from "../settings/arguments.ts";
import { downloadFlags, downloadTask } from "../task/download.ts";
import { listFlags, listTasks } from "../task/list-tasks.ts";
import { countPushArguments, pushConfig, pushFlags } from "../task/push-config.ts";
import { pollTask } from "../turn/poll-task.ts";
import { warnOf, watchTurn } from "../turn/watched-turn.ts";

const { wait, history } = turnFlags;
const streamFlag = {
  stream: { type: "boolean", help: "with -o json, prints one object per line as events arrive", settable: false },
} as const satisfies Record<string, Option>;

export const usage = `a2a task get ID [AGENT] [flags]         shows the state and the artifacts of a task
${describeFlags({ wait: { ...wait, otherwise: "reads it once" }, history })}
a2a task list [AGENT] [flags]           lists tasks, latest first; --verbose and --artifacts show them in full
${describeFlags(listFlags)}
a2a task cancel ID [AGENT]              cancels a task
a2a task subscribe ID [AGENT] [flags]   follows a task until it ends or needs input
${describeFlags(streamFlag)}
a2a task download ID [AGENT] [flags]    saves the artifacts of a task as files
${describeFlags(downloadFlags)}
a2a task push-config create TASK [AGENT] --url URL [flags]
a2a task push-config get|delete TASK ID [AGENT]
a2a task push-config list TASK [AGENT]
${describeFlags(pushFlags)}

  AGENT is a URL, a host or a name from the configuration file. a2a help lists the flags of every command.

Examples:
  a2a task list http://localhost:4100 --status working
  a2a task get 6f1c weather --wait
  a2a task download 6f1c weather --dir out`;

interface Verb {
  readonly flags: Record<string, Option>;
  readonly run: (call: TaskCall) => Promise<void>;
}

const verbs: Readonly<Record<string, Verb>> = {
  get: { flags: { wait, history }, run: getTask },
  list: { flags: listFlags, run: ({ given, io, connected }) => listTasks(given, io, connected) },
  cancel: { flags: {}, run: cancelTask },
  subscribe: { flags: {}, run: subscribe },
  download: { flags: downloadFlags, run: ({ given, io, connected }) => downloadTask(given, io, connected) },
  "push-config": { flags: pushFlags, run: ({ given, io, connected }) => pushConfig(given, io, connected) },
};

interface TaskCall {
  readonly given: Given;
  readonly io: Io;
  readonly connected: Connected;
}

/** Reads, lists, cancels, follows and downloads tasks, and manages their webhooks. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const [name = "", ...rest] = args;
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (verb === undefined) throw wrongSubcommand("task", name, Object.keys(verbs));
  const given = readArguments(rest, { ...verb.flags, ...streamFlag }, io);
  wantsJson(given);
  await using connected = await connectAgent(given, io, agentArgument(name, given));
  await verb.run({ given, io, connected });
  return 0;
}

/** The argument after those that a subcommand needs, if any. */
function agentArgument(name: string, given: Given): string | undefined {
  const count = name === "push-config" ? countPushArguments(given) : name === "list" ? 0 : 1;
  if (name !== "push-config" && count > 0) required(given, 0, "the id of a task");
  noMoreThan(given, count + 1, `${count === 0 ? "" : count === 1 ? "the id of a task, then " : ""}at most one agent`);
  return given.positionals[count];
}

async function getTask({ given, io, connected: { client, signal, agent } }: TaskCall): Promise<void> {
  const id = required(given, 0, "the id of a task");
  const historyLength = wholeFlag(given, "history");
  const read = () => client.getTask(id, { signal, ...(historyLength !== undefined && { historyLength }) });
  if (!isSet(given, "wait")) return print(await read(), agent, given, io);
  const everyMs = secondsFlag(given, "poll-interval") ?? 2_000;
  await watchTurn(pollTask(read, { everyMs, signal }), { given, io, agent, live: false, wrap: (task) => task });
}

/** Canceling is idempotent: a task that is already canceled is a success. */
async function cancelTask({ given, io, connected: { client, signal, agent } }: TaskCall): Promise<void> {
  const id = required(given, 0, "the id of a task");
  const canceled = await client.cancelTask(id, { signal }).catch(async (error: unknown) => {
    const task = isA2AError(error, "TASK_NOT_CANCELABLE") ? await client.getTask(id, { signal }) : undefined;
    if (task?.status.state === "TASK_STATE_CANCELED") return task;
    if (task && !wantsJson(given)) io.out(`${renderTask(task, { agent })}\n`);
    throw error;
  });
  print(canceled, agent, given, io);
}

async function subscribe({ given, io, connected: { client, signal, agent } }: TaskCall): Promise<void> {
  const id = required(given, 0, "the id of a task");
  // A JSON document is the outcome; text and JSON Lines follow the events.
  const live = isSet(given, "stream") || !wantsJson(given);
  await watchTurn(client.subscribe(id, { signal }), { given, io, agent, live, wrap: (task) => task });
}

function print(task: Task, agent: string, given: Given, io: Io): void {
  io.out(`${wantsJson(given) ? renderJson(task) : renderTask(task, { agent, verbose: isSet(given, "verbose") })}\n`);
  warnOf(task, given, io);
}
