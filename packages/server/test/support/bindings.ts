import type { JsonObject, JsonValue } from "@a2a/types";
import type { RunningAgent } from "../../src/node.ts";
import { type Frame, readStream } from "./agent.ts";

/** The outcome of a call, independent of the binding. */
export interface CallResult {
  readonly status: number;
  readonly headers: Headers;
  /** The output; absent when the call was rejected. */
  readonly output?: JsonObject;
  /** The events of a streaming call. */
  readonly events?: JsonObject[];
  /** The reason an error names, and its parts. */
  readonly error?: { reason: string | undefined; message: string; code: number; details: JsonObject[] };
}

/** One binding of 1.0, as a naive caller uses it. */
export interface BindingUnderTest {
  readonly name: "JSONRPC" | "HTTP+JSON";
  /** Calls and reads the whole answer. */
  call(
    agent: RunningAgent,
    operation: string,
    params: JsonObject,
    headers?: Record<string, string>,
  ): Promise<CallResult>;
  /** Calls and returns the unread response. */
  open(agent: RunningAgent, operation: string, params: JsonObject, headers?: Record<string, string>): Promise<Response>;
  /** The event in a frame of a stream. */
  eventIn(frame: Frame | undefined): JsonObject;
}

const VERSION = { "A2A-Version": "1.0" };

export const jsonRpc: BindingUnderTest = {
  name: "JSONRPC",
  open: (agent, operation, params, headers = {}) =>
    fetch(`${agent.url}/a2a`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...VERSION, ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: "q", method: operation, params }),
    }),
  eventIn: (frame) => (frame?.data.result ?? {}) as JsonObject,
  async call(agent, operation, params, headers) {
    const response = await jsonRpc.open(agent, operation, params, headers);
    const about = { status: response.status, headers: response.headers };
    if (isStream(response)) return { ...about, events: (await readStream(response)).map(jsonRpc.eventIn) };
    const body = (await response.json()) as JsonObject;
    if (body.error === undefined) return { ...about, output: body.result as JsonObject };
    const { code, message, data = [] } = body.error as { code: number; message: string; data?: JsonObject[] };
    return { ...about, error: { code, message, details: data, reason: reasonIn(data) } };
  },
};

const routes: Record<string, [string, (params: JsonObject) => string]> = {
  SendMessage: ["POST", () => "/message:send"],
  SendStreamingMessage: ["POST", () => "/message:stream"],
  GetTask: ["GET", ({ id }) => `/tasks/${encodeURIComponent(String(id))}`],
  ListTasks: ["GET", () => "/tasks"],
  CancelTask: ["POST", ({ id }) => `/tasks/${encodeURIComponent(String(id))}:cancel`],
  SubscribeToTask: ["POST", ({ id }) => `/tasks/${encodeURIComponent(String(id))}:subscribe`],
  CreateTaskPushNotificationConfig: ["POST", ({ taskId }) => `/tasks/${taskId}/pushNotificationConfigs`],
  GetTaskPushNotificationConfig: ["GET", ({ taskId, id }) => `/tasks/${taskId}/pushNotificationConfigs/${id}`],
  ListTaskPushNotificationConfigs: ["GET", ({ taskId }) => `/tasks/${taskId}/pushNotificationConfigs`],
  DeleteTaskPushNotificationConfig: ["DELETE", ({ taskId, id }) => `/tasks/${taskId}/pushNotificationConfigs/${id}`],
  GetExtendedAgentCard: ["GET", () => "/extendedAgentCard"],
};
const inPath = new Set(["id", "taskId"]);

export const httpJson: BindingUnderTest = {
  name: "HTTP+JSON",
  open(agent, operation, params, headers = {}) {
    const [method, pathOf] = routes[operation] as [string, (params: JsonObject) => string];
    const rest = Object.entries(params).filter(([name]) => method === "POST" || !inPath.has(name));
    const query =
      method === "POST"
        ? ""
        : `?${new URLSearchParams(rest.map(([name, value]): [string, string] => [name, String(value)]))}`;
    return fetch(`${agent.url}/a2a${pathOf(params)}${query}`, {
      method,
      headers: { ...(method === "POST" && { "Content-Type": "application/a2a+json" }), ...VERSION, ...headers },
      ...(method === "POST" && { body: JSON.stringify(Object.fromEntries(rest)) }),
    });
  },
  eventIn: (frame) => frame?.data ?? {},
  async call(agent, operation, params, headers) {
    const response = await httpJson.open(agent, operation, params, headers);
    const about = { status: response.status, headers: response.headers };
    if (isStream(response)) return { ...about, events: (await readStream(response)).map(httpJson.eventIn) };
    const body = JSON.parse((await response.text()) || "{}") as JsonObject;
    if (response.ok) return { ...about, output: body };
    const { code, message, details: all } = body.error as { code: number; message: string; details: JsonObject[] };
    // Here every error has a reason, where JSON-RPC has codes of its own for some.
    const details = all.filter(({ reason, metadata }) => metadata !== undefined || !RPC_ERRORS.has(reason));
    return { ...about, error: { code, message, details, reason: reasonIn(details) } };
  },
};

const RPC_ERRORS = new Set<JsonValue | undefined>([
  "PARSE_ERROR",
  "INVALID_REQUEST",
  "METHOD_NOT_FOUND",
  "INVALID_PARAMS",
  "INTERNAL",
]);

/** Both bindings, for `describe.each`. */
export const bindings: readonly BindingUnderTest[] = [jsonRpc, httpJson];

function isStream(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/event-stream") === true;
}

/** The reason in an ErrorInfo, or `INVALID` for a BadRequest without one. */
function reasonIn(details: JsonValue): string | undefined {
  const list = Array.isArray(details) ? (details as JsonObject[]) : [];
  const info = list.find((detail) => String(detail["@type"]).endsWith("ErrorInfo"));
  return info ? String(info.reason) : list.some((detail) => "fieldViolations" in detail) ? "INVALID" : undefined;
}
