import { randomBytes } from "node:crypto";
import type { Answer } from "@a2a/bridge";
import type { Handle, IncomingRequest } from "@a2a/server";
import { isA2AError, isJsonObject, isLocalError, type JsonObject } from "@a2a/types";
import type {
  AuthorizeRequest,
  CallRequest,
  ConnectRequest,
  FollowRequest,
  OnConnection,
  SendRequest,
} from "../protocol/api.ts";
import { errorAnswer, fileAnswer, jsonAnswer, sandboxedAnswer, streamAnswer } from "./answers.ts";
import { Gate } from "./gate.ts";
import type { Inspector, InspectorOptions } from "./options.ts";
import { pageFile } from "./page-files.ts";
import { Sessions } from "./sessions.ts";
import { describeError, type Workspace } from "./workspace.ts";

/** The largest body that the page may send: files are sent as text. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/**
 * The inspector as a handler: the files of the page, and an API for the page alone. `handle` answers requests below `basePath`; `url`
 * is the address to open, with the session token in its fragment.
 */
export function createInspector(options: InspectorOptions): Inspector {
  const { basePath = "", origins } = options;
  const [origin = "http://127.0.0.1"] = origins;
  const token = randomBytes(32).toString("base64url");
  const gate = new Gate(origins);
  const sessions = new Sessions(options, { token, base: `${origin}${basePath}` });
  const handle: Handle = async (request, signal) => {
    const path = request.path.slice(basePath.length);
    const refused = gate.refusal(request);
    if (refused !== undefined) return errorAnswer(403, "FORBIDDEN", refused);
    if (path.startsWith("/hook/")) return deliver(path.slice("/hook/".length), request);
    if (path === "/login") return returnFromLogin(request);
    if (path.startsWith("/api/")) return answerApi(path.slice("/api/".length), request, signal);
    return answerFile(path, request);
  };
  return {
    handle,
    url: `${origin}${basePath}/${options.authenticate ? "" : `#token=${token}`}`,
    close: () => sessions.close(),
  };

  async function answerFile(path: string, { method }: IncomingRequest): Promise<Answer> {
    if (method !== "GET" && method !== "HEAD") return errorAnswer(405, "METHOD_NOT_ALLOWED", "use GET");
    // Relative addresses need the slash; browsers keep the fragment.
    if (path === "") return jsonAnswer("", 308, { Location: `${basePath}/` });
    const name = path === "/" ? "index.html" : path.slice(1);
    const file = await pageFile(name);
    if (file === undefined) return errorAnswer(404, "NOT_FOUND", `the page has no file ${name.slice(0, 100)}`);
    const text = method === "HEAD" ? "" : file.text;
    if (name.startsWith("diagram/")) return sandboxedAnswer(text, file.type);
    return fileAnswer(text, file.type, name.startsWith("assets/"));
  }

  function returnFromLogin({ query }: IncomingRequest): Answer {
    const isExpected = sessions.acceptLogin(query);
    const text = isExpected
      ? "You can close this page and return to the inspector."
      : "No login is waiting for this page.";
    const page = `<!doctype html><html lang="en"><title>Login</title><p>${text}</p></html>`;
    return { ...fileAnswer(page, "text/html; charset=utf-8", false), status: isExpected ? 200 : 404 };
  }

  async function answerApi(name: string, request: IncomingRequest, signal: AbortSignal): Promise<Answer> {
    const refused = gate.scriptRefusal(request);
    if (refused !== undefined) return errorAnswer(403, "FORBIDDEN", refused);
    try {
      if (name === "session" && request.method === "POST") return await openSession(request);
      const workspace = sessions.find(request.headers.cookie);
      if (workspace === undefined) {
        return errorAnswer(403, "NO_SESSION", "the session token is missing or wrong: open the link that was printed");
      }
      if (request.method === "GET") return answerGet(name, request, workspace, signal);
      if (request.method !== "POST") return errorAnswer(405, "METHOD_NOT_ALLOWED", "use GET or POST");
      const answer = await act(name, await readJson(request), workspace);
      return jsonAnswer(workspace.redactor.known(JSON.stringify(answer ?? {})));
    } catch (error) {
      const { code, message } = describeError(error);
      if (isLocalError(error) || isA2AError(error)) return errorAnswer(422, code, message);
      return errorAnswer(error instanceof SyntaxError ? 400 : 422, code, message);
    }
  }

  async function openSession(request: IncomingRequest): Promise<Answer> {
    const { token: given = "", header = "" } = await readJson(request);
    const opened = await sessions.open(request, { token: String(given), header: String(header) });
    if (opened === undefined) return errorAnswer(403, "NO_SESSION", sessions.refusal);
    const attributes = `Path=${basePath}/; HttpOnly; SameSite=Strict${origin.startsWith("https:") ? "; Secure" : ""}`;
    return jsonAnswer(opened.workspace.state(), 200, {
      "Set-Cookie": `${sessions.cookie}=${opened.id}; ${attributes}`,
    });
  }

  function answerGet(name: string, request: IncomingRequest, workspace: Workspace, signal: AbortSignal): Answer {
    if (name === "state") return jsonAnswer(workspace.state());
    if (name === "metrics" && options.metrics) return jsonAnswer(options.metrics());
    if (name === "journal") {
      const after = Number(request.headers["last-event-id"] ?? new URLSearchParams(request.query).get("after") ?? 0);
      return streamAnswer(workspace.journal.events(Number.isSafeInteger(after) ? after : 0, signal));
    }
    return errorAnswer(404, "NOT_FOUND", `No route for GET ${name.slice(0, 100)}`);
  }

  async function deliver(hook: string, request: IncomingRequest): Promise<Answer> {
    const workspace = sessions.withHook(hook);
    if (workspace === undefined) return errorAnswer(404, "NOT_FOUND", "no receiver has this address");
    const body = await readText(request);
    const answer = await workspace.deliver(request.method, request.query, request.headers, body);
    return {
      status: answer.status,
      headers: { "Content-Type": answer.type, "X-Content-Type-Options": "nosniff" },
      body: answer.body,
    };
  }
}

/** Carries out the requests of the page. Unknown members are ignored; the agent validates what it is sent. */
async function act(name: string, body: JsonObject, workspace: Workspace): Promise<unknown> {
  // The page is the only caller, and is checked against these types.
  const typed: unknown = body;
  const { connection } = typed as OnConnection;
  switch (name) {
    case "connect":
      return workspace.connect(typed as ConnectRequest);
    case "send":
      return workspace.connection(connection).send(typed as SendRequest);
    case "follow":
      return workspace.connection(connection).follow((typed as FollowRequest).taskId);
    case "authorize":
      return workspace.connection(connection).authorize(typed as AuthorizeRequest);
    case "call":
      return workspace.connection(connection).call(typed as CallRequest);
    case "check":
      return workspace.check(connection);
    case "cancel-login":
      return workspace.cancelLogins();
    case "action":
      return workspace.runAction(String(body.name));
    default:
      throw new SyntaxError(`No route for POST ${name.slice(0, 100)}`);
  }
}

async function readJson(request: IncomingRequest): Promise<JsonObject> {
  const body: unknown = JSON.parse((await readText(request)) || "{}");
  if (!isJsonObject(body)) throw new SyntaxError("expected a JSON object");
  return body;
}

async function readText({ readBody, body }: IncomingRequest): Promise<string> {
  return readBody ? readBody({ maxBytes: MAX_BODY_BYTES, take: () => {} }) : body;
}
