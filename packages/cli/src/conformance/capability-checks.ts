import { createId, type Task } from "@a2a/types";
import { type Check, type Finding, Skipped } from "./check.ts";
import type { Line } from "./line.ts";

const newest = ["1.0"] as const;
const withConfigs = ["1.0", "0.3"] as const;
const WEBHOOK = "https://a2a-conformance.example/hook";

/** What a card declares, and what follows from what it does not. */
export const capabilityChecks: readonly Check<Line>[] = [
  {
    name: "streaming/undeclared",
    requirements: ["R-53"],
    level: "MUST",
    expected: "streaming is not declared: UnsupportedOperationError",
    versions: newest,
    async run(line) {
      if (line.card.capabilities.streaming === true) return new Skipped("streaming is declared");
      const { head, frames } = await line.stream("sendStreamingMessage", { message: line.message() });
      return frames.length > 0 ? "a stream" : line.refusal(head, "UNSUPPORTED_OPERATION");
    },
  },
  {
    name: "push/undeclared",
    requirements: ["R-70"],
    level: "MUST",
    expected: "webhooks are not declared: PushNotificationNotSupportedError",
    versions: withConfigs,
    async run(line) {
      if (line.card.capabilities.pushNotifications === true) return new Skipped("webhooks are declared");
      const reply = await line.ask("listTaskPushNotificationConfigs", { taskId: createId() });
      return line.refusal(reply, "PUSH_NOTIFICATION_NOT_SUPPORTED");
    },
  },
  {
    name: "push/unknown-task",
    requirements: ["R-72"],
    level: "MUST",
    expected: "a webhook for an unknown task: TaskNotFoundError",
    versions: withConfigs,
    run: (line) =>
      declared(line, async () => {
        const reply = await line.ask("createTaskPushNotificationConfig", { taskId: createId(), url: WEBHOOK });
        return line.refusal(reply, "TASK_NOT_FOUND");
      }),
  },
  {
    name: "push/create",
    requirements: ["R-71", "R-74", "R-76"],
    level: "MUST",
    expected: "a webhook is given an id, can be read by it, and is listed",
    versions: withConfigs,
    run: (line) =>
      withTask(line, async ({ id: taskId }) => {
        const url = WEBHOOK;
        const reply = await line.ask("createTaskPushNotificationConfig", { taskId, url });
        const { id } = line.read("createTaskPushNotificationConfig", reply);
        if (!id) return "no id";
        const read = await line.ask("getTaskPushNotificationConfig", { taskId, id });
        const { url: kept } = line.read("getTaskPushNotificationConfig", read);
        if (kept !== url) return `url ${kept}`;
        const listed = await line.ask("listTaskPushNotificationConfigs", { taskId });
        const { configs = [] } = line.read("listTaskPushNotificationConfigs", listed);
        await line.ask("deleteTaskPushNotificationConfig", { taskId, id });
        return configs.some((config) => config.id === id) ? undefined : "it is not listed";
      }),
  },
  {
    name: "push/unknown-config",
    requirements: ["R-75"],
    level: "MUST",
    expected: "an unknown webhook of a task: TaskNotFoundError",
    versions: newest,
    run: (line) =>
      withTask(line, async ({ id: taskId }) => {
        const reply = await line.ask("getTaskPushNotificationConfig", { taskId, id: createId() });
        return line.refusal(reply, "TASK_NOT_FOUND");
      }),
  },
  {
    name: "push/delete-twice",
    requirements: ["R-77", "R-78"],
    level: "MUST",
    expected: "a webhook can be deleted twice, and is gone",
    versions: newest,
    run: (line) =>
      withTask(line, async ({ id: taskId }) => {
        const reply = await line.ask("createTaskPushNotificationConfig", { taskId, url: WEBHOOK });
        const { id = "" } = line.read("createTaskPushNotificationConfig", reply);
        for (let n = 0; n < 2; n++) {
          const deleted = await line.ask("deleteTaskPushNotificationConfig", { taskId, id });
          if (line.error(deleted)) return line.describe(deleted);
        }
        const listed = await line.ask("listTaskPushNotificationConfigs", { taskId });
        const { configs = [] } = line.read("listTaskPushNotificationConfigs", listed);
        return configs.some((config) => config.id === id) ? "it is still listed" : undefined;
      }),
  },
  {
    name: "extended-card/undeclared",
    requirements: ["R-95"],
    level: "MUST",
    expected: "an extended card is not declared: UnsupportedOperationError",
    versions: newest,
    async run(line) {
      if (line.card.capabilities.extendedAgentCard === true) return new Skipped("an extended card is declared");
      return line.refusal(await line.ask("getExtendedAgentCard", {}), "UNSUPPORTED_OPERATION");
    },
  },
  {
    name: "extended-card/no-params",
    requirements: ["R-141"],
    level: "MUST",
    expected: "GetExtendedAgentCard without params is understood",
    versions: newest,
    binding: "JSONRPC",
    async run(line) {
      const reply = await line.askRaw("getExtendedAgentCard", undefined);
      const { code } = line.error(reply) ?? {};
      return code === -32600 || code === -32602 || code === -32603 ? line.describe(reply) : undefined;
    },
  },
];

async function declared(line: Line, work: () => Promise<Finding>): Promise<Finding> {
  if (line.card.capabilities.pushNotifications !== true) return new Skipped("webhooks are not declared");
  return work();
}

function withTask(line: Line, work: (task: Task) => Promise<Finding>): Promise<Finding> {
  return declared(line, async () => {
    const task = await line.sampleTask();
    return task instanceof Skipped ? task : work(task);
  });
}
