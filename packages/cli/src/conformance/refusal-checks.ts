import { createId, isJsonObject, type JsonValue } from "@a2a/types";
import { type Check, Skipped } from "./check.ts";
import { hasInfo } from "./envelope-checks.ts";
import { onSampleTask, type TestedEndpoint } from "./tested-endpoint.ts";

const rest = "HTTP+JSON";
const newest = ["1.0"] as const;
const withMessages = ["1.0", "0.3", "0.2"] as const;

/** Checks of requests that must be refused. */
export const refusalChecks: readonly Check<TestedEndpoint>[] = [
  {
    name: "get/unknown-task",
    requirements: ["R-32", "R-107"],
    level: "MUST",
    expected: "GetTask of an unknown task fails with TaskNotFoundError",
    run: async (endpoint) => endpoint.refusal(await endpoint.ask("getTask", { id: createId() }), "TASK_NOT_FOUND"),
  },
  {
    name: "error/message",
    requirements: ["R-104"],
    level: "SHOULD",
    expected: "the error for an unknown task says in words that there is no such task",
    async run(endpoint) {
      const reply = await endpoint.ask("getTask", { id: createId() });
      const { message } = endpoint.error(reply) ?? {};
      return typeof message === "string" && message.length >= 12 && /task|not found|does not exist/i.test(message)
        ? undefined
        : endpoint.describe(reply);
    },
  },
  {
    name: "cancel/unknown-task",
    requirements: ["R-48"],
    level: "MUST",
    expected: "CancelTask of an unknown task fails with TaskNotFoundError",
    run: async (endpoint) => endpoint.refusal(await endpoint.ask("cancelTask", { id: createId() }), "TASK_NOT_FOUND"),
  },
  {
    name: "send/unknown-task",
    requirements: ["R-7"],
    level: "MUST",
    expected: "a message to an unknown task fails with TaskNotFoundError",
    versions: withMessages,
    async run(endpoint) {
      const message = endpoint.message({ taskId: createId() });
      return endpoint.refusal(await endpoint.ask("sendMessage", { message }), "TASK_NOT_FOUND");
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
    expected: "a part with a media type that the card does not list fails with ContentTypeNotSupportedError",
    versions: newest,
    async run(endpoint) {
      const modes = [
        ...endpoint.card.defaultInputModes,
        ...endpoint.card.skills.flatMap(({ inputModes = [] }) => inputModes),
      ];
      if (modes.some((mode) => /^(\*\/\*|application\/\*|file)$/.test(mode)))
        return new Skipped("the card takes everything");
      const message = endpoint.message({ parts: [{ text: "?", mediaType: "application/x-never-heard-of" }] });
      return endpoint.refusal(await endpoint.ask("sendMessage", { message }), "CONTENT_TYPE_NOT_SUPPORTED");
    },
  },
  {
    name: "get/negative-history",
    requirements: ["R-35"],
    level: "MUST",
    expected: "a negative historyLength fails with invalid params",
    versions: newest,
    run: onSampleTask(async (endpoint, task) => {
      return endpoint.refusal(await endpoint.ask("getTask", { id: task.id, historyLength: -1 }), "INVALID_PARAMS");
    }),
  },
  {
    name: "get/unknown-member",
    requirements: ["R-16"],
    level: "SHOULD",
    expected: "unknown members are ignored: an unknown task still fails with TaskNotFoundError",
    binding: "JSONRPC",
    run: async (endpoint) =>
      endpoint.refusal(await endpoint.askRaw("getTask", { id: createId(), weather: "fine" }), "TASK_NOT_FOUND"),
  },
  {
    name: "version/unsupported",
    requirements: ["R-169"],
    level: "MUST",
    expected: "A2A-Version 9.9 fails with VersionNotSupportedError",
    versions: newest,
    async run(endpoint) {
      const headers = { "A2A-Version": "9.9" };
      return endpoint.refusal(await endpoint.ask("getTask", { id: createId() }, { headers }), "VERSION_NOT_SUPPORTED");
    },
  },
  {
    name: "version/in-query",
    requirements: ["R-167"],
    level: "MUST",
    expected: "A2A-Version=1.0 works as a query parameter: an unknown task fails with TaskNotFoundError",
    versions: newest,
    async run(endpoint) {
      const deviation = { headers: { "A2A-Version": undefined }, query: "A2A-Version=1.0" };
      return endpoint.refusal(await endpoint.ask("getTask", { id: createId() }, deviation), "TASK_NOT_FOUND");
    },
  },
  {
    name: "version/patch",
    requirements: ["R-171"],
    level: "MUST",
    expected: "A2A-Version 1.0.1 is treated as 1.0: an unknown task fails with TaskNotFoundError",
    versions: newest,
    async run(endpoint) {
      const headers = { "A2A-Version": "1.0.1" };
      return endpoint.refusal(await endpoint.ask("getTask", { id: createId() }, { headers }), "TASK_NOT_FOUND");
    },
  },
  {
    name: "extension/unknown",
    requirements: ["R-199"],
    level: "SHOULD",
    expected: "unknown extensions are ignored: an unknown task still fails with TaskNotFoundError",
    versions: newest,
    async run(endpoint) {
      const headers = { "A2A-Extensions": "https://extensions.example/never-heard-of/v1" };
      return endpoint.refusal(await endpoint.ask("getTask", { id: createId() }, { headers }), "TASK_NOT_FOUND");
    },
  },
  {
    name: "rest/unknown-route",
    requirements: ["R-142"],
    level: "MUST",
    expected: "an unknown route gets HTTP 404",
    binding: rest,
    async run(endpoint) {
      const reply = await endpoint.get("/no/such/route/here");
      return reply.status === 404 ? undefined : endpoint.describe(reply);
    },
  },
  {
    name: "rest/malformed",
    requirements: ["R-12", "R-148"],
    level: "MUST",
    expected: "malformed JSON gets HTTP 400",
    versions: newest,
    binding: rest,
    async run(endpoint) {
      const reply = await endpoint.post('{"message":', {}, "/message:send");
      return reply.status === 400 ? undefined : endpoint.describe(reply);
    },
  },
  {
    name: "rest/error-body",
    requirements: ["R-148"],
    level: "MUST",
    expected: "an error is { error: { code, message, … } } with the HTTP status as code",
    versions: newest,
    binding: rest,
    async run(endpoint) {
      const reply = await endpoint.ask("getTask", { id: createId() });
      const error = isJsonObject(reply.json) ? reply.json.error : undefined;
      const right = isJsonObject(error) && error.code === reply.status && typeof error.message === "string";
      return right ? undefined : endpoint.describe(reply);
    },
  },
  {
    name: "rest/error-info",
    requirements: ["R-149"],
    level: "MUST",
    expected: "error.details has an ErrorInfo with reason TASK_NOT_FOUND and domain a2a-protocol.org",
    versions: newest,
    binding: rest,
    async run(endpoint) {
      const { details } = endpoint.error(await endpoint.ask("getTask", { id: createId() })) ?? {};
      return hasInfo(details) ? undefined : `error.details ${JSON.stringify(details)}`;
    },
  },
  {
    name: "rest/media-type",
    requirements: ["R-143"],
    level: "SHOULD",
    expected: "responses have the media type application/a2a+json",
    versions: newest,
    binding: rest,
    async run(endpoint) {
      const { headers } = await endpoint.ask("getTask", { id: createId() });
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
    expected: "if the card requires credentials, a call without them gets HTTP 401",
    async run(endpoint) {
      if (!asksForCredentials(endpoint)) return new Skipped("the card requires no credentials");
      const reply = await endpoint.anonymous("getTask", { id: createId() });
      return reply.status === 401 ? undefined : endpoint.describe(reply);
    },
  },
  {
    name: "auth/invalid",
    requirements: ["R-108", "R-212"],
    level: "MUST",
    expected: "if the card requires credentials, a call with a token that nobody issued gets HTTP 401",
    async run(endpoint) {
      if (!asksForCredentials(endpoint)) return new Skipped("the card requires no credentials");
      const reply = await endpoint.anonymous("getTask", { id: createId() }, { Authorization: `Bearer ${createId()}` });
      return reply.status === 401 ? undefined : endpoint.describe(reply);
    },
  },
  {
    name: "auth/challenge",
    requirements: ["R-109"],
    level: "SHOULD",
    expected: "the 401 response has WWW-Authenticate",
    async run(endpoint) {
      if (!asksForCredentials(endpoint)) return new Skipped("the card requires no credentials");
      const { headers } = await endpoint.anonymous("getTask", { id: createId() });
      return headers["www-authenticate"] ? undefined : "no WWW-Authenticate";
    },
  },
];

/** A message that must be refused, with the given members replaced verbatim. */
function wrongMessage(
  name: string,
  requirements: readonly string[],
  expected: string,
  wrong: Readonly<Record<string, JsonValue>>,
): Check<TestedEndpoint> {
  return {
    name,
    requirements,
    level: "MUST",
    expected,
    versions: newest,
    async run(endpoint) {
      const params = JSON.parse(JSON.stringify({ message: { ...endpoint.message(), ...wrong } })) as JsonValue; // plain JSON
      const reply =
        endpoint.binding === "JSONRPC"
          ? await endpoint.askRaw("sendMessage", params)
          : await endpoint.post(JSON.stringify(params), {}, "/message:send");
      return endpoint.refusal(reply, "INVALID_PARAMS");
    },
  };
}

function query(name: string, expected: string, text: string): Check<TestedEndpoint> {
  return {
    name,
    requirements: ["R-147"],
    level: "MUST",
    expected,
    versions: newest,
    binding: rest,
    async run(endpoint) {
      const reply = await endpoint.get(`/tasks?${text}`);
      return reply.status === 400 ? undefined : endpoint.describe(reply);
    },
  };
}

/** Whether the card asks for credentials. */
export function asksForCredentials({ card }: TestedEndpoint): boolean {
  return (card.securityRequirements ?? []).length > 0;
}
