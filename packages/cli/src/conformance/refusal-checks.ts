import { createId, isJsonObject, type JsonValue } from "@a2a/types";
import { type Check, Skipped } from "./check.ts";
import { hasInfo } from "./envelope-checks.ts";
import type { Line } from "./line.ts";

const rest = "HTTP+JSON";
const newest = ["1.0"] as const;
const withMessages = ["1.0", "0.3", "0.2"] as const;

/** What has to be refused, and how. */
export const refusalChecks: readonly Check<Line>[] = [
  {
    name: "get/unknown-task",
    requirements: ["R-32", "R-107"],
    level: "MUST",
    expected: "GetTask of an unknown task: TaskNotFoundError",
    run: async (line) => line.refusal(await line.ask("getTask", { id: createId() }), "TASK_NOT_FOUND"),
  },
  {
    name: "cancel/unknown-task",
    requirements: ["R-48"],
    level: "MUST",
    expected: "CancelTask of an unknown task: TaskNotFoundError",
    run: async (line) => line.refusal(await line.ask("cancelTask", { id: createId() }), "TASK_NOT_FOUND"),
  },
  {
    name: "send/unknown-task",
    requirements: ["R-7"],
    level: "MUST",
    expected: "a message to an unknown task: TaskNotFoundError",
    versions: withMessages,
    async run(line) {
      const message = line.message({ taskId: createId() });
      return line.refusal(await line.ask("sendMessage", { message }), "TASK_NOT_FOUND");
    },
  },
  wrongMessage("send/no-parts", ["R-12", "R-13"], "a message without parts: invalid params", { parts: [] }),
  wrongMessage("send/empty-part", ["R-12", "R-15"], "a part without content: invalid params", { parts: [{}] }),
  wrongMessage("send/two-contents", ["R-15"], "a part with a text and a url: invalid params", {
    parts: [{ text: "a", url: "https://files.example/a" }],
  }),
  wrongMessage("send/unknown-role", ["R-12"], "a message of an unknown role: invalid params", { role: "ROLE_WIZARD" }),
  {
    name: "send/content-type",
    requirements: ["R-8"],
    level: "MUST",
    expected: "a part of a media type that the card does not list: ContentTypeNotSupportedError",
    versions: newest,
    async run(line) {
      const modes = [...line.card.defaultInputModes, ...line.card.skills.flatMap(({ inputModes = [] }) => inputModes)];
      if (modes.some((mode) => /^(\*\/\*|application\/\*|file)$/.test(mode)))
        return new Skipped("the card takes everything");
      const message = line.message({ parts: [{ text: "?", mediaType: "application/x-never-heard-of" }] });
      return line.refusal(await line.ask("sendMessage", { message }), "CONTENT_TYPE_NOT_SUPPORTED");
    },
  },
  {
    name: "get/negative-history",
    requirements: ["R-35"],
    level: "MUST",
    expected: "a negative historyLength: invalid params",
    versions: newest,
    async run(line) {
      const task = await line.sampleTask();
      if (task instanceof Skipped) return task;
      return line.refusal(await line.ask("getTask", { id: task.id, historyLength: -1 }), "INVALID_PARAMS");
    },
  },
  {
    name: "get/unknown-member",
    requirements: ["R-16"],
    level: "SHOULD",
    expected: "a member that nobody knows is ignored: an unknown task is TaskNotFoundError still",
    binding: "JSONRPC",
    run: async (line) =>
      line.refusal(await line.askRaw("getTask", { id: createId(), weather: "fine" }), "TASK_NOT_FOUND"),
  },
  {
    name: "version/unsupported",
    requirements: ["R-169"],
    level: "MUST",
    expected: "A2A-Version 9.9: VersionNotSupportedError",
    versions: newest,
    async run(line) {
      const headers = { "A2A-Version": "9.9" };
      return line.refusal(await line.ask("getTask", { id: createId() }, { headers }), "VERSION_NOT_SUPPORTED");
    },
  },
  {
    name: "version/in-query",
    requirements: ["R-167"],
    level: "MUST",
    expected: "A2A-Version=1.0 as a request parameter will do: an unknown task is TaskNotFoundError",
    versions: newest,
    async run(line) {
      const deviation = { headers: { "A2A-Version": undefined }, query: "A2A-Version=1.0" };
      return line.refusal(await line.ask("getTask", { id: createId() }, deviation), "TASK_NOT_FOUND");
    },
  },
  {
    name: "version/patch",
    requirements: ["R-171"],
    level: "MUST",
    expected: "A2A-Version 1.0.1 is spoken as 1.0: an unknown task is TaskNotFoundError",
    versions: newest,
    async run(line) {
      const headers = { "A2A-Version": "1.0.1" };
      return line.refusal(await line.ask("getTask", { id: createId() }, { headers }), "TASK_NOT_FOUND");
    },
  },
  {
    name: "extension/unknown",
    requirements: ["R-199"],
    level: "SHOULD",
    expected: "an extension that nobody knows is ignored: an unknown task is TaskNotFoundError still",
    versions: newest,
    async run(line) {
      const headers = { "A2A-Extensions": "https://extensions.example/never-heard-of/v1" };
      return line.refusal(await line.ask("getTask", { id: createId() }, { headers }), "TASK_NOT_FOUND");
    },
  },
  {
    name: "rest/unknown-route",
    requirements: ["R-142"],
    level: "MUST",
    expected: "a route that does not exist: HTTP 404",
    binding: rest,
    async run(line) {
      const reply = await line.get("/no/such/route/here");
      return reply.status === 404 ? undefined : line.describe(reply);
    },
  },
  {
    name: "rest/malformed",
    requirements: ["R-12", "R-148"],
    level: "MUST",
    expected: "malformed JSON: HTTP 400",
    versions: newest,
    binding: rest,
    async run(line) {
      const reply = await line.post('{"message":', {}, "/message:send");
      return reply.status === 400 ? undefined : line.describe(reply);
    },
  },
  {
    name: "rest/error-body",
    requirements: ["R-148"],
    level: "MUST",
    expected: "an error is { error: { code, message, … } } with the HTTP status as its code",
    versions: newest,
    binding: rest,
    async run(line) {
      const reply = await line.ask("getTask", { id: createId() });
      const error = isJsonObject(reply.json) ? reply.json.error : undefined;
      const right = isJsonObject(error) && error.code === reply.status && typeof error.message === "string";
      return right ? undefined : line.describe(reply);
    },
  },
  {
    name: "rest/error-info",
    requirements: ["R-149"],
    level: "MUST",
    expected: "error.details has an ErrorInfo with reason TASK_NOT_FOUND and domain a2a-protocol.org",
    versions: newest,
    binding: rest,
    async run(line) {
      const { details } = line.error(await line.ask("getTask", { id: createId() })) ?? {};
      return hasInfo(details) ? undefined : `error.details ${JSON.stringify(details)}`;
    },
  },
  {
    name: "rest/media-type",
    requirements: ["R-143"],
    level: "SHOULD",
    expected: "answers are application/a2a+json",
    versions: newest,
    binding: rest,
    async run(line) {
      const { headers } = await line.ask("getTask", { id: createId() });
      const type = headers["content-type"] ?? "none";
      return /^application\/a2a\+json\s*(;|$)/i.test(type) ? undefined : `content type ${type}`;
    },
  },
  query("rest/number", "pageSize=many: HTTP 400", "pageSize=many"),
  query("rest/boolean", "includeArtifacts=perhaps: HTTP 400", "includeArtifacts=perhaps"),
  {
    name: "auth/required",
    requirements: ["R-108", "R-212"],
    level: "MUST",
    expected: "a call without credentials is refused where the card requires some: HTTP 401",
    async run(line) {
      if (!asksForCredentials(line)) return new Skipped("the card requires no credentials");
      const reply = await line.anonymous("getTask", { id: createId() });
      return reply.status === 401 ? undefined : line.describe(reply);
    },
  },
  {
    name: "auth/challenge",
    requirements: ["R-109"],
    level: "SHOULD",
    expected: "the refusal says how to authenticate: WWW-Authenticate",
    async run(line) {
      if (!asksForCredentials(line)) return new Skipped("the card requires no credentials");
      const { headers } = await line.anonymous("getTask", { id: createId() });
      return headers["www-authenticate"] ? undefined : "no WWW-Authenticate";
    },
  },
];

/** A message that has to be refused; what it replaces is written as it is given. */
function wrongMessage(
  name: string,
  requirements: readonly string[],
  expected: string,
  wrong: Readonly<Record<string, JsonValue>>,
): Check<Line> {
  return {
    name,
    requirements,
    level: "MUST",
    expected,
    versions: newest,
    async run(line) {
      const params = JSON.parse(JSON.stringify({ message: { ...line.message(), ...wrong } })) as JsonValue; // plain JSON
      const reply =
        line.binding === "JSONRPC"
          ? await line.askRaw("sendMessage", params)
          : await line.post(JSON.stringify(params), {}, "/message:send");
      return line.refusal(reply, "INVALID_PARAMS");
    },
  };
}

function query(name: string, expected: string, text: string): Check<Line> {
  return {
    name,
    requirements: ["R-147"],
    level: "MUST",
    expected,
    versions: newest,
    binding: rest,
    async run(line) {
      const reply = await line.get(`/tasks?${text}`);
      return reply.status === 400 ? undefined : line.describe(reply);
    },
  };
}

function asksForCredentials({ card }: Line): boolean {
  return (card.securityRequirements ?? []).length > 0;
}
