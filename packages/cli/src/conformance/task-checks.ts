import { isJsonObject, isSettled, isTerminal, type JsonValue, type Task } from "@a2a/types";
import { type Check, type Finding, Skipped } from "./check.ts";
import type { Line } from "./line.ts";

const newest = ["1.0"] as const;
const withMessages = ["1.0", "0.3", "0.2"] as const;

/** What becomes of a message, and of the task that it made. */
export const taskChecks: readonly Check<Line>[] = [
  {
    name: "send/answer",
    requirements: ["R-1", "R-118", "R-126"],
    level: "MUST",
    expected: "a message is answered with a task or a message that the generation's own schema takes",
    async run(line) {
      line.read("sendMessage", await line.ask("sendMessage", { message: line.message() }));
      return undefined;
    },
  },
  {
    name: "send/waits",
    requirements: ["R-2"],
    level: "MUST",
    expected: "the answer comes when the task has ended or asks something",
    async run(line) {
      const task = await line.sampleTask();
      if (task instanceof Skipped) return task;
      return isSettled(task.status.state) ? undefined : task.status.state;
    },
  },
  {
    name: "send/context",
    requirements: ["R-17", "R-31"],
    level: "MUST",
    expected: "the answer names its context",
    versions: withMessages,
    async run(line) {
      const answer = await line.sample();
      const { contextId } = "task" in answer ? answer.task : answer.message;
      return contextId ? undefined : "no contextId";
    },
  },
  {
    name: "send/own-context",
    requirements: ["R-18"],
    level: "MUST",
    expected: "a context that the caller names is kept or refused, never replaced",
    versions: withMessages,
    async run(line) {
      const contextId = `conformance-${crypto.randomUUID()}`;
      const reply = await line.ask("sendMessage", { message: line.message({ contextId }) });
      if (line.error(reply)) return undefined;
      const answer = line.read("sendMessage", reply);
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
    async run(line) {
      const first = await line.sampleTask();
      if (first instanceof Skipped) return first;
      const answer = line.read("sendMessage", await line.ask("sendMessage", { message: line.message() }));
      if (!("task" in answer)) return new Skipped("the agent answers with a message");
      return answer.task.id !== "" && answer.task.id !== first.id
        ? undefined
        : `id ${JSON.stringify(answer.task.id)} twice`;
    },
  },
  {
    name: "send/immediately",
    requirements: ["R-4", "R-51"],
    level: "MUST",
    expected:
      "returnImmediately is answered with a task; canceling it gives the canceled task or TaskNotCancelableError",
    versions: withMessages,
    async run(line) {
      const configuration = { returnImmediately: true };
      const answer = line.read(
        "sendMessage",
        await line.ask("sendMessage", { message: line.message(), configuration }),
      );
      if (!("task" in answer)) return new Skipped("the agent answers with a message");
      const reply = await line.ask("cancelTask", { id: answer.task.id });
      if (line.error(reply)) return line.refusal(reply, "TASK_NOT_CANCELABLE");
      const { state } = line.read("cancelTask", reply).status;
      return state === "TASK_STATE_CANCELED" || !isTerminal(state) ? undefined : state;
    },
  },
  {
    name: "send/ended-task",
    requirements: ["R-6"],
    level: "MUST",
    expected: "a message to a task that has ended: UnsupportedOperationError",
    versions: newest,
    async run(line) {
      const task = await line.endedTask();
      if (task instanceof Skipped) return task;
      return line.refusal(await follow(line, task), "UNSUPPORTED_OPERATION");
    },
  },
  {
    name: "send/other-context",
    requirements: ["R-27"],
    level: "MUST",
    expected: "a message to a task with another contextId is refused",
    versions: newest,
    async run(line) {
      const task = await line.sampleTask();
      if (task instanceof Skipped) return task;
      const message = line.message({ taskId: task.id, contextId: `not-${task.contextId}` });
      const reply = await line.ask("sendMessage", { message });
      return line.error(reply) ? undefined : line.describe(reply);
    },
  },
  {
    name: "get/task",
    requirements: ["R-3", "R-161"],
    level: "MUST",
    expected: "GetTask gives the task that the message made, in the same state and with the same artifacts",
    async run(line) {
      const task = await line.endedTask();
      if (task instanceof Skipped) return task;
      const read = line.read("getTask", await line.ask("getTask", { id: task.id }));
      if (read.id !== task.id) return `id ${read.id}`;
      if (read.status.state !== task.status.state) return read.status.state;
      return read.artifacts?.length === task.artifacts?.length ? undefined : `${read.artifacts?.length ?? 0} artifacts`;
    },
  },
  {
    name: "get/no-history",
    requirements: ["R-33"],
    level: "SHOULD",
    expected: "historyLength 0: no history",
    versions: newest,
    run: (line) => history(line, 0),
  },
  {
    name: "get/short-history",
    requirements: ["R-34"],
    level: "MUST",
    expected: "historyLength 1: one message at most",
    run: (line) => history(line, 1),
  },
  {
    name: "cancel/ended-task",
    requirements: ["R-49"],
    level: "MUST",
    expected: "canceling a task that has completed, failed or was rejected: TaskNotCancelableError",
    async run(line) {
      const task = await line.endedTask();
      if (task instanceof Skipped) return task;
      if (task.status.state === "TASK_STATE_CANCELED") return new Skipped("the task is canceled");
      return line.refusal(await line.ask("cancelTask", { id: task.id }), "TASK_NOT_CANCELABLE");
    },
  },
  {
    name: "json/timestamps",
    requirements: ["R-119"],
    level: "MUST",
    expected: "timestamps are ISO 8601 in UTC, ending in Z",
    versions: newest,
    run: (line) => timestamps(line, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
  },
  {
    name: "json/milliseconds",
    requirements: ["R-120"],
    level: "SHOULD",
    expected: "timestamps have three decimals",
    versions: newest,
    run: (line) => timestamps(line, /\.\d{3}Z$/),
  },
  {
    name: "json/camel-case",
    requirements: ["R-117"],
    level: "MUST",
    expected: "members are written in camelCase",
    async run(line) {
      const task = await wireTask(line);
      return task instanceof Skipped ? task : snakeCase(task);
    },
  },
  {
    name: "json/snake-case-taken",
    requirements: ["R-123"],
    level: "MUST",
    expected: "members in snake_case are understood: history_length 0 leaves the history out",
    versions: newest,
    binding: "JSONRPC",
    async run(line) {
      const task = await line.sampleTask();
      if (task instanceof Skipped) return task;
      const reply = await line.askRaw("getTask", { id: task.id, history_length: 0 });
      const { history: kept = [] } = line.read("getTask", reply);
      return kept.length === 0 ? undefined : `${kept.length} messages`;
    },
  },
];

function follow(line: Line, { id, contextId }: Task) {
  return line.ask("sendMessage", { message: line.message({ taskId: id, ...(contextId && { contextId }) }) });
}

async function history(line: Line, historyLength: number): Promise<Finding> {
  const task = await line.sampleTask();
  if (task instanceof Skipped) return task;
  const { history: kept = [] } = line.read("getTask", await line.ask("getTask", { id: task.id, historyLength }));
  return kept.length <= historyLength ? undefined : `${kept.length} messages`;
}

async function timestamps(line: Line, form: RegExp): Promise<Finding> {
  const task = await wireTask(line);
  if (task instanceof Skipped) return task;
  const status = isJsonObject(task) && isJsonObject(task.status) ? task.status : {};
  if (status.timestamp === undefined) return new Skipped("the status has no timestamp");
  return form.test(String(status.timestamp)) ? undefined : JSON.stringify(status.timestamp);
}

/** The task as it is written. */
async function wireTask(line: Line): Promise<JsonValue | Skipped> {
  const task = await line.sampleTask();
  if (task instanceof Skipped) return task;
  const reply = await line.ask("getTask", { id: task.id });
  return line.result(reply) ?? new Skipped(line.describe(reply));
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
