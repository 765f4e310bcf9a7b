import { isSettled, type ListTasksRequest, type Task, TaskStateSchema } from "@a2a/types";
import { pause } from "../agents/pause.ts";
import { agentReference, connectAgent } from "../cli/agent.ts";
import { readArguments, required, secondsFlag, textFlag, wantsJson } from "../cli/arguments.ts";
import { UsageError } from "../cli/failure.ts";
import { type Io, shown } from "../cli/io.ts";
import { renderEvent, renderJson, renderTask } from "../cli/render.ts";
import { warn } from "./send.ts";

export const usage = `a2a task get ID [--wait] [--history N]
a2a task list [--status S] [--context-id C] [--page-size N] [--page-token T]
a2a task cancel ID
a2a task subscribe ID`;

/** Reads, lists, cancels and follows tasks. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const [verb, ...rest] = args;
  const given = readArguments(rest, {
    wait: { type: "boolean" },
    history: { type: "string" },
    status: { type: "string" },
    "context-id": { type: "string" },
    "page-size": { type: "string" },
    "page-token": { type: "string" },
    stream: { type: "boolean" },
  });
  const asJson = wantsJson(given);
  const resume = `a2a send --agent-card ${agentReference(given, io)}`;
  const print = (task: Task) => {
    io.out(`${asJson ? renderJson(task) : renderTask(task, resume)}\n`);
    warn(task, io);
  };
  if (verb !== "list" && verb !== "get" && verb !== "cancel" && verb !== "subscribe") {
    throw new UsageError(`a2a task ${verb ?? ""}: expected get, list, cancel or subscribe`);
  }
  const id = verb === "list" ? "" : required(given, 0, "the id of a task");
  await using connected = await connectAgent(given, io);
  const { client } = connected;
  const options = { signal: io.signal, timeoutMs: secondsFlag(given, "timeout") };

  switch (verb) {
    case "get": {
      const history = textFlag(given, "history");
      const read = () =>
        client.getTask(id, { ...options, ...(history !== undefined && { historyLength: Number(history) }) });
      let task = await read();
      const everyMs = secondsFlag(given, "poll-interval") ?? 1_000;
      while (given.values.wait === true && !isSettled(task.status.state)) {
        await pause(everyMs, io.signal);
        task = await read();
      }
      print(task);
      return 0;
    }
    case "cancel":
      print(await client.cancelTask(id, options));
      return 0;
    case "subscribe":
      for await (const event of client.subscribe(id, options)) {
        io.out(`${asJson ? renderJson(event) : renderEvent(event)}\n`);
      }
      return 0;
    case "list": {
      const page = await client.listTasks(queryOf(given), options);
      if (asJson) io.out(`${renderJson(page)}\n`);
      else {
        for (const task of page.tasks) {
          io.out(`Task: ${shown(task.id)}\nContext: ${shown(task.contextId ?? "")}\nState: ${task.status.state}\n\n`);
        }
        io.out(`Total: ${page.totalSize}\n`);
        if (page.nextPageToken !== "") io.out(`Next page: --page-token ${shown(page.nextPageToken)}\n`);
      }
      return 0;
    }
  }
}

function queryOf(given: Parameters<typeof textFlag>[0]): ListTasksRequest {
  const status = textFlag(given, "status");
  const contextId = textFlag(given, "context-id");
  const pageToken = textFlag(given, "page-token");
  const pageSize = textFlag(given, "page-size");
  const state = status === undefined ? undefined : TaskStateSchema.safeParse(status);
  if (state && !state.success)
    throw new UsageError(`--status ${status}: expected one of ${TaskStateSchema.options.join(", ")}`);
  return {
    ...(state?.success && { status: state.data }),
    ...(contextId !== undefined && { contextId }),
    ...(pageToken !== undefined && { pageToken }),
    ...(pageSize !== undefined && { pageSize: Number(pageSize) }),
  };
}
