import type { FollowOptions } from "@a2a/client";
import type { PerformedOnce } from "@a2a/server/backend-kit";
import type { ListTasksRequest, ListTasksResponse, Task } from "@a2a/types";
import { callOptions, ownerOf, type Relay, type RelayedCall } from "./relay-context.ts";

/** How many pages of an agent are searched for tasks of one caller before a shorter page is answered. */
const MAX_PAGES = 20;

/** Lists the tasks of a caller. An agent that takes all callers for one lists those of all, and the gateway picks the caller's. */
export async function listTasks(relay: Relay, context: RelayedCall<"listTasks">): Promise<PerformedOnce<"listTasks">> {
  const { input } = context.call;
  const options = await callOptions(relay, context);
  const output = relay.keepsApart
    ? await ownTasks(relay, ownerOf(context.scope), input, options)
    : await relay.link.call("listTasks", input, options);
  return { output };
}

/** A page of the caller's own tasks; `totalSize` counts all that the gateway knows of, whatever the filters. */
async function ownTasks(
  { link, routes }: Relay,
  owner: string,
  input: ListTasksRequest,
  options: FollowOptions,
): Promise<ListTasksResponse> {
  const { pageSize = 50 } = input;
  const tasks: Task[] = [];
  let { pageToken } = input;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = await link.call(
      "listTasks",
      { ...input, pageSize: pageSize - tasks.length, ...(pageToken !== undefined && { pageToken }) },
      options,
    );
    const ids = page.tasks.map(({ id }) => id);
    const own = await routes.owned(owner, link.name, ids);
    tasks.push(...page.tasks.filter(({ id }) => own.has(id)));
    pageToken = page.nextPageToken;
    if (!pageToken || tasks.length >= pageSize) break;
  }
  return { tasks, nextPageToken: pageToken ?? "", pageSize, totalSize: await routes.count(owner, link.name) };
}
