import { isDeepStrictEqual } from "node:util";
import type { OperationTable, UnarySpelling, VersionCodec } from "@a2a/bridge";
import { v0_3 } from "@a2a/bridge/v0_3";
import { v1_0 } from "@a2a/bridge/v1_0";
import {
  type AgentCard,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type OperationName,
  type StreamResponse,
} from "@a2a/types";
import * as model from "@a2a/types/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type GrpcMethod, type GrpcService, grpcService, messageCodec, v1_0Proto } from "../src/descriptor.ts";
import { canonical } from "./canonical.ts";

const RUNS = { numRuns: 200 };

describe("a message of 1.0 survives its binary form", () => {
  const messages: [string, fc.Arbitrary<object>][] = [
    ["Task", model.task],
    ["Message", model.message],
    ["Artifact", model.artifact],
    ["StreamResponse", model.streamResponse],
    ["SendMessageResponse", model.sendMessageResponse],
    ["SendMessageRequest", model.sendMessageRequest],
    ["GetTaskRequest", model.getTaskRequest],
    ["ListTasksRequest", model.listTasksRequest],
    ["ListTasksResponse", model.listTasksResponse],
    ["CancelTaskRequest", model.cancelTaskRequest],
    ["SubscribeToTaskRequest", model.subscribeToTaskRequest],
    ["TaskPushNotificationConfig", model.createTaskPushNotificationConfigRequest],
    ["GetTaskPushNotificationConfigRequest", model.getTaskPushNotificationConfigRequest],
    ["ListTaskPushNotificationConfigsRequest", model.listTaskPushNotificationConfigsRequest],
    ["ListTaskPushNotificationConfigsResponse", model.listTaskPushNotificationConfigsResponse],
    ["AgentCard", model.agentCard],
  ];
  it.each(messages)("%s", (name, values) => {
    const codec = messageCodec(v1_0Proto, name);
    fc.assert(
      fc.property(values, (y) => {
        const bytes = codec.encode(y as JsonObject);
        const decoded = codec.decode(bytes);
        same(decoded, canonical(y, name));
        expect(codec.encode(decoded).equals(bytes)).toBe(true);
      }),
      RUNS,
    );
  });
});

const services = [
  { version: "1.0", service: serviceOf(v1_0) },
  { version: "0.3", service: serviceOf(v0_3) },
];

/** R-239 through the binary form: what a version cannot express travels in metadata, and comes back. */
describe.each(services)("R-239 R-152 up(down(y)) = y through gRPC of $version", ({ version, service }) => {
  const isOlder = version === "0.3";

  function input(operation: OperationName, values: fc.Arbitrary<object>, type: string) {
    it(`${operation} request`, () => {
      const { row, method } = operationOf(service, operation);
      fc.assert(
        fc.property(values, (y) => {
          const wire = method.request.encode(method.toRequest(row.encodeInput(y as never) as JsonObject));
          const read = row.decodeInput(method.fromRequest(method.request.decode(wire)));
          same(canonical(read, type), canonical(y, type));
        }),
        RUNS,
      );
    });
  }

  function output(operation: OperationName, values: fc.Arbitrary<object>, type: string) {
    it(`${operation} response`, () => {
      const { row, method } = operationOf(service, operation);
      fc.assert(
        fc.property(values, (y) => {
          const wire = method.response.encode(row.encodeOutput(y as never));
          same(canonical(row.decodeOutput(method.response.decode(wire)), type), canonical(y, type));
        }),
        RUNS,
      );
    });
  }

  // 0.3 has no tenants and no metadata in requests about tasks, takes zero for an unlimited history, and its names have no slashes.
  const tasks = <T extends object>(values: fc.Arbitrary<T>) =>
    isOlder ? values.map((y) => ({ ...y, tenant: undefined, metadata: undefined })).filter(hasPlainIds) : values;
  const counted = <T extends { historyLength?: number }>(y: T): T => ({ ...y, historyLength: y.historyLength || 1 });

  input(
    "sendMessage",
    isOlder ? model.sendMessageRequest.map(withHistory) : model.sendMessageRequest,
    "SendMessageRequest",
  );
  input("getTask", tasks(isOlder ? model.getTaskRequest.map(counted) : model.getTaskRequest), "GetTaskRequest");
  input("cancelTask", tasks(model.cancelTaskRequest), "CancelTaskRequest");
  input("subscribeToTask", tasks(model.subscribeToTaskRequest), "SubscribeToTaskRequest");
  input(
    "getTaskPushNotificationConfig",
    tasks(model.getTaskPushNotificationConfigRequest),
    "GetTaskPushNotificationConfigRequest",
  );
  input(
    "listTaskPushNotificationConfigs",
    tasks(model.listTaskPushNotificationConfigsRequest),
    "ListTaskPushNotificationConfigsRequest",
  );
  output("sendMessage", model.sendMessageResponse, "SendMessageResponse");
  output("getTask", model.task, "Task");
  const cards = model.agentCard.map(withoutSignatures);
  output("getExtendedAgentCard", isOlder ? cards.map(withoutFalse) : cards, "AgentCard");
  if (!isOlder) {
    input("listTasks", model.listTasksRequest, "ListTasksRequest");
    input(
      "createTaskPushNotificationConfig",
      model.createTaskPushNotificationConfigRequest,
      "TaskPushNotificationConfig",
    );
    output("listTasks", model.listTasksResponse, "ListTasksResponse");
    output("getTaskPushNotificationConfig", model.pushConfig, "TaskPushNotificationConfig");
  }

  it("status and artifact events", () => {
    const method = methodOf(service, "sendStreamingMessage");
    const row = service.table.sendStreamingMessage;
    if (row === undefined) throw new Error("no streams");
    fc.assert(
      fc.property(fc.oneof(model.statusUpdate, model.artifactUpdate), (update) => {
        const event: StreamResponse = "status" in update ? { statusUpdate: update } : { artifactUpdate: update };
        const { taskId: id, contextId } = update;
        const start: StreamResponse = { task: { id, contextId, status: { state: "TASK_STATE_WORKING" } } };
        const encoder = row.encoder();
        const decoder = row.decoder({ contextId });
        const received = [start, event].map((each) =>
          encoder.push(each).flatMap((frame) => decoder.push(method.response.decode(method.response.encode(frame)))),
        );
        same(canonical(received[1]?.[0], "StreamResponse"), canonical(event, "StreamResponse"));
      }),
      RUNS,
    );
  });
});

function serviceOf(codec: VersionCodec): GrpcService {
  const service = grpcService(codec);
  if (service === undefined) throw new Error(`${codec.version} has no gRPC binding`);
  return service;
}

function methodOf({ methods }: GrpcService, operation: OperationName): GrpcMethod {
  const method = methods[operation];
  if (method === undefined) throw new Error(`no ${operation}`);
  return method;
}

function operationOf(service: GrpcService, operation: OperationName) {
  const row = service.table[operation as keyof OperationTable] as UnarySpelling<"getTask">;
  return { row, method: methodOf(service, operation) };
}

function hasPlainIds(request: object): boolean {
  const { id = "", taskId = "" } = request as { id?: string; taskId?: string };
  return !(id + taskId).includes("/");
}

/** In the messages of 0.3, a history of zero messages is a history without a limit. */
function withHistory<T extends { configuration?: { historyLength?: number } }>(request: T): T {
  const { configuration } = request;
  return configuration?.historyLength === 0
    ? { ...request, configuration: { ...configuration, historyLength: 1 } }
    : request;
}

function withoutSignatures<T extends { signatures?: unknown }>({ signatures: _, ...card }: T) {
  return card;
}

/** In the messages of 0.3, a capability that is false is one that is not stated. An extension without a URI says nothing. */
function withoutFalse<T extends { capabilities: AgentCard["capabilities"] }>(card: T): T {
  const { extensions, ...flags } = card.capabilities;
  const stated = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== false));
  return {
    ...card,
    capabilities: { ...stated, ...(extensions && { extensions: extensions.filter(({ uri }) => uri) }) },
  };
}

/** An equality assertion that is cheap on success and shows a diff on failure. */
function same(actual: JsonValue, expected: JsonValue): void {
  if (!isDeepStrictEqual(actual, expected)) expect(sorted(actual)).toEqual(sorted(expected));
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted()
      .map(([key, each]) => [key, sorted(each)]),
  );
}
