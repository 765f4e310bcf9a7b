import { createId, type Task } from "@a2a/types";
import { type Check, type Finding, Skipped } from "./check.ts";
import { asksForCredentials } from "./refusal-checks.ts";
import type { TestedEndpoint } from "./tested-endpoint.ts";

const newest = ["1.0"] as const;
const withConfigs = ["1.0", "0.3"] as const;
const WEBHOOK = "https://a2a-conformance.example/hook";

/** Checks of declared and undeclared capabilities. */
export const capabilityChecks: readonly Check<TestedEndpoint>[] = [
  {
    name: "streaming/undeclared",
    requirements: ["R-53"],
    level: "MUST",
    expected: "without the streaming capability, streaming fails with UnsupportedOperationError",
    versions: newest,
    async run(endpoint) {
      if (endpoint.card.capabilities.streaming === true) return new Skipped("streaming is declared");
      const { head, frames } = await endpoint.stream("sendStreamingMessage", { message: endpoint.message() });
      return frames.length > 0 ? "a stream" : endpoint.refusal(head, "UNSUPPORTED_OPERATION");
    },
  },
  {
    name: "push/undeclared",
    requirements: ["R-70"],
    level: "MUST",
    expected: "without the push capability, webhooks fail with PushNotificationNotSupportedError",
    versions: withConfigs,
    async run(endpoint) {
      if (endpoint.card.capabilities.pushNotifications === true) return new Skipped("webhooks are declared");
      const reply = await endpoint.ask("listTaskPushNotificationConfigs", { taskId: createId() });
      return endpoint.refusal(reply, "PUSH_NOTIFICATION_NOT_SUPPORTED");
    },
  },
  {
    name: "push/unknown-task",
    requirements: ["R-72"],
    level: "MUST",
    expected: "a webhook for an unknown task fails with TaskNotFoundError",
    versions: withConfigs,
    run: (endpoint) =>
      declared(endpoint, async () => {
        const reply = await endpoint.ask("createTaskPushNotificationConfig", { taskId: createId(), url: WEBHOOK });
        return endpoint.refusal(reply, "TASK_NOT_FOUND");
      }),
  },
  {
    name: "push/create",
    requirements: ["R-71", "R-74", "R-76"],
    level: "MUST",
    expected: "a new webhook gets an id, can be read by that id, and is listed",
    versions: withConfigs,
    run: (endpoint) =>
      withTask(endpoint, async ({ id: taskId }) => {
        const url = WEBHOOK;
        const reply = await endpoint.ask("createTaskPushNotificationConfig", { taskId, url });
        const { id } = endpoint.read("createTaskPushNotificationConfig", reply);
        if (!id) return "no id";
        const read = await endpoint.ask("getTaskPushNotificationConfig", { taskId, id });
        const { url: kept } = endpoint.read("getTaskPushNotificationConfig", read);
        if (kept !== url) return `url ${kept}`;
        const listed = await endpoint.ask("listTaskPushNotificationConfigs", { taskId });
        const { configs = [] } = endpoint.read("listTaskPushNotificationConfigs", listed);
        await endpoint.ask("deleteTaskPushNotificationConfig", { taskId, id });
        return configs.some((config) => config.id === id) ? undefined : "it is not listed";
      }),
  },
  {
    name: "push/unknown-config",
    requirements: ["R-75"],
    level: "MUST",
    expected: "reading an unknown webhook fails with TaskNotFoundError",
    versions: newest,
    run: (endpoint) =>
      withTask(endpoint, async ({ id: taskId }) => {
        const reply = await endpoint.ask("getTaskPushNotificationConfig", { taskId, id: createId() });
        return endpoint.refusal(reply, "TASK_NOT_FOUND");
      }),
  },
  {
    name: "push/delete-twice",
    requirements: ["R-77", "R-78"],
    level: "MUST",
    expected: "deleting a webhook is idempotent",
    versions: newest,
    run: (endpoint) =>
      withTask(endpoint, async ({ id: taskId }) => {
        const reply = await endpoint.ask("createTaskPushNotificationConfig", { taskId, url: WEBHOOK });
        const { id = "" } = endpoint.read("createTaskPushNotificationConfig", reply);
        for (let n = 0; n < 2; n++) {
          const deleted = await endpoint.ask("deleteTaskPushNotificationConfig", { taskId, id });
          if (endpoint.error(deleted)) return endpoint.describe(deleted);
        }
        const listed = await endpoint.ask("listTaskPushNotificationConfigs", { taskId });
        const { configs = [] } = endpoint.read("listTaskPushNotificationConfigs", listed);
        return configs.some((config) => config.id === id) ? "it is still listed" : undefined;
      }),
  },
  {
    name: "extended-card/undeclared",
    requirements: ["R-95"],
    level: "MUST",
    expected: "without the extended card capability, GetExtendedAgentCard fails with UnsupportedOperationError",
    versions: newest,
    async run(endpoint) {
      if (endpoint.card.capabilities.extendedAgentCard === true) return new Skipped("an extended card is declared");
      return endpoint.refusal(await endpoint.ask("getExtendedAgentCard", {}), "UNSUPPORTED_OPERATION");
    },
  },
  {
    name: "extended-card/anonymous",
    requirements: ["R-97"],
    level: "MUST",
    expected: "GetExtendedAgentCard without credentials gets HTTP 401, if the card requires them",
    versions: newest,
    async run(endpoint) {
      if (!asksForCredentials(endpoint)) return new Skipped("the card requires no credentials");
      if (endpoint.card.capabilities.extendedAgentCard !== true) return new Skipped("no extended card is declared");
      const reply = await endpoint.anonymous("getExtendedAgentCard", {});
      return reply.status === 401 ? undefined : endpoint.describe(reply);
    },
  },
  {
    name: "extended-card/no-params",
    requirements: ["R-141"],
    level: "MUST",
    expected: "GetExtendedAgentCard works without params",
    versions: newest,
    binding: "JSONRPC",
    async run(endpoint) {
      const reply = await endpoint.askRaw("getExtendedAgentCard", undefined);
      const { code } = endpoint.error(reply) ?? {};
      return code === -32600 || code === -32602 || code === -32603 ? endpoint.describe(reply) : undefined;
    },
  },
];

async function declared(endpoint: TestedEndpoint, work: () => Promise<Finding>): Promise<Finding> {
  if (endpoint.card.capabilities.pushNotifications !== true) return new Skipped("webhooks are not declared");
  return work();
}

function withTask(endpoint: TestedEndpoint, work: (task: Task) => Promise<Finding>): Promise<Finding> {
  return declared(endpoint, async () => {
    const task = await endpoint.sampleTask();
    return task instanceof Skipped ? task : work(task);
  });
}
