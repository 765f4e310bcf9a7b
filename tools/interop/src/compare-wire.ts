import { type IncomingMessage, request as send } from "node:http";
import { decodeSse } from "@a2a/bridge/sse";
import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";

/** An answer as it came, and as JSON where it is some. */
export interface RawAnswer {
  readonly status: number;
  readonly text: string;
  readonly json: JsonObject;
}

/** How a message is to be sent. */
export interface RawSend {
  readonly messageId?: string;
  /** The task it answers. */
  readonly taskId?: string;
  readonly atOnce?: boolean;
  /** The address of a webhook. */
  readonly hook?: string;
}

/** The names of one protocol version for the tested operations. */
export interface Dialect {
  readonly headers: Readonly<Record<string, string>>;
  readonly methods: Readonly<Record<"send" | "stream" | "get" | "cancel" | "resume", string>>;
  message(text: string, messageId: string): JsonObject;
  configuration(options: RawSend): JsonObject;
}

export const dialect1_0: Dialect = {
  headers: { "A2A-Version": "1.0" },
  methods: {
    send: "SendMessage",
    stream: "SendStreamingMessage",
    get: "GetTask",
    cancel: "CancelTask",
    resume: "SubscribeToTask",
  },
  message: (text, messageId) => ({ messageId, role: "ROLE_USER", parts: [{ text }] }),
  configuration: ({ atOnce = false, hook }) => ({
    returnImmediately: atOnce,
    ...(hook !== undefined && { taskPushNotificationConfig: { url: hook } }),
  }),
};

export const dialect0_3: Dialect = {
  headers: {},
  methods: {
    send: "message/send",
    stream: "message/stream",
    get: "tasks/get",
    cancel: "tasks/cancel",
    resume: "tasks/resubscribe",
  },
  message: (text, messageId) => ({ kind: "message", messageId, role: "user", parts: [{ kind: "text", text }] }),
  configuration: ({ atOnce = false, hook }) => ({
    blocking: !atOnce,
    ...(hook !== undefined && { pushNotificationConfig: { url: hook } }),
  }),
};

/** Posts JSON over a connection of its own. */
export async function post(url: string, body: JsonValue, headers: Record<string, string> = {}): Promise<RawAnswer> {
  const response = await open(url, body, headers);
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode ?? 0, text, json: readJson(text) };
}

/** The events of a stream with their ids; none if the answer is not a stream. Leaving the loop closes the connection. */
export async function* follow(
  url: string,
  body: JsonValue,
  headers: Record<string, string> = {},
): AsyncGenerator<{ id: string | undefined; result: JsonObject }, void, void> {
  const response = await open(url, body, { Accept: "text/event-stream", ...headers });
  try {
    if (!response.headers["content-type"]?.startsWith("text/event-stream")) return;
    for await (const { id, data } of decodeSse(response)) yield { id, result: resultOf(readJson(data)) };
  } finally {
    response.destroy();
  }
}

/** A request of JSON-RPC. */
export function rpc(method: string, params: JsonObject): JsonObject {
  return { jsonrpc: "2.0", id: 1, method, params };
}

/** The parameters of a send. */
export function sendParams({ message, configuration }: Dialect, text: string, options: RawSend = {}): JsonObject {
  const messageId = options.messageId ?? crypto.randomUUID();
  const { taskId } = options;
  return {
    message: { ...message(text, messageId), ...(taskId !== undefined && { taskId }) },
    configuration: configuration(options),
  };
}

/** The answer without its envelope. */
export function resultOf(json: JsonObject): JsonObject {
  return isJsonObject(json.result) ? json.result : json;
}

/** The code of an error in an answer of JSON-RPC. */
export function errorCode({ json }: RawAnswer): JsonValue | undefined {
  return isJsonObject(json.error) ? json.error.code : undefined;
}

/** A task of any protocol version, reduced to the compared members. */
export interface RawTask {
  readonly id: string;
  /** In small letters and without a prefix: `completed`. */
  readonly state: string;
  readonly texts: readonly string[];
  /** Whether it is what changed, not the whole task. */
  readonly isUpdate: boolean;
}

/** Reads a task, or an update of one; what is missing is empty. */
export function readTask(result: JsonObject): RawTask {
  const [inner = result] = ["task", "statusUpdate", "artifactUpdate"].flatMap((name) => {
    const member = result[name];
    return isJsonObject(member) ? [member] : [];
  });
  const status = isJsonObject(inner.status) ? String(inner.status.state ?? "") : "";
  const artifacts = [inner.artifact, ...list(inner.artifacts)].filter(isJsonObject);
  const parts = artifacts.flatMap((artifact) => [...list(artifact.parts), ...list(artifact.content)]);
  return {
    id: String(inner.id ?? inner.taskId ?? ""),
    isUpdate: inner.id === undefined,
    state: status
      .toLowerCase()
      .replace(/^task_state_/, "")
      .replaceAll("_", "-"),
    texts: parts.flatMap((part) => (isJsonObject(part) && typeof part.text === "string" ? [part.text] : [])),
  };
}

function open(url: string, body: JsonValue, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      { method: "POST", agent: false, headers: { "Content-Type": "application/json", ...headers } },
      resolve,
    );
    request.on("error", reject);
    request.end(JSON.stringify(body));
  });
}

function readJson(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

function list(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}
