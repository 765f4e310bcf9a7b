import type { Exchange } from "../state/model.ts";

/** The operation that a request asks for. */
export interface WireOperation {
  /** As it is written on the wire: a method of JSON-RPC, or the end of a path. */
  readonly shown: string;
  readonly kind: "card" | "send" | "stream" | "get" | "list" | "cancel" | "subscribe" | "other";
  readonly taskId?: string;
  readonly message?: {
    readonly parts?: readonly Record<string, unknown>[];
    readonly taskId?: string;
    readonly contextId?: string;
  };
}

/** The operation of a request, in any version and binding; `undefined` where it is none that is known. */
export function operationOf({ method, url, requestBody }: Exchange): WireOperation | undefined {
  const { pathname } = new URL(url);
  if (method === "GET" && /agent(-card)?\.json$/.test(pathname)) return { shown: "card", kind: "card" };
  const body = parse(requestBody);
  const [, grpcMethod] = /\.A2AService\/(\w+)$/.exec(pathname) ?? [];
  if (grpcMethod !== undefined) return grpcOperation(grpcMethod, body ?? {});
  if (typeof body?.method === "string") return rpcOperation(body.method, asObject(body.params));
  return restOperation(method, pathname, body);
}

const RPC: Readonly<Record<string, WireOperation["kind"]>> = {
  SendMessage: "send",
  "message/send": "send",
  "tasks/send": "send",
  SendStreamingMessage: "stream",
  "message/stream": "stream",
  "tasks/sendSubscribe": "stream",
  GetTask: "get",
  "tasks/get": "get",
  ListTasks: "list",
  "tasks/list": "list",
  CancelTask: "cancel",
  "tasks/cancel": "cancel",
  SubscribeToTask: "subscribe",
  "tasks/resubscribe": "subscribe",
};

function rpcOperation(method: string, params: Record<string, unknown>): WireOperation {
  const kind = Object.hasOwn(RPC, method) ? RPC[method] : undefined;
  const message = asObject(params.message);
  const id = typeof params.id === "string" ? { taskId: params.id } : {};
  return { shown: method, kind: kind ?? "other", message, ...id };
}

/** A call over gRPC: 1.0 has the methods of JSON-RPC, 0.3 a message `request` and tasks by resource names. */
function grpcOperation(method: string, { request, name, ...params }: Record<string, unknown>): WireOperation {
  const kind = method === "TaskSubscription" ? "subscribe" : undefined;
  const id = typeof name === "string" && { id: name.replace("tasks/", "") };
  const operation = rpcOperation(method, { message: request, ...params, ...id });
  return kind === undefined ? operation : { ...operation, kind };
}

function restOperation(
  method: string,
  path: string,
  body: Record<string, unknown> | undefined,
): WireOperation | undefined {
  const shown = path.split("/").slice(-2).join("/");
  const message = asObject(body?.message ?? body?.request);
  if (path.endsWith("/message:send")) return { shown: "message:send", kind: "send", message };
  if (path.endsWith("/message:stream")) return { shown: "message:stream", kind: "stream", message };
  const [, id, verb = ""] = /\/tasks\/([^/:]+)(?::(\w+))?$/.exec(path) ?? [];
  if (id !== undefined) {
    const kind = verb === "cancel" ? "cancel" : verb === "subscribe" ? "subscribe" : method === "GET" ? "get" : "other";
    return { shown: verb === "" ? "tasks/…" : `tasks:${verb}`, kind, taskId: decodeURIComponent(id) };
  }
  if (path.endsWith("/tasks")) return { shown: "tasks", kind: "list" };
  return body === undefined && method === "GET" ? undefined : { shown, kind: "other" };
}

function parse(text: string | undefined): Record<string, unknown> | undefined {
  try {
    return text === undefined ? undefined : asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
