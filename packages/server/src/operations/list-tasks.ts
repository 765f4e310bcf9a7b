import { type Answer, Serialized } from "@a2a/bridge";
import { A2AError, type ListTasksRequest, type ListTasksResponse } from "@a2a/types";
import type { CallContext } from "../dispatch/call-context.ts";
import type { ServerContext } from "../dispatch/server-context.ts";
import type { ListCursor, ListQuery, TaskPage } from "../engine/task-engine.ts";
import { asSeen } from "./task-output.ts";

const DEFAULT_PAGE = 50;

/** Lists the caller's tasks, the latest first. */
export async function listTasks({ engine }: ServerContext, context: CallContext<"listTasks">): Promise<Answer> {
  const { input } = context.call;
  const pageSize = input.pageSize ?? DEFAULT_PAGE;
  const filters = filtersOf(input);
  const page = await engine.list(context.scope, {
    ...filters,
    pageSize,
    ...(input.pageToken && { cursor: readToken(input.pageToken, filters) }),
    view: {
      artifacts: input.includeArtifacts === true,
      ...(input.historyLength !== undefined && { historyLength: input.historyLength }),
    },
  });
  return context.reply.result(context.call, answerOf(context, page, pageSize, filters));
}

type Filters = Pick<ListQuery, "contextId" | "status" | "statusTimestampAfter">;

function filtersOf({ contextId, status, statusTimestampAfter }: ListTasksRequest): Filters {
  return {
    ...(contextId && { contextId }),
    ...(status && status !== "TASK_STATE_UNSPECIFIED" && { status }),
    ...(statusTimestampAfter && { statusTimestampAfter }),
  };
}

function answerOf(
  context: CallContext,
  { tasks, totalSize, next }: TaskPage,
  pageSize: number,
  filters: Filters,
): Serialized<ListTasksResponse> {
  const nextPageToken = next ? writeToken(next, filters) : "";
  const head = JSON.stringify({ nextPageToken, pageSize, totalSize });
  const json = `{"tasks":[${tasks.map((stored) => stored.json).join(",")}],${head.slice(1)}`;
  return new Serialized(json, () => ({
    tasks: tasks.map((stored) => asSeen(context, stored)),
    nextPageToken,
    pageSize,
    totalSize,
  }));
}

/** A token names the place where the next page begins, and the filters it belongs to. */
function writeToken({ statusAt, id }: ListCursor, filters: Filters): string {
  return toBase64Url(JSON.stringify([statusAt, id, digest(filters)]));
}

function readToken(token: string, filters: Filters): ListCursor {
  const parts = parse(token);
  const [statusAt, id, belongsTo] = parts ?? [];
  if (typeof statusAt !== "number" || !Number.isSafeInteger(statusAt) || typeof id !== "string") {
    throw invalidToken("is not one this server gave out");
  }
  if (belongsTo !== digest(filters)) throw invalidToken("belongs to a list with other filters");
  return { statusAt, id };
}

function parse(token: string): unknown[] | undefined {
  if (token.length > 1000) return undefined;
  try {
    const bytes = Uint8Array.from(atob(token.replaceAll("-", "+").replaceAll("_", "/")), (unit) => unit.charCodeAt(0));
    const parts: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return Array.isArray(parts) ? parts : undefined;
  } catch {
    return undefined; // not base64, or not JSON
  }
}

function toBase64Url(text: string): string {
  const binary = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function digest({ contextId, status, statusTimestampAfter }: Filters): number {
  const text = JSON.stringify([contextId, status, statusTimestampAfter]);
  let hash = 5381;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 33) ^ text.charCodeAt(i)) >>> 0;
  return hash;
}

function invalidToken(reason: string): A2AError {
  const description = `the page token ${reason}: begin again without one`;
  return new A2AError("INVALID_PARAMS", `Invalid parameters: pageToken: ${description}`, {
    violations: [{ field: "pageToken", description }],
  });
}
