import { createId, isJsonObject, type ListTasksRequest, type ListTasksResponse } from "@a2a/types";
import { type Check, type Finding, Skipped } from "./check.ts";
import { onSampleTask, type TestedEndpoint } from "./tested-endpoint.ts";

const versions = ["1.0"] as const;

/** Lists of tasks, which 1.0 has. */
export const listChecks: readonly Check<TestedEndpoint>[] = [
  {
    name: "list/members",
    requirements: ["R-39", "R-43"],
    level: "MUST",
    expected: "tasks, nextPageToken, pageSize and totalSize are always present",
    versions,
    async run(endpoint) {
      const reply = await endpoint.ask("listTasks", { contextId: createId() });
      const page = endpoint.result(reply);
      if (!isJsonObject(page)) return endpoint.describe(reply);
      const missing = ["tasks", "nextPageToken", "pageSize", "totalSize"].filter((name) => page[name] === undefined);
      return missing.length === 0 ? undefined : `no ${missing.join(", ")}`;
    },
  },
  {
    name: "list/paging",
    requirements: ["R-37", "R-44"],
    level: "MUST",
    expected: "pageSize 1 returns one task, the total, and a token for the next page",
    versions,
    run: onSampleTask(async (endpoint) => {
      await endpoint.ask("sendMessage", { message: endpoint.message() });
      const first = await list(endpoint, { pageSize: 1 });
      if (first.tasks.length !== 1) return `${first.tasks.length} tasks`;
      if (first.totalSize < 2 || first.nextPageToken === "")
        return `totalSize ${first.totalSize}, token "${first.nextPageToken}"`;
      const second = await list(endpoint, { pageSize: 1, pageToken: first.nextPageToken });
      return second.tasks[0] && second.tasks[0].id !== first.tasks[0]?.id ? undefined : "the same task again";
    }),
  },
  {
    name: "list/newest-first",
    requirements: ["R-38"],
    level: "MUST",
    expected: "tasks are sorted by status timestamp, newest first",
    versions,
    async run(endpoint) {
      const { tasks } = await list(endpoint, {});
      const times = tasks.map(({ status }) => Date.parse(status.timestamp ?? "")).filter((time) => !Number.isNaN(time));
      if (times.length < 2) return new Skipped("there are not enough tasks with a time");
      return times.every((time, index) => index === 0 || time <= (times[index - 1] ?? time))
        ? undefined
        : "another order";
    },
  },
  {
    name: "list/no-artifacts",
    requirements: ["R-40"],
    level: "MUST",
    expected: "tasks have no artifacts unless includeArtifacts is set",
    versions,
    async run(endpoint) {
      const { tasks } = await list(endpoint, {});
      if (tasks.length === 0) return new Skipped("there are no tasks");
      return tasks.some(({ artifacts }) => artifacts !== undefined) ? "artifacts" : undefined;
    },
  },
  {
    name: "list/artifacts",
    requirements: ["R-41"],
    level: "SHOULD",
    expected: "with includeArtifacts every task has artifacts, [] if there are none",
    versions,
    async run(endpoint) {
      const page = endpoint.result(await endpoint.ask("listTasks", { includeArtifacts: true }));
      const tasks = isJsonObject(page) && Array.isArray(page.tasks) ? page.tasks : [];
      if (tasks.length === 0) return new Skipped("there are no tasks");
      return tasks.every((task) => isJsonObject(task) && Array.isArray(task.artifacts))
        ? undefined
        : "tasks without artifacts";
    },
  },
  {
    name: "list/since",
    requirements: ["R-45"],
    level: "MUST",
    expected: "statusTimestampAfter is inclusive",
    versions,
    async run(endpoint) {
      const task = await endpoint.endedTask();
      if (task instanceof Skipped) return task;
      const { timestamp } = endpoint.read("getTask", await endpoint.ask("getTask", { id: task.id })).status;
      if (timestamp === undefined) return new Skipped("the status has no timestamp");
      const { tasks } = await list(endpoint, { statusTimestampAfter: timestamp, pageSize: 100 });
      return tasks.some(({ id }) => id === task.id) ? undefined : "it is not in the list";
    },
  },
  {
    name: "list/context",
    requirements: ["R-36"],
    level: "MUST",
    expected: "contextId restricts the list to that context",
    versions,
    async run(endpoint) {
      const task = await endpoint.sampleTask();
      if (task instanceof Skipped || !task.contextId) return task instanceof Skipped ? task : new Skipped("no context");
      const { tasks } = await list(endpoint, { contextId: task.contextId });
      if (!tasks.some(({ id }) => id === task.id)) return "the task is missing";
      return tasks.find(({ contextId }) => contextId !== task.contextId)?.contextId;
    },
  },
  refused("list/page-size-zero", "R-42", "pageSize 0: invalid params", { pageSize: 0 }),
  refused("list/page-size-large", "R-42", "pageSize 101: invalid params", { pageSize: 101 }),
  refused("list/page-token", "R-47", "a pageToken that is none: invalid params", { pageToken: "no such page" }),
  refused("list/status", "R-46", "an unknown status: invalid params", { status: "TASK_STATE_HAPPY" }),
];

function refused(
  name: string,
  requirement: string,
  expected: string,
  query: Readonly<Record<string, string | number>>,
): Check<TestedEndpoint> {
  return {
    name,
    requirements: [requirement],
    level: "MUST",
    expected,
    versions,
    async run(endpoint): Promise<Finding> {
      const text = new URLSearchParams(
        Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
      );
      const reply =
        endpoint.binding === "JSONRPC"
          ? await endpoint.askRaw("listTasks", { ...query })
          : await endpoint.get(`/tasks?${text}`);
      return endpoint.refusal(reply, "INVALID_PARAMS");
    },
  };
}

async function list(endpoint: TestedEndpoint, query: ListTasksRequest): Promise<ListTasksResponse> {
  // Messages that should have been refused may be in the history of a wrong agent; other checks report them.
  return endpoint.read("listTasks", await endpoint.ask("listTasks", { historyLength: 0, ...query }));
}
