import type { IncomingMessage } from "node:http";
import { listening, type Served } from "./official-servers.ts";

/** In which ways an agent is wrong. */
export type Wrongness =
  /** Serves no card at all. */
  | "absent"
  /** Its card names addresses that are none. */
  | "nowhere"
  /** Answers with errors that are no errors, and objects that are none. */
  | "garbled"
  /** Says yes to everything, with the same task each time, and declares all it can, credentials included. */
  | "agreeable"
  /** The same with a task that never ends, and declares nothing, but credentials that it does not ask for. */
  | "idle";

/** An agent that gets the protocol wrong, over both bindings. */
export function serveWrong(wrongness: Wrongness): Promise<Served> {
  return listening((request, response) => {
    void (async () => {
      const base = `http://${request.headers.host ?? ""}`;
      if (request.url?.startsWith("/.well-known/")) {
        if (wrongness === "absent") return void response.writeHead(404, { "Content-Type": "text/html" }).end("no");
        const headers = wrongness === "idle" ? {} : { ETag: '"1"' };
        return void response
          .writeHead(200, { "Content-Type": "text/html", ...headers })
          .end(JSON.stringify(cardOf(wrongness, base)));
      }
      const operation = await operationOf(request);
      if (/stream|subscribe/i.test(operation)) {
        const rpc = request.url === "/rpc";
        const frames =
          wrongness === "garbled"
            ? [{ weather: "fine" }]
            : [update({}), { task: task("COMPLETED") }, update({ taskId: "t-1" })];
        response.writeHead(200, { "Content-Type": wrongness === "garbled" ? "application/json" : "text/event-stream" });
        const events = frames.map((frame) => (rpc ? { jsonrpc: "2.0", id: "other", result: frame } : frame));
        return void response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
      }
      const result = resultOf(operation, wrongness);
      const error = { code: "-1", message: "", data: "nothing" };
      const garbled = {
        jsonrpc: "1.0",
        id: null,
        error: operation === "GetExtendedAgentCard" ? { ...error, code: -32603 } : error,
      };
      const body =
        wrongness === "garbled"
          ? garbled
          : request.url === "/rpc"
            ? { jsonrpc: "2.0", id: null, result, error: null }
            : result;
      response.writeHead(200, { "Content-Type": "text/html" }).end(JSON.stringify(body));
    })();
  });
}

const update = (ids: object) => ({ statusUpdate: { ...ids, status: { state: "TASK_STATE_WORKING" } } });

function task(state: string, id = "t-1", more: object = { contextId: "c-1" }) {
  const said = { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "hello" }] };
  return {
    id,
    status: { state: `TASK_STATE_${state}`, timestamp: "2026-01-01T00:00:00+01:00" },
    history: [said, said],
    ...more,
  };
}

function resultOf(operation: string, wrongness: Wrongness): object {
  const artifacts = [{ artifactId: "a", parts: [{ text: "x" }] }];
  switch (operation) {
    case "SendMessage":
      return { task: wrongness === "idle" ? task("WORKING", "t-1", {}) : task("COMPLETED") };
    case "ListTasks": {
      const older = { ...task("COMPLETED", "t-8", { contextId: "c-8" }), artifacts };
      const newer = {
        ...task("COMPLETED", "t-9"),
        status: { state: "TASK_STATE_COMPLETED", timestamp: "2026-01-02T00:00:00Z" },
      };
      return { tasks: [older, newer], pageSize: 50, totalSize: 2, nextPageToken: "" };
    }
    case "CreateTaskPushNotificationConfig":
      return { id: "p-1", taskId: "t-1", url: "https://one.example/" };
    case "GetTaskPushNotificationConfig":
      return { id: "p-1", taskId: "t-1", url: "https://two.example/" };
    case "ListTaskPushNotificationConfigs":
      return { configs: [{ id: "p-1", taskId: "t-1", url: "https://one.example/" }] };
    default:
      return { ...task("FAILED"), snake_case: 1 };
  }
}

async function operationOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  const { method = "GET", url = "/" } = request;
  if (url === "/rpc") return /"method":\s*"(\w+)"/.exec(body)?.[1] ?? "";
  if (/message:send/.test(url)) return "SendMessage";
  if (/message:stream|:subscribe/.test(url)) return "stream";
  if (/pushNotificationConfigs\/./.test(url)) return "GetTaskPushNotificationConfig";
  if (/pushNotificationConfigs/.test(url))
    return method === "POST" ? "CreateTaskPushNotificationConfig" : "ListTaskPushNotificationConfigs";
  return /\/tasks(\?|$)/.test(url) ? "ListTasks" : "GetTask";
}

function cardOf(wrongness: Wrongness, base: string) {
  const declared = wrongness !== "idle";
  const url = wrongness === "nowhere" ? "" : base;
  return {
    name: "Wrong",
    description: "The key is sk-live-0123456789abcdefABCDEF0123456789",
    ...(declared && { version: "1.0.0" }),
    supportedInterfaces: [
      { url: `${url}/rpc`, protocolBinding: "JSONRPC", protocolVersion: declared ? "1.0" : "1.0.0" },
      { url: `${url}/rest`, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
    ],
    capabilities: { streaming: declared, pushNotifications: declared, extendedAgentCard: declared },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "a", name: "A", description: "B", tags: ["c"] }],
    ...((wrongness === "idle" || wrongness === "agreeable") && {
      securitySchemes: { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
      securityRequirements: [{ schemes: { token: { list: [] } } }],
    }),
  };
}
