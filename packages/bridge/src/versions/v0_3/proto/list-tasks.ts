import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ListTasksRequest,
  type ListTasksResponse,
  type Task,
} from "@a2a/types";
import { ListTasksRequestSchema, TaskStateSchema } from "@a2a/types/schemas";
import type { CodecOptions } from "../../../codec/version-codec.ts";
import { looseEnum } from "../../../normalize/normalize-values.ts";
import { misfit } from "../../../normalize/read.ts";
import { optional } from "../../../stash/stash.ts";
import { routes } from "../request-traits.ts";
import { protoReader } from "./normalize.ts";

const readQuery = protoReader(ListTasksRequestSchema);
const normalizeState = looseEnum(TaskStateSchema.options, "TASK_STATE_");

/**
 * Listing tasks, which the text of 0.3 mentions for HTTP+JSON alone and its proto lacks. The query and the page are those of the draft
 * that followed, as other implementations write them; the text shows a bare list.
 */
export function listTasksRow(form: {
  decode(wire: JsonValue, options?: CodecOptions): Task;
  encode(task: Task, options?: CodecOptions): JsonValue;
}) {
  return {
    routes: routes.listTasks,
    decodeInput: (wire: JsonValue, options?: CodecOptions): ListTasksRequest => {
      const { lastUpdatedAfter, status, ...query } = isJsonObject(wire) ? wire : {};
      const state = status === undefined ? undefined : normalizeState(status);
      return readQuery(
        { ...query, ...optional("status", state), ...optional("statusTimestampAfter", lastUpdatedAfter) },
        options,
      );
    },
    encodeInput: ({ statusTimestampAfter, status, tenant: _, ...query }: ListTasksRequest): JsonValue => ({
      ...query,
      ...optional("status", status === "TASK_STATE_CANCELED" ? "TASK_STATE_CANCELLED" : status),
      ...optional("lastUpdatedAfter", statusTimestampAfter),
    }),
    decodeOutput: (wire: JsonValue, options?: CodecOptions): ListTasksResponse => {
      const page: JsonObject = isJsonObject(wire) ? wire : { tasks: wire };
      const listed = page.tasks ?? [];
      if (!Array.isArray(listed)) throw misfit([{ field: "tasks", description: "expected a list" }]);
      const tasks = listed.map((task) => form.decode(task, options));
      const { nextPageToken, pageSize = tasks.length, totalSize = tasks.length } = page;
      return {
        tasks,
        nextPageToken: typeof nextPageToken === "string" ? nextPageToken : "",
        pageSize: countOf(pageSize),
        totalSize: countOf(totalSize),
      };
    },
    encodeOutput: ({ tasks, ...page }: ListTasksResponse, options?: CodecOptions): JsonValue => ({
      tasks: tasks.map((task) => form.encode(task, options)),
      ...page,
    }),
  };
}

function countOf(value: JsonValue): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}
