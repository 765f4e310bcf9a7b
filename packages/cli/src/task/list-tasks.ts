import { type ListTasksRequest, type TaskState, taskStates } from "@a2a/types";
import { didYouMean } from "@a2a/types/internal";
import { UsageError } from "../cli/failure.ts";
import { type Io, shellWord } from "../cli/io.ts";
import { type Option, turnFlags } from "../cli/options.ts";
import { renderJson, renderTask } from "../cli/render.ts";
import { oneOf } from "../cli/suggest.ts";
import { renderTable } from "../cli/table.ts";
import type { Connected } from "../connect/agent.ts";
import { type Given, isSet, numberFlag, textFlag, wantsJson, wholeFlag } from "../settings/arguments.ts";

/** The flags of `a2a task list`. */
export const listFlags = {
  "context-id": { ...turnFlags["context-id"], help: "only tasks of this context" },
  status: { type: "string", value: "S", help: "only tasks in this state, such as completed", settable: false },
  since: { type: "string", value: "TIME", help: "only tasks whose status changed after this time", settable: false },
  "page-size": { type: "string", value: "N", help: "the number of tasks on a page" },
  "page-token": {
    type: "string",
    value: "T",
    help: "continues after the page that printed this token",
    settable: false,
  },
  history: turnFlags.history,
  artifacts: { type: "boolean", help: "includes artifacts", settable: false },
} as const satisfies Readonly<Record<string, Option>>;

/** Lists one page of tasks. */
export async function listTasks(given: Given, io: Io, { client, signal, agent }: Connected): Promise<void> {
  const page = await client.listTasks(queryOf(given), { signal });
  if (wantsJson(given)) {
    const lines = isSet(given, "stream") ? page.tasks : [page];
    for (const value of lines) io.out(`${renderJson(value)}\n`);
    return;
  }
  const verbose = isSet(given, "verbose");
  if (verbose || isSet(given, "artifacts") || textFlag(given, "history") !== undefined) {
    for (const task of page.tasks) io.out(`${renderTask(task, { verbose })}\n\n`);
  } else if (page.tasks.length > 0) {
    const rows = page.tasks.map(({ id, contextId = "", status }) => [
      id,
      status.state.replace("TASK_STATE_", "").toLowerCase().replaceAll("_", "-"),
      status.timestamp ?? "",
      contextId,
    ]);
    io.out(`${renderTable(["task", "state", "updated", "context"], rows)}\n`);
  }
  io.out(`Total: ${page.totalSize}\n`);
  if (page.nextPageToken) io.out(`Next: a2a task list ${agent} --page-token ${shellWord(page.nextPageToken)}\n`);
}

function queryOf(given: Given): ListTasksRequest {
  const contextId = textFlag(given, "context-id");
  const pageToken = textFlag(given, "page-token");
  const pageSize = numberFlag(given, "page-size");
  const historyLength = wholeFlag(given, "history");
  const status = stateOf(textFlag(given, "status"));
  const since = timeOf(textFlag(given, "since"));
  return {
    ...(status && { status }),
    ...(since !== undefined && { statusTimestampAfter: since }),
    ...(contextId !== undefined && { contextId }),
    ...(pageToken !== undefined && { pageToken }),
    ...(pageSize !== undefined && { pageSize }),
    ...(historyLength !== undefined && { historyLength }),
    ...(isSet(given, "artifacts") && { includeArtifacts: true }),
  };
}

/** A task state by its full or short name. */
function stateOf(text: string | undefined): TaskState | undefined {
  if (text === undefined) return undefined;
  const name = text
    .toUpperCase()
    .replaceAll("-", "_")
    .replace(/^(?!TASK_STATE_)/, "TASK_STATE_");
  const state = taskStates.find((candidate) => candidate === name);
  if (state) return state;
  const short = taskStates.map((candidate) => candidate.slice("TASK_STATE_".length).toLowerCase());
  throw new UsageError(`--status ${text}: ${didYouMean(text, short, `expected ${oneOf(short)}`)}`);
}

function timeOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new UsageError(`--since ${text}: expected a time such as 2030-01-31T12:00:00Z`);
  return new Date(time).toISOString();
}
