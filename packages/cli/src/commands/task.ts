import { isA2AError, type Task } from "@a2a/types";
import { type Connected, connectAgent } from "../cli/agent.ts";
import { type Given, isSet, readArguments, required, secondsFlag, wantsJson, wholeFlag } from "../cli/arguments.ts";
import { UsageError } from "../cli/failure.ts";
import type { Io } from "../cli/io.ts";
import { describeFlags, type Option, turnFlags } from "../cli/options.ts";
import { renderJson, renderTask } from "../cli/render.ts";
import { downloadFlags, downloadTask } from "../task/download.ts";
import { listFlags, listTasks } from "../task/list-tasks.ts";
import { pushConfig, pushFlags } from "../task/push-config.ts";
import { pollTask } from "../turn/poll-task.ts";
import { warnOf, watchTurn } from "../turn/watched-turn.ts";

const { wait, history } = turnFlags;
const streamFlag = {
  stream: { type: "boolean", help: "one object a line, as it comes, with -o json", settable: false },
} as const satisfies Record<string, Option>;

export const usage = `a2a task get ID [flags]         a task: where it stands, and what came of it
${describeFlags({ wait: { ...wait, otherwise: "looks once" }, history })}
a2a task list [flags]           tasks, the latest first
${describeFlags(listFlags)}
a2a task cancel ID              cancels a task
a2a task subscribe ID [flags]   follows a task to its end, or to a question
${describeFlags(streamFlag)}
a2a task download ID [flags]    saves what came of a task
${describeFlags(downloadFlags)}
a2a task push-config create TASK --url URL [flags]
a2a task push-config get|delete TASK ID
a2a task push-config list TASK
${describeFlags(pushFlags)}

  The flags of every command are in a2a help.`;

const verbs: Readonly<Record<string, { flags: Record<string, Option>; run: (call: TaskCall) => Promise<void> }>> = {
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

/** Reads, lists, cancels, follows and saves tasks, and manages their webhooks. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const [name = "", ...rest] = args;
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (verb === undefined) throw new UsageError(`a2a task ${name}: expected ${Object.keys(verbs).join(", ")}`);
  const given = readArguments(rest, { ...verb.flags, ...streamFlag }, io);
  wantsJson(given);
  if (name !== "list") required(given, 0, name === "push-config" ? "create, get, list or delete" : "the id of a task");
  await using connected = await connectAgent(given, io);
  await verb.run({ given, io, connected });
  return 0;
}

async function getTask({ given, io, connected: { client, signal, agent } }: TaskCall): Promise<void> {
  const id = required(given, 0, "the id of a task");
  const historyLength = wholeFlag(given, "history");
  const read = () => client.getTask(id, { signal, ...(historyLength !== undefined && { historyLength }) });
  if (!isSet(given, "wait")) return print(await read(), agent, given, io);
  const everyMs = secondsFlag(given, "poll-interval") ?? 2_000;
  await watchTurn(pollTask(read, { everyMs, signal }), { given, io, agent, live: false, wrap: (task) => task });
}

/** Canceling twice is no mistake: what counts is that the task is canceled. */
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
  // One document is the outcome; lines, of text or of JSON, come as the events do.
  const live = isSet(given, "stream") || !wantsJson(given);
  await watchTurn(client.subscribe(id, { signal }), { given, io, agent, live, wrap: (task) => task });
}

function print(task: Task, agent: string, given: Given, io: Io): void {
  io.out(`${wantsJson(given) ? renderJson(task) : renderTask(task, { agent, verbose: isSet(given, "verbose") })}\n`);
  warnOf(task, given, io);
}
