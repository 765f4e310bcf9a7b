import { isJsonObject, type JsonValue } from "@a2a/types";
import * as model from "@a2a/types/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { v0_3 } from "../src/v0_3.ts";
import { v1_0 } from "../src/v1_0.ts";

/** A document as ProtoJSON writers print it: without empty texts, lists, maps and flags. Content that authors chose stays as it is. */
function omitted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(omitted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
      if (CONTENT.has(name)) return [[name, member]];
      // Values that are not read as they are get timestamps in milliseconds.
      if (name === "timestamp") return [[name, new Date(String(member)).toISOString()]];
      const kept = omitted(member);
      return isEmpty(kept) && !MESSAGES.has(name) ? [] : [[name, kept]];
    }),
  );
}

/** Members of a `oneof`, and JSON of the author's own: these have presence, so that empty ones are written. */
const CONTENT = new Set(["text", "raw", "url", "data", "metadata", "params", "header", "value"]);
/** Members that are messages: an empty one is written. */
const MESSAGES = new Set([
  "capabilities",
  "status",
  "task",
  "message",
  "statusUpdate",
  "artifactUpdate",
  "artifact",
  "provider",
  "mtlsSecurityScheme",
  "implicit",
  "password",
]);

function isEmpty(value: JsonValue): boolean {
  return (
    value === "" || value === false || value === 0 || (Array.isArray(value) ? value.length === 0 : isEmptyObject(value))
  );
}

function isEmptyObject(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

const { operations } = v1_0;
const outputs: [name: string, values: fc.Arbitrary<unknown>, decode: (wire: JsonValue) => unknown][] = [
  ["a card", model.agentCard, (wire) => v1_0.card.decode(wire)],
  ["a task", model.task, (wire) => operations.getTask?.decodeOutput(wire, {})],
  ["a response to a message", model.sendMessageResponse, (wire) => operations.sendMessage?.decodeOutput(wire, {})],
  ["a page of tasks", model.listTasksResponse, (wire) => operations.listTasks?.decodeOutput(wire, {})],
  [
    "a list of webhooks",
    model.listTaskPushNotificationConfigsResponse,
    (wire) => operations.listTaskPushNotificationConfigs?.decodeOutput(wire, {}),
  ],
  ["a webhook", model.pushConfig, (wire) => operations.createTaskPushNotificationConfig?.decodeOutput(wire, {})],
];

describe("1.0 as ProtoJSON writes it, without default values", () => {
  it.each(outputs)("reads %s", (_, values, decode) => {
    fc.assert(
      fc.property(values, (value) => {
        const wire = omitted(value as JsonValue);
        expect(omitted(decode(wire) as JsonValue)).toEqual(withModes(wire));
      }),
      { numRuns: 300 },
    );
  });

  /** A card without modes takes text. */
  function withModes(wire: JsonValue): JsonValue {
    if (!isJsonObject(wire) || !("supportedInterfaces" in wire)) return wire;
    return { defaultInputModes: ["text/plain"], defaultOutputModes: ["text/plain"], ...wire };
  }

  it("reads messages and artifacts without parts", () => {
    const wire = {
      id: "t",
      contextId: "c",
      status: { state: "TASK_STATE_WORKING", message: { messageId: "m", role: "ROLE_AGENT" } },
      artifacts: [{ artifactId: "a" }],
    };
    expect(operations.getTask?.decodeOutput(wire, {})).toMatchObject({
      status: { message: { parts: [] } },
      artifacts: [{ artifactId: "a", parts: [] }],
    });
  });
});

const flows = { clientCredentials: { tokenUrl: "https://login.example/token" } };

it("reads a card of the official Python SDK, with a requirement that needs nothing", () => {
  const card = v1_0.card.decode({
    name: "Echo",
    supportedInterfaces: [{ url: "https://agent.example", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    securityRequirements: [{}],
    securitySchemes: { oauth: { oauth2SecurityScheme: { flows } } },
    skills: [{ id: "echo", name: "Echo" }],
    provider: { organization: "Example" },
  });
  expect(card).toMatchObject({
    securityRequirements: [{ schemes: {} }],
    securitySchemes: { oauth: { oauth2SecurityScheme: { flows: { clientCredentials: { scopes: {} } } } } },
    skills: [{ id: "echo", name: "Echo", description: "", tags: [] }],
    provider: { organization: "Example", url: "" },
  });
});

it("reads a card of 0.3 without scopes, tags and descriptions", () => {
  const card = v0_3.card.decode({
    name: "Echo",
    url: "https://agent.example",
    protocolVersion: "0.3.0",
    security: [{}],
    securitySchemes: { oauth: { type: "oauth2", flows } },
    skills: [{ id: "echo", name: "Echo" }],
    provider: { organization: "Example" },
  });
  expect(card).toMatchObject({
    securitySchemes: { oauth: { oauth2SecurityScheme: { flows: { clientCredentials: { scopes: {} } } } } },
    skills: [{ id: "echo", name: "Echo", description: "", tags: [] }],
  });
});

describe.each([
  ["1.0", v1_0.operations],
  ["0.3", v0_3.operations],
  ["0.3 over HTTP+JSON, tagged", v0_3.restForms?.choose({ message: { kind: "message" } })],
  ["0.3 over HTTP+JSON, protocol buffers", v0_3.restForms?.fallback],
])("a list of webhooks in %s", (_, table) => {
  it("is empty when it is null", () => {
    const page = table?.listTaskPushNotificationConfigs?.decodeOutput(null, {});
    expect(page?.configs ?? []).toEqual([]);
  });
});
