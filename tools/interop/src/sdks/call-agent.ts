import { type AgentClient, connect } from "@a2a/client";
import {
  createMessage,
  extractQuestion,
  extractText,
  type Message,
  type Part,
  type StreamResponse,
  type Task,
  textOf,
} from "@a2a/types";
import { LINES, QUESTION, REPLY, SLOW } from "../matrix/peer.ts";
import { until } from "../until.ts";
import { serveReceiver } from "../webhook-receiver.ts";
import { failureOf, same, taskIn } from "./checks.ts";
import { type AgentFacts, bindingOf, headersFor } from "./connect-options.ts";
import { cutConnectionTwice, cutTwice } from "./cut-streams.ts";
import { collect, folded, stateIn, textsOf } from "./events.ts";
import { limited } from "./limited.ts";
import type { AgentProcess } from "./process.ts";
import type { OfferedInterface, Outcome } from "./sdk.ts";

/** The arguments to try an operation with. */
interface Trial {
  readonly client: AgentClient;
  readonly agent: AgentProcess;
  readonly offer: OfferedInterface;
  readonly sdk: AgentFacts;
}

const FILE: Part = { raw: "AAECAwT/", filename: "chart.bin", mediaType: "application/octet-stream" };
const LINK: Part = { url: "https://files.example/chart.png", filename: "chart.png", mediaType: "image/png" };

/** Every operation of our client, tried with a probe agent. Each throws when the result is wrong. */
const operations: Readonly<Record<string, (trial: Trial) => Promise<void>>> = {
  send: async ({ client, sdk }) => {
    const task = taskIn(await client.send("tides"));
    same(task.status.state, "TASK_STATE_COMPLETED");
    same(extractText(task), linesOf(sdk, "\n"));
  },
  "send, answered by a message": async ({ client }) => {
    const answer = await client.send("message");
    if (!("message" in answer)) throw new Error("expected a message, found a task");
    same(textOf(answer.message), REPLY);
  },
  "send, failed task": async ({ client }) => {
    same(taskIn(await client.send("fail")).status.state, "TASK_STATE_FAILED");
  },
  "send, return immediately": async ({ client }) => {
    const task = taskIn(await client.send("hold", { configuration: { returnImmediately: true } }));
    if (task.status.state === "TASK_STATE_SUBMITTED" || task.status.state === "TASK_STATE_WORKING") return;
    throw new Error(`expected a running task, found ${task.status.state}`);
  },
  "send, file by URL": ({ client }) => echoed(client, LINK),
  "send, file with content": ({ client }) => echoed(client, FILE),
  "get, file in the history": async ({ client }) => {
    const { id } = taskIn(await client.send({ ...createMessage("echo"), parts: [{ text: "echo" }, LINK] }));
    const { history = [] } = await client.getTask(id, { historyLength: 10 });
    const sent = history.find(({ role }) => role === "ROLE_USER")?.parts[1];
    same(JSON.stringify(sent && sorted(sent)), JSON.stringify(sorted(LINK)));
  },
  stream: async ({ client, sdk }) => {
    const events = await collect(client.stream("tides"));
    const { artifacts = [], status } = folded(events);
    // An agent without streams shows the whole task at once.
    const parts = artifacts.flatMap((artifact) => artifact.parts);
    same(parts.map((part) => ("text" in part ? part.text : "")).join("|"), linesOf(sdk, "|"));
    same(status.state, "TASK_STATE_COMPLETED");
  },
  "stream, refused": async ({ client }) => {
    const message = createMessage("tides", { taskId: "no-such-task" });
    const error = await failureOf(collect(client.stream(message)));
    if (!["TASK_NOT_FOUND", "INVALID_PARAMS"].includes(error)) throw new Error(`expected a refusal, found ${error}`);
  },
  "stream, cut twice": ({ client, agent, offer, sdk }) =>
    offer.binding === "GRPC" ? cutConnectionTwice(client, offer) : cutTwice(client, agent, offer, sdk),
  get: async ({ client, sdk }) => {
    const { id } = taskIn(await client.send("tides"));
    const task = await client.getTask(id);
    same(task.id, id);
    same(extractText(task), linesOf(sdk, "\n"));
  },
  "get, unknown task": async ({ client }) => same(await failureOf(client.getTask("unknown-task")), "TASK_NOT_FOUND"),
  list: async ({ client }) => {
    const task = taskIn(await client.send("tides"));
    const { tasks } = await client.listTasks(task.contextId === undefined ? {} : { contextId: task.contextId });
    same(
      tasks.some(({ id }) => id === task.id),
      true,
    );
  },
  "list, empty": async ({ client }) => {
    const { tasks } = await client.listTasks({ contextId: crypto.randomUUID() });
    same(tasks.length, 0);
  },
  cancel: async ({ client }) => {
    const { id } = await started(client, "hold");
    await client.cancelTask(id);
    await until(async () => (await client.getTask(id)).status.state === "TASK_STATE_CANCELED", RETRY_FOR_MS);
  },
  "cancel, finished task": async ({ client }) => {
    const { id } = taskIn(await client.send("tides"));
    same(await failureOf(client.cancelTask(id)), "TASK_NOT_CANCELABLE");
  },
  subscribe: async ({ client }) => {
    const { id } = await started(client, "slow");
    const task = folded(await collect(client.subscribe(id)));
    same(task.status.state, "TASK_STATE_COMPLETED");
    same(textsOf(task), SLOW.join(""));
  },
  "input required": async ({ client }) => {
    const asked = taskIn(await client.send("ask"));
    same(asked.status.state, "TASK_STATE_INPUT_REQUIRED");
    same(extractQuestion(asked), QUESTION);
    const { id: taskId, contextId } = asked;
    const message = createMessage("Kiel", { taskId, ...(contextId !== undefined && { contextId }) });
    same(extractText(taskIn(await client.send(message))), "tides of Kiel");
  },
  "webhook with the message": async ({ client }) => {
    const seen: StreamResponse[] = [];
    await using hook = await serveReceiver({ token: "tok", onEvent: ({ event }) => void seen.push(event) });
    await client.send("tides", { configuration: { taskPushNotificationConfig: { url: hook.url, token: "tok" } } });
    await until(() => seen.some((event) => stateIn(event) === "TASK_STATE_COMPLETED"), RETRY_FOR_MS);
  },
  "webhook, create": ({ client }) => withWebhook(client, async (config) => same(config.url, WEBHOOK.url)),
  "webhook, get": ({ client }) =>
    withWebhook(client, async ({ taskId, id }) => same((await client.getPushConfig(taskId, id)).url, WEBHOOK.url)),
  "webhook, list": ({ client }) =>
    withWebhook(client, async ({ taskId }) => {
      const configs = await client.listPushConfigs(taskId);
      same(configs.map(({ url }) => url).join(), WEBHOOK.url);
    }),
  "webhook, delete": ({ client }) => withWebhook(client, ({ taskId, id }) => client.deletePushConfig(taskId, id)),
  "webhook, delivery": async ({ client }) => {
    const seen: StreamResponse[] = [];
    await using hook = await serveReceiver({ token: "tok", onEvent: ({ event }) => void seen.push(event) });
    const { id: taskId } = await started(client, "slow");
    await client.createPushConfig({ url: hook.url, token: "tok", taskId, id: "hook-1" });
    await until(() => seen.some((event) => stateIn(event) === "TASK_STATE_COMPLETED"), RETRY_FOR_MS);
  },
  "extended card": async ({ client }) => same((await client.extendedCard()).name, client.card.name),
  "restart in mid-stream": async ({ client, agent, sdk }) => {
    const events = client.stream("slow")[Symbol.asyncIterator]();
    for (let count = 0; count < 4; count++) {
      const { value: event } = await events.next();
      // Of a task that is polled, or whose texts come as one, the next event may be its end.
      const works = event && !("gap" in event) && stateIn(event) === "TASK_STATE_WORKING";
      if (works && (!client.card.capabilities.streaming || sdk.joinsTexts)) break;
    }
    await agent.kill();
    const rest = (async () => {
      while (!(await events.next()).done);
    })();
    const outcome = failureOf(rest);
    await agent.start();
    // The agents keep tasks in memory: the client has to say that the task is gone. Behind a proxy, it continues.
    same(await outcome, sdk.isProxy ? "no error" : "TASK_NOT_FOUND");
    same(taskIn(await client.send("tides")).status.state, "TASK_STATE_COMPLETED");
  },
};

const RETRY_FOR_MS = 5_000;
const LIMITS_MS: Readonly<Record<string, number>> = { "restart in mid-stream": 120_000 };
const WEBHOOK = { url: "http://127.0.0.1:9/hook", token: "tok" };

/** The names of the operations, in the order of the report. */
export const operationNames: readonly string[] = [
  ...Object.keys(operations),
  "secured agent",
  "signed card",
  "signed card, secured",
];

/** Tries every operation of our client with an agent, over one interface. */
export async function callAgent(agent: AgentProcess, offer: OfferedInterface, sdk: AgentFacts): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const client = await connectTo(agent.url, offer, sdk);
  if (offer.found) {
    await client.send("tides");
    const { version, binding } = client.describe();
    same(`${version} over ${binding}`, `${offer.version} over ${offer.binding}`);
  }
  for (const [operation, attempt] of Object.entries(operations)) {
    outcomes.push({ operation, ...(await limited(attempt({ client, agent, offer, sdk }), LIMITS_MS[operation])) });
  }
  await client.close();
  return outcomes;
}

function connectTo(url: string, { version, binding, found }: OfferedInterface, sdk: AgentFacts) {
  return connect(url + (sdk.path ?? ""), {
    ...headersFor(sdk),
    ...(!found && { versions: [version], bindings: [bindingOf(binding)] }),
    memory: new Map(),
    pollIntervalMs: 20,
    retryDelayMs: 200,
    // An agent that is started again may take long until it listens.
    maxRetries: 100,
    maxDelayMs: 1_000,
    timeoutMs: 10_000,
  });
}

/** The lines of an answer as the texts of its parts. */
function linesOf({ joinsTexts }: AgentFacts, separator: string): string {
  return LINES.join(joinsTexts ? "" : separator);
}

/** Sends a part that the agent sends back. */
async function echoed(client: AgentClient, part: Part): Promise<void> {
  const message: Message = { ...createMessage("echo"), parts: [{ text: "echo" }, part] };
  const [back] = taskIn(await client.send(message)).artifacts?.[0]?.parts ?? [];
  same(JSON.stringify(back && sorted(back)), JSON.stringify(sorted(part)));
}

/** The members of a part by name. Some SDKs add metadata without content. */
function sorted({ metadata, ...part }: Part): unknown {
  const about = metadata && Object.keys(metadata).length > 0 ? { metadata } : {};
  return Object.entries({ ...part, ...about }).sort();
}

async function withWebhook(
  client: AgentClient,
  check: (config: { url: string; taskId: string; id: string }) => Promise<void>,
): Promise<void> {
  const { id: taskId } = await started(client, "hold");
  try {
    const config = await client.createPushConfig({ ...WEBHOOK, taskId, id: "hook-1" });
    await check({ url: config.url, taskId, id: config.id ?? "hook-1" });
  } finally {
    await client.cancelTask(taskId).catch(() => undefined);
  }
}

/** A task that is at work. Not every agent returns from a send at once, so it is started by a stream, which stays open. */
async function started(client: AgentClient, text: string): Promise<Task> {
  const events = client.stream(text);
  for (;;) {
    const { value: event } = await events.next();
    if (event === undefined) throw new Error("the task did not begin to work");
    if ("gap" in event || stateIn(event) !== "TASK_STATE_WORKING") continue;
    const id = "task" in event ? event.task.id : "statusUpdate" in event ? event.statusUpdate.taskId : "";
    // Some agents stop working when nobody reads.
    void collect(events).catch(() => undefined);
    return client.getTask(id);
  }
}
