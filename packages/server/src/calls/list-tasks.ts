import { Serialized } from "@a2a/bridge";
import type { ListTasksRequest, ListTasksResponse } from "@a2a/types";
import type { TaskPage } from "../engine/port/task-engine.ts";
import type { CallContext, PerformedOnce } from "./call.ts";
import type { ListFilters } from "./page-token-signer.ts";
import type { ServerContext } from "./server-context.ts";

const DEFAULT_PAGE = 50;

/** Lists the caller's tasks, the latest first. */
export async function listTasks(
  { engine, pageTokens }: ServerContext,
  context: CallContext<"listTasks">,
): Promise<PerformedOnce<"listTasks">> {
  const { input } = context.call;
  const pageSize = input.pageSize ?? DEFAULT_PAGE;
  const filters = filtersOf(input);
  const page = await engine.list(context.scope, {
    ...filters,
    pageSize,
    ...(input.pageToken && { cursor: await pageTokens.read(input.pageToken, context.scope, filters) }),
    view: {
      artifacts: input.includeArtifacts === true,
      ...(input.historyLength !== undefined && { historyLength: input.historyLength }),
    },
  });
  const nextPageToken = page.next ? await pageTokens.write(page.next, context.scope, filters) : "";
  const output = answerOf(page, pageSize, nextPageToken);
  return { output, size: output.json.length };
}

function filtersOf({ contextId, status, statusTimestampAfter }: ListTasksRequest): ListFilters {
  return {
    ...(contextId && { contextId }),
    ...(status && status !== "TASK_STATE_UNSPECIFIED" && { status }),
    ...(statusTimestampAfter && { statusTimestampAfter }),
  };
}

function answerOf(
  { tasks, totalSize }: TaskPage,
  pageSize: number,
  nextPageToken: string,
): Serialized<ListTasksResponse> {
  const head = JSON.stringify({ nextPageToken, pageSize, totalSize });
  const json = `{"tasks":[${tasks.map((stored) => stored.json).join(",")}],${head.slice(1)}`;
  return new Serialized(json, () => ({
    tasks: tasks.map(({ task }) => task),
    nextPageToken,
    pageSize,
    totalSize,
  }));
}
