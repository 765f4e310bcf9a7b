import { isJsonObject, type JsonValue } from "@a2a/types";
import type { Check, Finding } from "./check.ts";
import type { Reply } from "./reply.ts";
import { onSampleTask, type TestedEndpoint } from "./tested-endpoint.ts";

const NOBODY = "00000000-0000-4000-8000-00000000dead";
const binding = "JSONRPC";

/** Checks of the JSON-RPC envelope. */
export const envelopeChecks: readonly Check<TestedEndpoint>[] = [
  {
    name: "rpc/content-type",
    requirements: ["R-127"],
    level: "MUST",
    expected: "responses have the media type application/json",
    binding,
    async run(endpoint) {
      const { headers } = await endpoint.ask("getTask", { id: NOBODY });
      const type = headers["content-type"] ?? "none";
      return /^application\/json\s*(;|$)/i.test(type) ? undefined : `content type ${type}`;
    },
  },
  {
    name: "rpc/envelope",
    requirements: ["R-127", "R-140"],
    level: "MUST",
    expected: 'an error response has jsonrpc "2.0" and an error, but no result',
    binding,
    run: async (endpoint) => envelope(await endpoint.ask("getTask", { id: NOBODY }), endpoint, "error"),
  },
  {
    name: "rpc/result-envelope",
    requirements: ["R-140"],
    level: "MUST",
    expected: 'a successful response has jsonrpc "2.0" and a result, but no error',
    binding,
    run: onSampleTask(async (endpoint, task) => {
      return envelope(await endpoint.ask("getTask", { id: task.id }), endpoint, "result");
    }),
  },
  malformed("rpc/parse-error", "R-132", "malformed JSON: -32700", -32700, '{"jsonrpc":"2.0","id":1,"method":'),
  malformed("rpc/wrong-jsonrpc", "R-133", 'jsonrpc "1.0": -32600', -32600, {
    jsonrpc: "1.0",
    id: "q-1",
    method: "GetTask",
    params: { id: NOBODY },
  }),
  malformed("rpc/no-method", "R-133", "no method: -32600", -32600, { jsonrpc: "2.0", id: "q-1", params: {} }),
  malformed("rpc/unknown-method", "R-134", "an unknown method: -32601", -32601, {
    jsonrpc: "2.0",
    id: "q-1",
    method: "NoSuchMethod",
    params: {},
  }),
  {
    name: "rpc/invalid-params",
    requirements: ["R-135", "R-13"],
    level: "MUST",
    expected: "GetTask without an id fails with -32602",
    binding,
    run: async (endpoint) => endpoint.refusal(await endpoint.askRaw("getTask", {}), "INVALID_PARAMS"),
  },
  {
    name: "rpc/params-type",
    requirements: ["R-135"],
    level: "MUST",
    expected: "GetTask with a list as id fails with -32602",
    binding,
    run: async (endpoint) => endpoint.refusal(await endpoint.askRaw("getTask", { id: [1] }), "INVALID_PARAMS"),
  },
  echo("rpc/id-text", "an id that is a text comes back", "q-7"),
  echo("rpc/id-number", "an id that is a number comes back as one", 7),
  echo("rpc/id-zero", "the id 0 comes back", 0),
  {
    name: "rpc/id-zero-refused",
    requirements: ["R-139"],
    level: "MUST",
    expected: "the request id 0 is echoed even for an unknown method",
    binding,
    run: async (endpoint) =>
      idOf(await endpoint.post(JSON.stringify({ jsonrpc: "2.0", id: 0, method: "NoSuchMethod" })), endpoint, 0),
  },
  {
    name: "rpc/error-form",
    requirements: ["R-104"],
    level: "MUST",
    expected: "an error has an integer code and a message",
    binding,
    async run(endpoint) {
      const reply = await endpoint.ask("getTask", { id: NOBODY });
      const { code, message } = endpoint.error(reply) ?? {};
      return Number.isInteger(code) && typeof message === "string" && message !== ""
        ? undefined
        : endpoint.describe(reply);
    },
  },
  {
    name: "rpc/error-details",
    requirements: ["R-105", "R-137"],
    level: "MUST",
    expected: "error.data, if present, is a list of objects with @type",
    versions: ["1.0"],
    binding,
    async run(endpoint) {
      const { data } = endpoint.error(await endpoint.ask("getTask", { id: NOBODY })) ?? {};
      if (data === undefined) return undefined;
      const typed =
        Array.isArray(data) && data.every((detail) => isJsonObject(detail) && typeof detail["@type"] === "string");
      return typed ? undefined : JSON.stringify(data);
    },
  },
  {
    name: "rpc/error-info",
    requirements: ["R-138"],
    level: "SHOULD",
    expected: "a protocol error has an ErrorInfo with reason TASK_NOT_FOUND and domain a2a-protocol.org",
    versions: ["1.0"],
    binding,
    async run(endpoint) {
      const { data } = endpoint.error(await endpoint.ask("getTask", { id: NOBODY })) ?? {};
      return hasInfo(data) ? undefined : `error.data ${JSON.stringify(data)}`;
    },
  },
  {
    name: "rpc/field-violations",
    requirements: ["R-106", "R-114"],
    level: "SHOULD",
    expected: "invalid parameters are reported in a BadRequest with fieldViolations",
    versions: ["1.0"],
    binding,
    async run(endpoint) {
      const { data } = endpoint.error(await endpoint.askRaw("getTask", { id: [1] })) ?? {};
      const details = Array.isArray(data) ? data : [];
      const hasViolations = details.some((detail) => isJsonObject(detail) && Array.isArray(detail.fieldViolations));
      return hasViolations ? undefined : `error.data ${JSON.stringify(data)}`;
    },
  },
];

/** Whether details name the error that a task is not there. */
export function hasInfo(details: JsonValue | undefined): boolean {
  return (
    Array.isArray(details) &&
    details.some(
      (detail) =>
        isJsonObject(detail) &&
        detail["@type"] === "type.googleapis.com/google.rpc.ErrorInfo" &&
        detail.reason === "TASK_NOT_FOUND" &&
        detail.domain === "a2a-protocol.org",
    )
  );
}

function envelope({ json, text }: Reply, endpoint: TestedEndpoint, member: "result" | "error"): Finding {
  if (!isJsonObject(json)) return `no JSON object: ${text.slice(0, 100)}`;
  const other = member === "result" ? "error" : "result";
  const right = json.jsonrpc === "2.0" && json[member] !== undefined && !Object.hasOwn(json, other);
  return right
    ? undefined
    : `the members ${Object.keys(json).join(", ")}, ${endpoint.describe({ json, text, status: 200, headers: {} })}`;
}

function malformed(
  name: string,
  requirement: string,
  expected: string,
  code: number,
  body: string | object,
): Check<TestedEndpoint> {
  return {
    name,
    requirements: [requirement],
    level: "MUST",
    expected,
    binding,
    async run(endpoint) {
      const reply = await endpoint.post(typeof body === "string" ? body : JSON.stringify(body));
      return endpoint.error(reply)?.code === code ? undefined : endpoint.describe(reply);
    },
  };
}

function echo(name: string, expected: string, id: string | number): Check<TestedEndpoint> {
  return {
    name,
    requirements: ["R-139"],
    level: "MUST",
    expected,
    binding,
    run: async (endpoint) => idOf(await endpoint.ask("getTask", { id: NOBODY }, { id }), endpoint, id),
  };
}

function idOf(reply: Reply, endpoint: TestedEndpoint, id: string | number): Finding {
  if (!isJsonObject(reply.json)) return endpoint.describe(reply);
  return reply.json.id === id ? undefined : `id ${JSON.stringify(reply.json.id)}`;
}
