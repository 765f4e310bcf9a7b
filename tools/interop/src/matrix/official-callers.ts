import { createId, type RawPart, type UrlPart } from "@a2a/types";
import { credentials } from "@grpc/grpc-js";
import { A2AClient } from "sdk-v0_2/client";
import * as client0_3 from "sdk-v0_3/client";
import {
  ListTasksRequest,
  type StreamResponse as SdkEvent,
  Message as SdkMessage,
  Task as SdkTask,
  SendMessageRequest,
  StreamResponse,
} from "sdk-v1_0";
import * as client1_0 from "sdk-v1_0/client";
import { GrpcTransportFactory } from "sdk-v1_0/client/grpc";

/** A task as any official client shows it. */
export interface SeenTask {
  readonly id: string;
  readonly contextId: string;
  /** In lower case: `completed`. */
  readonly state: string;
  /** The texts of all artifacts. */
  readonly text: string;
  /** The text of the status. */
  readonly said: string;
  /** The files of all artifacts. */
  readonly files: readonly FilePart[];
}

type FilePart = RawPart | UrlPart;

/** The options of a message. */
export interface SendOptions {
  readonly wait?: boolean;
  /** The task to continue. */
  readonly task?: Pick<SeenTask, "id" | "contextId">;
  readonly file?: FilePart;
  readonly webhook?: { url: string; token: string };
}

/** The methods that the official clients share. */
export interface OfficialCaller {
  send(text: string, options?: SendOptions): Promise<SeenTask>;
  /** The text of the message that a message is answered with. */
  ask(text: string): Promise<string>;
  /** The states and texts of a stream, in order. */
  stream(text: string, task?: SendOptions["task"]): Promise<string[]>;
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
  /** The name in the extended card; absent where the SDK cannot read it. */
  extendedCard?(): Promise<string>;
}

// The SDKs have types of their own for each version; only these members are read.
interface Older {
  id: string;
  contextId: string;
  status: { state: string; message?: { parts: OlderPart[] } };
  artifacts?: { parts: OlderPart[] }[];
}

type OlderPart = { text?: string; file?: OlderFile } & {
  raw?: string;
  url?: string;
  filename?: string;
  mediaType?: string;
};

interface OlderFile {
  bytes?: string;
  uri?: string;
  name?: string;
  mimeType?: string;
}

function seen({ id, contextId, status, artifacts = [] }: Older): SeenTask {
  const parts = artifacts.flatMap((artifact) => artifact.parts);
  return {
    id,
    contextId,
    state: status.state.replace("TASK_STATE_", "").toLowerCase().replace("_", "-"),
    text: textIn(parts),
    said: textIn(status.message?.parts ?? []),
    files: parts.flatMap(fileIn),
  };
}

function textIn(parts: readonly OlderPart[]): string {
  return parts.map((part) => part.text ?? "").join("");
}

function fileIn({ file, raw, url, filename, mediaType }: OlderPart): FilePart[] {
  const about = { filename: file?.name ?? filename ?? "", mediaType: file?.mimeType ?? mediaType ?? "" };
  const bytes = file?.bytes ?? raw;
  const uri = file?.uri ?? url;
  if (bytes) return [{ raw: bytes, ...about }];
  return uri ? [{ url: uri, ...about }] : [];
}

function describe(event: object): string {
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
    all.push(describe(event));
  }
  return all;
}

interface OlderWebhook {
  pushNotificationConfig: { url: string };
}

const HOOK = "hook";
const named = (webhook: { url: string; token: string }) => ({ id: HOOK, ...webhook });

function olderMessage(text: string, { task, file }: SendOptions = {}) {
  const ids = task && { taskId: task.id, contextId: task.contextId };
  const parts = [{ kind: "text" as const, text }, ...(file ? [{ kind: "file" as const, file: olderFile(file) }] : [])];
  return { kind: "message" as const, messageId: createId(), role: "user" as const, parts, ...ids };
}

function olderFile({ filename = "", mediaType = "", ...content }: FilePart) {
  const about = { name: filename, mimeType: mediaType };
  return "raw" in content ? { bytes: content.raw, ...about } : { uri: content.url, ...about };
}

function olderConfiguration({ wait = true, webhook }: SendOptions) {
  return { blocking: wait, ...(webhook && { pushNotificationConfig: webhook }) };
}

function withTask(task: SendOptions["task"]): SendOptions {
  return task === undefined ? {} : { task };
}

function partsOf(message: unknown): OlderPart[] {
  return (message as { parts?: OlderPart[] }).parts ?? []; // a task has none
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
    send: async (text, options = {}) =>
      result(
        await client.sendMessage({
          message: olderMessage(text, options),
          configuration: { acceptedOutputModes: [], ...olderConfiguration(options) },
        }),
      ),
    ask: async (text) => textIn(partsOf(resultOf(await client.sendMessage({ message: olderMessage(text) })))),
    stream: (text, task) => collect(client.sendMessageStream({ message: olderMessage(text, withTask(task)) })),
    resubscribe: (id, onEvent) => collect(client.resubscribeTask({ id }), onEvent),
    get: async (id) => result(await client.getTask({ id })),
    cancel: async (id) => result(await client.cancelTask({ id })),
    setPush: async (taskId, webhook) =>
      webhookOf(await client.setTaskPushNotificationConfig({ taskId, pushNotificationConfig: named(webhook) })),
    getPush: async (id) => webhookOf(await client.getTaskPushNotificationConfig({ id })),
  };
}

/** Brings a token with every request; both SDKs ask it in this form. */
function bringing(token: string) {
  const headers = async () => ({ Authorization: `Bearer ${token}` });
  return { headers, shouldRetryWithHeaders: async () => undefined };
}

/** The client of the SDK 0.3.14. */
export async function officialCaller0_3(url: string, binding: string, token?: string): Promise<OfficialCaller> {
  const { ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory, RestTransportFactory } = client0_3;
  const fetchImpl = token === undefined ? fetch : client0_3.createAuthenticatingFetchWithRetry(fetch, bringing(token));
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    preferredTransports: [binding],
    transports: [new JsonRpcTransportFactory({ fetchImpl }), new RestTransportFactory({ fetchImpl })],
  });
  const client = await new ClientFactory(options).createFromUrl(url);
  return {
    send: async (text, options = {}) => {
      const request = { message: olderMessage(text, options), configuration: olderConfiguration(options) };
      return seen((await client.sendMessage(request)) as Older);
    },
    ask: async (text) => textIn(partsOf(await client.sendMessage({ message: olderMessage(text) }))),
    stream: (text, task) => collect(client.sendMessageStream({ message: olderMessage(text, withTask(task)) })),
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
    extendedCard: async () => (await client.getAgentCard()).name,
  };
}

/** The client of the SDK 1.3.0; with `legacy`, it speaks 0.3 to agents of that version. */
export async function officialCaller1_0(
  url: string,
  binding: string,
  token?: string,
  legacy = false,
): Promise<OfficialCaller> {
  const { ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory, RestTransportFactory } = client1_0;
  const legacyCompat = { enabled: legacy };
  const fetchImpl = token === undefined ? fetch : client1_0.createAuthenticatingFetchWithRetry(fetch, bringing(token));
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    preferredTransports: [binding],
    transports: [
      new JsonRpcTransportFactory({ fetchImpl, legacyCompat }),
      new RestTransportFactory({ fetchImpl, legacyCompat }),
      new GrpcTransportFactory({ grpcChannelCredentials: credentials.createInsecure(), legacyCompat }),
    ],
    cardResolver: new client1_0.DefaultAgentCardResolver({ legacyCompat }),
  });
  const client = await new ClientFactory(options).createFromUrl(url);
  const request = (text: string, { wait = true, task, file, webhook }: SendOptions = {}) => {
    const ids = task && { taskId: task.id, contextId: task.contextId };
    const parts = [{ text }, ...(file ? [file] : [])];
    const message = { messageId: createId(), role: "ROLE_USER", parts, ...ids };
    const configuration = { returnImmediately: !wait, ...(webhook && { taskPushNotificationConfig: webhook }) };
    return SendMessageRequest.fromJSON({ message, configuration });
  };
  // Over gRPC there is no `fetch` that could bring the token.
  const withToken = token === undefined ? {} : { serviceParameters: { authorization: `Bearer ${token}` } };
  const plain = (task: SdkTask) => seen(SdkTask.toJSON(task) as Older);
  async function* json(events: AsyncIterable<SdkEvent>) {
    for await (const event of events) yield StreamResponse.toJSON(event) as object;
  }
  return {
    send: async (text, options) => plain((await client.sendMessage(request(text, options), withToken)) as SdkTask),
    ask: async (text) => {
      const answer = (await client.sendMessage(request(text))) as SdkMessage;
      return textIn(partsOf(SdkMessage.toJSON(answer)));
    },
    stream: (text, task) => collect(json(client.sendMessageStream(request(text, withTask(task))))),
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
    extendedCard: async () => (await client.getAgentCard()).name,
  };
}
