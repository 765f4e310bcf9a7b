import type { PerformedOnce } from "@a2a/server/backend-kit";
import type { ListTasksRequest, ListTasksResponse, Task } from "@a2a/types";
import type { LinkOptions } from "../agents/link-types.ts";
import { callOptions, ownerOf, type Relay, type RelayedCall } from "./relay-context.ts";
import { shown } from "./task-view.ts";

/** How many pages of an agent are searched for tasks of one caller before a shorter page is answered. */
const MAX_PAGES = 20;

/** Lists the tasks of a caller. An agent that takes all callers for one lists those of all, and the gateway picks the caller's. */
export async function listTasks(relay: Relay, context: RelayedCall<"listTasks">): Promise<PerformedOnce<"listTasks">> {
  const { input } = context.call;
  const options = await callOptions(relay, context);
  const output = relay.keepsApart
    ? await ownTasks(relay, ownerOf(context.scope), input, options)
    : await relay.link.call("listTasks", input, options);
  return { output: { ...output, tasks: output.tasks.map((task) => shown(context, task)) } };
}

/** A page of the caller's own tasks. */
async function ownTasks(
  relay: Relay,
  owner: string,
  input: ListTasksRequest,
  options: LinkOptions,
): Promise<ListTasksResponse> {
  const { link } = relay;
  const { pageSize = 50 } = input;
  const tasks: Task[] = [];
  let { pageToken } = input;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = await link.call(
      "listTasks",
      { ...input, pageSize: pageSize - tasks.length, ...(pageToken !== undefined && { pageToken }) },
      options,
    );
    tasks.push(...(await ownOf(relay, owner, page.tasks)));
    pageToken = page.nextPageToken;
    if (!pageToken || tasks.length >= pageSize) break;
  }
  const nextPageToken = pageToken ?? "";
  const isWhole = nextPageToken === "" && input.pageToken === undefined;
  const totalSize = isWhole ? tasks.length : await countOwn(relay, owner, input, options);
  return { tasks, nextPageToken, pageSize, totalSize };
}

/** How many tasks of the caller a list has. With filters the agent is asked for them; beyond `MAX_PAGES` the rest is not counted. */
async function countOwn(
  relay: Relay,
  owner: string,
  { contextId, status, statusTimestampAfter, tenant }: ListTasksRequest,
  options: LinkOptions,
): Promise<number> {
  const { link, routes } = relay;
  const filters = {
    ...(contextId !== undefined && { contextId }),
    ...(status !== undefined && { status }),
    ...(statusTimestampAfter !== undefined && { statusTimestampAfter }),
  };
  if (Object.keys(filters).length === 0) return await routes.count(owner, link.name);
  let count = 0;
  let pageToken = "";
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const asked = { ...filters, ...(tenant !== undefined && { tenant }), ...(pageToken !== "" && { pageToken }) };
    const page = await link.call("listTasks", { ...asked, pageSize: 100, historyLength: 0 }, options);
    count += (await ownOf(relay, owner, page.tasks)).length;
    pageToken = page.nextPageToken;
    if (pageToken === "") break;
  }
  return count;
}

async function ownOf({ link, routes }: Relay, owner: string, tasks: readonly Task[]): Promise<Task[]> {
  const own = await routes.owned(
    owner,
    link.name,
    tasks.map(({ id }) => id),
  );
  return tasks.filter(({ id }) => own.has(id));
}
