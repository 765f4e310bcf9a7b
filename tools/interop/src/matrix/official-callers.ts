import { createId } from "@a2a/types";
import { A2AClient } from "sdk-v0_2/client";
import { ClientFactory as Factory0_3, ClientFactoryOptions as Options0_3 } from "sdk-v0_3/client";
import {
  ListTasksRequest,
  type StreamResponse as SdkEvent,
  Task as SdkTask,
  SendMessageRequest,
  StreamResponse,
} from "sdk-v1_0";
import { ClientFactory, ClientFactoryOptions } from "sdk-v1_0/client";

/** A task as any official client shows it. */
export interface SeenTask {
  readonly id: string;
  readonly contextId: string;
  /** In lower case: `completed`. */
  readonly state: string;
  /** The texts of all artifacts. */
  readonly text: string;
}

/** What the official clients have in common. */
export interface OfficialCaller {
  send(text: string, options?: { wait?: boolean; task?: SeenTask }): Promise<SeenTask>;
  /** The states and texts of a stream, in order. */
  stream(text: string): Promise<string[]>;
  resubscribe(taskId: string, onEvent: () => void): Promise<string[]>;
  get(taskId: string): Promise<SeenTask>;
  cancel(taskId: string): Promise<SeenTask>;
  /** Registers a webhook with the id "hook", and returns its URL as the server has stored it. */
  setPush(taskId: string, webhook: { url: string; token: string }): Promise<string>;
  /** The URL of that webhook. */
  getPush(taskId: string): Promise<string>;
  /** The URLs of all webhooks of a task; absent where the SDK cannot list them. */
  listPush?(taskId: string): Promise<string[]>;
  /** Deletes that webhook; absent where the SDK cannot. */
  deletePush?(taskId: string): Promise<void>;
  /** The ids of the tasks of a context; absent where the SDK cannot list them. */
  list?(contextId: string): Promise<string[]>;
}

// The SDKs have types of their own for each version; only these members are read.
interface Older {
  id: string;
  contextId: string;
  status: { state: string };
  artifacts?: { parts: { text?: string }[] }[];
}

function seen({ id, contextId, status, artifacts = [] }: Older): SeenTask {
  const text = artifacts.flatMap(({ parts }) => parts.map((part) => part.text ?? "")).join("");
  return { id, contextId, state: status.state.replace("TASK_STATE_", "").toLowerCase().replace("_", "-"), text };
}

function told(event: object): string {
  const { status, artifact, statusUpdate, artifactUpdate, task } = event as {
    status?: { state: string };
    artifact?: { parts: { text?: string }[] };
    statusUpdate?: { status: { state: string } };
    artifactUpdate?: { artifact: { parts: { text?: string }[] } };
    task?: { status: { state: string } };
  };
  const parts = (artifactUpdate?.artifact ?? artifact)?.parts;
  if (parts && !status) return parts.map((part) => part.text ?? "").join("");
  const state = (statusUpdate?.status ?? task?.status ?? status)?.state ?? "";
  return state.replace("TASK_STATE_", "").toLowerCase();
}

async function collect(events: AsyncIterable<object>, onEvent: () => void = () => undefined): Promise<string[]> {
  const all: string[] = [];
  for await (const event of events) {
    onEvent();
    all.push(told(event));
  }
  return all;
}

interface OlderWebhook {
  pushNotificationConfig: { url: string };
}

const HOOK = "hook";
const named = (webhook: { url: string; token: string }) => ({ id: HOOK, ...webhook });

function olderMessage(text: string, task?: SeenTask) {
  const ids = task && { taskId: task.id, contextId: task.contextId };
  const parts = [{ kind: "text" as const, text }];
  return { kind: "message" as const, messageId: createId(), role: "user" as const, parts, ...ids };
}

/** The client of the SDK 0.2.5. */
export async function officialCaller0_2(url: string): Promise<OfficialCaller> {
  const client = new A2AClient(url);
  const resultOf = (answer: object) => {
    if (!("result" in answer)) throw new Error(JSON.stringify(answer));
    return answer.result;
  };
  const result = (answer: object) => seen(resultOf(answer) as Older);
  const webhookOf = (answer: object) => (resultOf(answer) as OlderWebhook).pushNotificationConfig.url;
  return {
    send: async (text, { wait = true, task } = {}) =>
      result(
        await client.sendMessage({
          message: olderMessage(text, task),
          configuration: { acceptedOutputModes: [], blocking: wait },
        }),
      ),
    stream: (text) => collect(client.sendMessageStream({ message: olderMessage(text) })),
    resubscribe: (id, onEvent) => collect(client.resubscribeTask({ id }), onEvent),
    get: async (id) => result(await client.getTask({ id })),
    cancel: async (id) => result(await client.cancelTask({ id })),
    setPush: async (taskId, webhook) =>
      webhookOf(await client.setTaskPushNotificationConfig({ taskId, pushNotificationConfig: named(webhook) })),
    getPush: async (id) => webhookOf(await client.getTaskPushNotificationConfig({ id })),
  };
}

/** The client of the SDK 0.3.14. */
export async function officialCaller0_3(url: string, binding: string): Promise<OfficialCaller> {
  const options = Options0_3.createFrom(Options0_3.default, { preferredTransports: [binding] });
  const client = await new Factory0_3(options).createFromUrl(url);
  /** Over HTTP+JSON this client does not send `blocking: false`, so that a task in progress is taken from a stream. */
  const start = async (text: string) => {
    for await (const event of client.sendMessageStream({ message: olderMessage(text) })) return seen(event as Older);
    throw new Error("expected a task");
  };
  return {
    send: async (text, { wait = true, task } = {}) => {
      if (!wait && binding === "HTTP+JSON") return start(text);
      const configuration = { blocking: wait };
      return seen((await client.sendMessage({ message: olderMessage(text, task), configuration })) as Older);
    },
    stream: (text) => collect(client.sendMessageStream({ message: olderMessage(text) })),
    resubscribe: (id, onEvent) => collect(client.resubscribeTask({ id }), onEvent),
    get: async (id) => seen((await client.getTask({ id })) as Older),
    cancel: async (id) => seen((await client.cancelTask({ id })) as Older),
    setPush: async (taskId, webhook) => {
      const config = { taskId, pushNotificationConfig: named(webhook) };
      return (await client.setTaskPushNotificationConfig(config)).pushNotificationConfig.url;
    },
    getPush: async (id) => {
      const query = { id, pushNotificationConfigId: HOOK };
      return (await client.getTaskPushNotificationConfig(query)).pushNotificationConfig.url;
    },
    listPush: async (id) =>
      (await client.listTaskPushNotificationConfig({ id })).map((config) => config.pushNotificationConfig.url),
    deletePush: (id) => client.deleteTaskPushNotificationConfig({ id, pushNotificationConfigId: HOOK }),
  };
}

/** The client of the SDK 1.3.0. */
export async function officialCaller1_0(url: string, binding: string): Promise<OfficialCaller> {
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { preferredTransports: [binding] });
  const client = await new ClientFactory(options).createFromUrl(url);
  const request = (text: string, wait = true, task?: SeenTask) => {
    const ids = task && { taskId: task.id, contextId: task.contextId };
    const message = { messageId: createId(), role: "ROLE_USER", parts: [{ text }], ...ids };
    return SendMessageRequest.fromJSON({ message, configuration: { returnImmediately: !wait } });
  };
  const plain = (task: SdkTask) => seen(SdkTask.toJSON(task) as Older);
  async function* json(events: AsyncIterable<SdkEvent>) {
    for await (const event of events) yield StreamResponse.toJSON(event) as object;
  }
  return {
    send: async (text, { wait = true, task } = {}) =>
      plain((await client.sendMessage(request(text, wait, task))) as SdkTask),
    stream: (text) => collect(json(client.sendMessageStream(request(text)))),
    resubscribe: (id, onEvent) => collect(json(client.resubscribeTask({ tenant: "", id })), onEvent),
    get: async (id) => plain(await client.getTask({ tenant: "", id })),
    cancel: async (id) => plain(await client.cancelTask({ tenant: "", id, metadata: undefined })),
    setPush: async (taskId, webhook) => {
      const config = { tenant: "", taskId, ...named(webhook), authentication: undefined };
      return (await client.createTaskPushNotificationConfig(config)).url;
    },
    getPush: async (taskId) => (await client.getTaskPushNotificationConfig({ tenant: "", taskId, id: HOOK })).url,
    listPush: async (taskId) => {
      const page = { tenant: "", taskId, pageSize: 0, pageToken: "" };
      return (await client.listTaskPushNotificationConfig(page)).configs.map(({ url: hook }) => hook);
    },
    deletePush: (taskId) => client.deleteTaskPushNotificationConfig({ tenant: "", taskId, id: HOOK }),
    list: async (contextId) => {
      const { tasks } = await client.listTasks(ListTasksRequest.fromJSON({ contextId }));
      return tasks.map(({ id }) => id);
    },
  };
}
