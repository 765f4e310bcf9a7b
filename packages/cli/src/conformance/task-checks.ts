import { isJsonObject, isSettled, isTerminal, type JsonValue, type Task } from "@a2a/types";
import { type Check, type Finding, Skipped } from "./check.ts";
import { onSampleTask, type TestedEndpoint } from "./tested-endpoint.ts";

const newest = ["1.0"] as const;
const withMessages = ["1.0", "0.3", "0.2"] as const;

/** Checks of messages and of the tasks that they create. */
export const taskChecks: readonly Check<TestedEndpoint>[] = [
  {
    name: "send/answer",
    requirements: ["R-1", "R-118", "R-126"],
    level: "MUST",
    expected: "the response to a message is a task or message that is valid in the protocol version",
    async run(endpoint) {
      endpoint.read("sendMessage", await endpoint.ask("sendMessage", { message: endpoint.message() }));
      return undefined;
    },
  },
  {
    name: "send/waits",
    requirements: ["R-2"],
    level: "MUST",
    expected: "the response arrives when the task has ended or needs input",
    run: onSampleTask(async (_endpoint, task) => {
      return isSettled(task.status.state) ? undefined : task.status.state;
    }),
  },
  {
    name: "send/context",
    requirements: ["R-17", "R-31"],
    level: "MUST",
    expected: "the response has a context id",
    versions: withMessages,
    async run(endpoint) {
      const answer = await endpoint.sample();
      const { contextId } = "task" in answer ? answer.task : answer.message;
      return contextId ? undefined : "no contextId";
    },
  },
  {
    name: "send/own-context",
    requirements: ["R-18"],
    level: "MUST",
    expected: "a context id from the caller is kept or refused, never replaced",
    versions: withMessages,
    async run(endpoint) {
      const contextId = `conformance-${crypto.randomUUID()}`;
      const reply = await endpoint.ask("sendMessage", { message: endpoint.message({ contextId }) });
      if (endpoint.error(reply)) return undefined;
      const answer = endpoint.read("sendMessage", reply);
      const { contextId: kept } = "task" in answer ? answer.task : answer.message;
      return kept === contextId ? undefined : `contextId ${JSON.stringify(kept)}`;
    },
  },
  {
    name: "send/unique-task",
    requirements: ["R-23", "R-24"],
    level: "MUST",
    expected: "each new task has an id of its own",
    versions: withMessages,
    run: onSampleTask(async (endpoint, first) => {
      const answer = endpoint.read("sendMessage", await endpoint.ask("sendMessage", { message: endpoint.message() }));
      if (!("task" in answer)) return new Skipped("the agent answers with a message");
      return answer.task.id !== "" && answer.task.id !== first.id
        ? undefined
        : `id ${JSON.stringify(answer.task.id)} twice`;
    }),
  },
  {
    name: "send/immediately",
    requirements: ["R-4", "R-51"],
    level: "MUST",
    expected:
      "returnImmediately is answered with a task; canceling it gives the canceled task or TaskNotCancelableError",
    versions: withMessages,
    async run(endpoint) {
      const configuration = { returnImmediately: true };
      const answer = endpoint.read(
        "sendMessage",
        await endpoint.ask("sendMessage", { message: endpoint.message(), configuration }),
      );
      if (!("task" in answer)) return new Skipped("the agent answers with a message");
      const reply = await endpoint.ask("cancelTask", { id: answer.task.id });
      if (endpoint.error(reply)) return endpoint.refusal(reply, "TASK_NOT_CANCELABLE");
      const { state } = endpoint.read("cancelTask", reply).status;
      return state === "TASK_STATE_CANCELED" || !isTerminal(state) ? undefined : state;
    },
  },
  {
    name: "send/ended-task",
    requirements: ["R-6"],
    level: "MUST",
    expected: "a message to a task that has ended fails with UnsupportedOperationError",
    versions: newest,
    async run(endpoint) {
      const task = await endpoint.endedTask();
      if (task instanceof Skipped) return task;
      return endpoint.refusal(await follow(endpoint, task), "UNSUPPORTED_OPERATION");
    },
  },
  {
    name: "send/other-context",
    requirements: ["R-27"],
    level: "MUST",
    expected: "a message to a task with another contextId is refused",
    versions: newest,
    run: onSampleTask(async (endpoint, task) => {
      const message = endpoint.message({ taskId: task.id, contextId: `not-${task.contextId}` });
      const reply = await endpoint.ask("sendMessage", { message });
      return endpoint.error(reply) ? undefined : endpoint.describe(reply);
    }),
  },
  {
    name: "get/task",
    requirements: ["R-3", "R-161"],
    level: "MUST",
    expected: "GetTask returns the task that the message created, with the same state and artifacts",
    async run(endpoint) {
      const task = await endpoint.endedTask();
      if (task instanceof Skipped) return task;
      const read = endpoint.read("getTask", await endpoint.ask("getTask", { id: task.id }));
      if (read.id !== task.id) return `id ${read.id}`;
      if (read.status.state !== task.status.state) return read.status.state;
      return read.artifacts?.length === task.artifacts?.length ? undefined : `${read.artifacts?.length ?? 0} artifacts`;
    },
  },
  {
    name: "get/no-history",
    requirements: ["R-33"],
    level: "SHOULD",
    expected: "with historyLength 0 there is no history",
    versions: newest,
    run: (endpoint) => history(endpoint, 0),
  },
  {
    name: "get/short-history",
    requirements: ["R-34"],
    level: "MUST",
    expected: "with historyLength 1 there is at most one message",
    run: (endpoint) => history(endpoint, 1),
  },
  {
    name: "cancel/ended-task",
    requirements: ["R-49"],
    level: "MUST",
    expected: "canceling a task that has completed, failed or was rejected fails with TaskNotCancelableError",
    async run(endpoint) {
      const task = await endpoint.endedTask();
      if (task instanceof Skipped) return task;
      if (task.status.state === "TASK_STATE_CANCELED") return new Skipped("the task is canceled");
      return endpoint.refusal(await endpoint.ask("cancelTask", { id: task.id }), "TASK_NOT_CANCELABLE");
    },
  },
  {
    name: "json/timestamps",
    requirements: ["R-119"],
    level: "MUST",
    expected: "timestamps are ISO 8601 in UTC, ending in Z",
    versions: newest,
    run: (endpoint) => timestamps(endpoint, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
  },
  {
    name: "json/milliseconds",
    requirements: ["R-120"],
    level: "SHOULD",
    expected: "timestamps have three decimals",
    versions: newest,
    run: (endpoint) => timestamps(endpoint, /\.\d{3}Z$/),
  },
  {
    name: "json/camel-case",
    requirements: ["R-117"],
    level: "MUST",
    expected: "members are written in camelCase",
    async run(endpoint) {
      const task = await wireTask(endpoint);
      return task instanceof Skipped ? task : snakeCase(task);
    },
  },
  {
    name: "json/snake-case-taken",
    requirements: ["R-123"],
    level: "MUST",
    expected: "members in snake_case are accepted: history_length 0 omits the history",
    versions: newest,
    binding: "JSONRPC",
    run: onSampleTask(async (endpoint, task) => {
      const reply = await endpoint.askRaw("getTask", { id: task.id, history_length: 0 });
      const { history: kept = [] } = endpoint.read("getTask", reply);
      return kept.length === 0 ? undefined : `${kept.length} messages`;
    }),
  },
];

function follow(endpoint: TestedEndpoint, { id, contextId }: Task) {
  return endpoint.ask("sendMessage", { message: endpoint.message({ taskId: id, ...(contextId && { contextId }) }) });
}

async function history(endpoint: TestedEndpoint, historyLength: number): Promise<Finding> {
  const task = await endpoint.sampleTask();
  if (task instanceof Skipped) return task;
  const { history: kept = [] } = endpoint.read(
    "getTask",
    await endpoint.ask("getTask", { id: task.id, historyLength }),
  );
  return kept.length <= historyLength ? undefined : `${kept.length} messages`;
}

async function timestamps(endpoint: TestedEndpoint, form: RegExp): Promise<Finding> {
  const task = await wireTask(endpoint);
  if (task instanceof Skipped) return task;
  const status = isJsonObject(task) && isJsonObject(task.status) ? task.status : {};
  if (status.timestamp === undefined) return new Skipped("the status has no timestamp");
  return form.test(String(status.timestamp)) ? undefined : JSON.stringify(status.timestamp);
}

/** The task as it is written. */
async function wireTask(endpoint: TestedEndpoint): Promise<JsonValue | Skipped> {
  const task = await endpoint.sampleTask();
  if (task instanceof Skipped) return task;
  const reply = await endpoint.ask("getTask", { id: task.id });
  return endpoint.result(reply) ?? new Skipped(endpoint.describe(reply));
}

/** The first member in snake_case, outside of what belongs to callers and agents. */
function snakeCase(value: JsonValue): string | undefined {
  if (Array.isArray(value)) return value.map(snakeCase).find((found) => found !== undefined);
  if (!isJsonObject(value)) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    if (name === "metadata" || name === "data") continue;
    const found = /_/.test(name) ? name : snakeCase(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}
