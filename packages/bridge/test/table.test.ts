import { isStreaming, type OperationName } from "@a2a/types";
import { type KnownVersion, versionBindings } from "@a2a/types/internal";
import { describe, expect, it } from "vitest";
import { allCodecs } from "../src/all.ts";
import { cardReaders } from "../src/cards.ts";
import { type OperationTable, operationNames, operationOfMethod, type VersionCodec } from "../src/index.ts";
import { matchRoute } from "../src/rest.ts";
import { v0_1 } from "../src/v0_1.ts";
import { v0_2 } from "../src/v0_2.ts";
import { v0_3 } from "../src/v0_3.ts";
import { v1_0 } from "../src/v1_0.ts";

// From the tables of the specifications: 1.0 section 5.3 and 11.3, 0.3 sections 3.5 and 7, 0.2 and 0.1 by their methods.
type Row = [method: string | undefined, routes: string[], aliases?: string[]];

const specified: Record<
  string,
  { codec: VersionCodec; table: OperationTable; rows: { [Name in OperationName]?: Row } }
> = {
  "1.0": {
    codec: v1_0,
    table: v1_0.operations,
    rows: {
      sendMessage: ["SendMessage", ["POST /message:send"]],
      sendStreamingMessage: ["SendStreamingMessage", ["POST /message:stream"]],
      getTask: ["GetTask", ["GET /tasks/{id}"]],
      listTasks: ["ListTasks", ["GET /tasks"], ["POST /tasks/list"]],
      cancelTask: ["CancelTask", ["POST /tasks/{id}:cancel"]],
      subscribeToTask: ["SubscribeToTask", ["POST /tasks/{id}:subscribe", "GET /tasks/{id}:subscribe"]],
      createTaskPushNotificationConfig: [
        "CreateTaskPushNotificationConfig",
        ["POST /tasks/{taskId}/pushNotificationConfigs"],
        ["SetTaskPushNotificationConfig"],
      ],
      getTaskPushNotificationConfig: [
        "GetTaskPushNotificationConfig",
        ["GET /tasks/{taskId}/pushNotificationConfigs/{id}"],
      ],
      listTaskPushNotificationConfigs: [
        "ListTaskPushNotificationConfigs",
        ["GET /tasks/{taskId}/pushNotificationConfigs"],
        ["ListTaskPushNotificationConfig"],
      ],
      deleteTaskPushNotificationConfig: [
        "DeleteTaskPushNotificationConfig",
        ["DELETE /tasks/{taskId}/pushNotificationConfigs/{id}"],
      ],
      getExtendedAgentCard: ["GetExtendedAgentCard", ["GET /extendedAgentCard"]],
    },
  },
  "0.3": {
    codec: v0_3,
    table: v0_3.operations,
    rows: {
      sendMessage: ["message/send", []],
      sendStreamingMessage: ["message/stream", []],
      getTask: ["tasks/get", []],
      cancelTask: ["tasks/cancel", []],
      subscribeToTask: ["tasks/resubscribe", []],
      createTaskPushNotificationConfig: ["tasks/pushNotificationConfig/set", []],
      getTaskPushNotificationConfig: ["tasks/pushNotificationConfig/get", []],
      listTaskPushNotificationConfigs: ["tasks/pushNotificationConfig/list", []],
      deleteTaskPushNotificationConfig: ["tasks/pushNotificationConfig/delete", []],
      getExtendedAgentCard: ["agent/getAuthenticatedExtendedCard", [], ["agent/authenticatedExtendedCard"]],
    },
  },
  "0.3 over HTTP+JSON": {
    codec: v0_3,
    table: v0_3.restForms?.fallback ?? {},
    rows: {
      sendMessage: ["message/send", ["POST /v1/message:send"]],
      sendStreamingMessage: ["message/stream", ["POST /v1/message:stream"]],
      getTask: ["tasks/get", ["GET /v1/tasks/{id}"]],
      listTasks: [undefined, ["GET /v1/tasks"]],
      cancelTask: ["tasks/cancel", ["POST /v1/tasks/{id}:cancel"]],
      subscribeToTask: ["tasks/resubscribe", ["POST /v1/tasks/{id}:subscribe", "GET /v1/tasks/{id}:subscribe"]],
      createTaskPushNotificationConfig: [
        "tasks/pushNotificationConfig/set",
        ["POST /v1/tasks/{id}/pushNotificationConfigs"],
        ["POST /v1/task/{id}/pushNotificationConfigs"],
      ],
      getTaskPushNotificationConfig: [
        "tasks/pushNotificationConfig/get",
        ["GET /v1/tasks/{id}/pushNotificationConfigs/{pushNotificationConfigId}"],
      ],
      listTaskPushNotificationConfigs: [
        "tasks/pushNotificationConfig/list",
        ["GET /v1/tasks/{id}/pushNotificationConfigs"],
      ],
      deleteTaskPushNotificationConfig: [
        "tasks/pushNotificationConfig/delete",
        ["DELETE /v1/tasks/{id}/pushNotificationConfigs/{pushNotificationConfigId}"],
      ],
      getExtendedAgentCard: [
        "agent/getAuthenticatedExtendedCard",
        ["GET /v1/card"],
        ["agent/authenticatedExtendedCard"],
      ],
    },
  },
  "0.2": {
    codec: v0_2,
    table: v0_2.operations,
    rows: {
      sendMessage: ["message/send", []],
      sendStreamingMessage: ["message/stream", []],
      getTask: ["tasks/get", []],
      cancelTask: ["tasks/cancel", []],
      subscribeToTask: ["tasks/resubscribe", []],
      createTaskPushNotificationConfig: ["tasks/pushNotificationConfig/set", []],
      getTaskPushNotificationConfig: ["tasks/pushNotificationConfig/get", []],
      listTaskPushNotificationConfigs: ["tasks/pushNotificationConfig/list", []],
      deleteTaskPushNotificationConfig: ["tasks/pushNotificationConfig/delete", []],
      getExtendedAgentCard: [undefined, ["GET /agent/authenticatedExtendedCard"]],
    },
  },
  "0.1": {
    codec: v0_1,
    table: v0_1.operations,
    rows: {
      sendMessage: ["tasks/send", []],
      sendStreamingMessage: ["tasks/sendSubscribe", []],
      getTask: ["tasks/get", []],
      cancelTask: ["tasks/cancel", []],
      subscribeToTask: ["tasks/resubscribe", []],
      createTaskPushNotificationConfig: ["tasks/pushNotification/set", []],
      getTaskPushNotificationConfig: ["tasks/pushNotification/get", []],
    },
  },
};

describe.each(Object.entries(specified))("R-128, R-142, R-160 the table of %s", (_, { codec, table, rows }) => {
  it("has the methods and routes of the specification, and no others", () => {
    const actual = operationNames(table).flatMap((name) => {
      const { rpcMethod, rpcAliases = [], routes = [], clientOnly } = table[name] ?? {};
      if (clientOnly) return [];
      const written = (alias: boolean) =>
        routes.filter((route) => (route.alias === true) === alias).map(({ method, path }) => `${method} ${path}`);
      const aliases = [...rpcAliases, ...written(true)];
      const row: Row = aliases.length > 0 ? [rpcMethod, written(false), aliases] : [rpcMethod, written(false)];
      return [[name, row]];
    });
    expect(Object.fromEntries(actual)).toStrictEqual(rows);
  });

  it.each(Object.entries(rows))("finds %s by its method and by its routes", (name, [method, routes]) => {
    if (method !== undefined) expect(operationOfMethod(table, method, true)).toBe(name);
    for (const written of routes) {
      const [verb = "", path = ""] = written.split(" ");
      expect(matchRoute(table, verb, path.replace(/\{\w+\}/g, "x"), true)).toMatchObject({ operation: name });
    }
  });

  it("has the right kind of response for each operation", () => {
    for (const name of operationNames(table)) {
      expect(table[name]).toHaveProperty(isStreaming(name) ? "decoder" : "decodeOutput");
    }
  });

  it("belongs to a codec with matching metadata", () => {
    const { version, versionHeader, extensionsHeader, defaultHistoryLength, clientTaskIds, push } = codec;
    const said = { versionHeader, extensionsHeader, defaultHistoryLength, clientTaskIds, type: push.contentType };
    const none = { versionHeader: undefined, defaultHistoryLength: undefined, clientTaskIds: undefined };
    const json = "application/json";
    expect(said).toStrictEqual(
      {
        "1.0": {
          ...none,
          versionHeader: "A2A-Version",
          extensionsHeader: "A2A-Extensions",
          type: "application/a2a+json",
        },
        "0.3": { ...none, extensionsHeader: "X-A2A-Extensions", type: json },
        "0.2": { ...none, extensionsHeader: "X-A2A-Extensions", type: json },
        "0.1": { ...none, extensionsHeader: undefined, defaultHistoryLength: 0, clientTaskIds: true, type: json },
      }[version as KnownVersion],
    );
  });
});

describe("operations that 0.1 lacks", () => {
  it("can still be called by a client", () => {
    const { listTaskPushNotificationConfigs: list, deleteTaskPushNotificationConfig: remove } = v0_1.operations;
    expect(list).toMatchObject({ rpcMethod: "tasks/pushNotification/get", clientOnly: true });
    expect(list?.decodeOutput({ id: "t", pushNotificationConfig: null })).toStrictEqual({ configs: [] });
    expect(list?.decodeOutput(list.encodeOutput({ configs: [] }))).toStrictEqual({ configs: [] });
    expect(list?.decodeOutput({ id: "t", pushNotificationConfig: { url: "u" } })).toStrictEqual({
      configs: [{ taskId: "t", id: "t", url: "u" }],
    });
    expect(remove?.encodeInput({ taskId: "t", id: "t" })).toStrictEqual({ id: "t", pushNotificationConfig: null });
    expect(operationOfMethod(v0_1.operations, "tasks/pushNotification/set")).toBe("createTaskPushNotificationConfig");
  });
});

describe("inherited property names", () => {
  it.each(["toString", "constructor", "__proto__", "hasOwnProperty"])("%s is not a method", (name) => {
    for (const { operations } of [v1_0, v0_3, v0_2, v0_1]) expect(operationOfMethod(operations, name)).toBeUndefined();
  });
});

describe("the bindings of a version", () => {
  const codecs = allCodecs.map((codec) => [codec.version, codec] as const);
  it.each(codecs)("of %s are consistent", (version, { bindings }) => {
    expect(bindings).toStrictEqual(versionBindings[version as KnownVersion]);
    expect(cardReaders.find((reader) => reader.version === version)?.bindings).toStrictEqual(bindings);
  });
});
