import { isA2AError } from "@a2a/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { route } from "../codec/operation-table.ts";
import { v0_3 } from "../versions/v0_3.ts";
import { v1_0 } from "../versions/v1_0.ts";
import { fillPath, matchRoute, readQuery, writeQuery } from "./rest-routes.ts";

const match = (method: string, path: string, strict?: boolean) => {
  const found = matchRoute(v1_0.operations, method, path, strict);
  return typeof found === "object" ? { [found.operation]: found.values } : found;
};

describe("R-142 routes", () => {
  it.each([
    ["GET", "/tasks/t-1", { getTask: { id: "t-1" } }],
    ["GET", "/tasks", { listTasks: {} }],
    ["POST", "/tasks/t-1:cancel", { cancelTask: { id: "t-1" } }],
    ["POST", "/tasks/t-1:subscribe", { subscribeToTask: { id: "t-1" } }],
    ["GET", "/tasks/t-1:subscribe", { subscribeToTask: { id: "t-1" } }],
    [
      "DELETE",
      "/tasks/t-1/pushNotificationConfigs/c",
      { deleteTaskPushNotificationConfig: { taskId: "t-1", id: "c" } },
    ],
  ])("%s %s", (method, path, expected) => {
    expect(match(method, path)).toStrictEqual(expected);
  });

  it.each([
    ["GET", "/tasks/job:17", { getTask: { id: "job:17" } }],
    ["GET", "/tasks/job%3A17", { getTask: { id: "job:17" } }],
    ["GET", "/tasks/job%3Acancel", { getTask: { id: "job:cancel" } }],
    ["POST", "/tasks/a:b:cancel", { cancelTask: { id: "a:b" } }],
    ["POST", "/tasks/a:cancel:cancel", { cancelTask: { id: "a:cancel" } }],
    ["GET", "/tasks/x:cancelled", { getTask: { id: "x:cancelled" } }],
    ["GET", "/tasks/x:cancel/pushNotificationConfigs", { listTaskPushNotificationConfigs: { taskId: "x:cancel" } }],
    [
      "GET",
      "/tasks/t/pushNotificationConfigs/c:cancel",
      { getTaskPushNotificationConfig: { taskId: "t", id: "c:cancel" } },
    ],
    ["GET", "/tasks/a%2Fb", { getTask: { id: "a/b" } }],
    ["GET", "/tasks/%E6%BC%A2", { getTask: { id: "漢" } }],
    ["GET", "/tasks/__proto__", { getTask: { id: "__proto__" } }],
  ])("accept ids with colons and percent-encoding: %s %s", (method, path, expected) => {
    expect(match(method, path)).toStrictEqual(expected);
  });

  it.each([
    ["GET", "/north/tasks/t-1", { getTask: { tenant: "north", id: "t-1" } }],
    ["POST", "/north/message:send", { sendMessage: { tenant: "north" } }],
    ["GET", "/north/tasks", { listTasks: { tenant: "north" } }],
    ["GET", "/north%20sea/extendedAgentCard", { getExtendedAgentCard: { tenant: "north sea" } }],
    ["POST", "/v1/message:send", { sendMessage: { tenant: "v1" } }],
    ["POST", "/n/tasks/t:cancel", { cancelTask: { tenant: "n", id: "t" } }],
  ])("R-206, R-207 exist below a tenant: %s %s", (method, path, expected) => {
    expect(match(method, path)).toStrictEqual(expected);
  });

  it.each([
    ["POST", "/tasks/message:send"], // `tasks` is no tenant: plain routes win
    ["GET", "/message:send"],
    ["DELETE", "/tasks/t-1"],
    ["GET", "/tasks/t-1:cancel"],
    ["PUT", "/north/tasks/t-1"],
    ["POST", "/extendedAgentCard"],
  ])("reject a wrong method: %s %s is 405", (method, path) => {
    expect(match(method, path)).toBe(405);
  });

  it.each([
    "",
    "/",
    "tasks/t-1",
    "//tasks/t-1",
    "/tasks/",
    "/tasks//pushNotificationConfigs",
    "/tasks/:cancel",
    "/tasks/t-1/",
    "/tasks/%E0%A4%A",
    "/%E0%A4%A/tasks",
    "/a/b/tasks/t",
    "/Tasks/t",
    "/nothing",
    "/constructor",
  ])("do not include %j", (path) => {
    expect(match("GET", path)).toBeUndefined();
  });

  it("R-242 include one of a draft unless strict", () => {
    expect(match("POST", "/tasks/list")).toStrictEqual({ listTasks: {} });
    expect(match("POST", "/tasks/list", true)).toBe(405);
  });

  it("of 0.3 begin with /v1 and have no tenants", () => {
    const table = v0_3.restForms?.fallback ?? {};
    expect(matchRoute(table, "GET", "/v1/tasks/t")).toMatchObject({ operation: "getTask" });
    expect(matchRoute(table, "GET", "/tasks/t")).toBeUndefined();
    expect(matchRoute(table, "GET", "/north/v1/tasks/t")).toBeUndefined();
    expect(matchRoute(table, "GET", "/v1/tasks")).toMatchObject({ operation: "listTasks" });
    const create = "createTaskPushNotificationConfig";
    expect(matchRoute(table, "POST", "/v1/task/t/pushNotificationConfigs")).toMatchObject({ operation: create });
    expect(matchRoute(table, "POST", "/v1/task/t/pushNotificationConfigs", true)).toBeUndefined();
  });

  it("R-146 round-trip any ids", () => {
    const cancel = route("POST", "/tasks/{id}:cancel");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), fc.string({ minLength: 1 }), (id, other) => {
        fc.pre(![".", ".."].includes(id));
        const { path, rest } = fillPath(cancel, { id, other });
        expect(rest).toStrictEqual({ other });
        expect(match("POST", path)).toStrictEqual({ cancelTask: { id } });
      }),
    );
    expect(fillPath(cancel, { id: "\ud800" }).path).toBe("/tasks/%EF%BF%BD:cancel");
  });
});

describe("R-145, R-147 queries", () => {
  const list = v1_0.operations.listTasks?.routes?.[0] ?? route("GET", "/");

  it("contain strings, numbers, booleans and enums", () => {
    const query =
      "contextId=c%201&status=TASK_STATE_WORKING&pageSize=5&history_length=0&includeArtifacts=true&tenant=n&unknown=1";
    expect(readQuery(list, query)).toStrictEqual({
      contextId: "c 1",
      status: "TASK_STATE_WORKING",
      pageSize: 5,
      historyLength: 0,
      includeArtifacts: true,
      tenant: "n",
    });
  });

  it("accept an enum number and an unencoded plus sign", () => {
    expect(readQuery(list, "status=2&statusTimestampAfter=2026-03-01T09:15:00+02:00")).toStrictEqual({
      status: 2,
      statusTimestampAfter: "2026-03-01T09:15:00+02:00",
    });
  });

  it("R-242 are read literally when strict", () => {
    const query = "statusTimestampAfter=2026-03-01T09:15:00+02:00";
    expect(readQuery(list, query, true)).toStrictEqual({ statusTimestampAfter: "2026-03-01T09:15:00 02:00" });
  });

  it.each([
    ["pageSize=many", "pageSize"],
    ["pageSize=", "pageSize"],
    ["pageSize=1.5", "pageSize"],
    ["pageSize=99999999999", "pageSize"],
    ["includeArtifacts=yes", "includeArtifacts"],
    ["includeArtifacts=TRUE", "includeArtifacts"],
    ["include_artifacts=", "includeArtifacts"],
  ])("are rejected with the name of the invalid parameter: %s", (query, field) => {
    try {
      readQuery(list, query);
      expect.unreachable();
    } catch (error) {
      if (!isA2AError(error, "INVALID_PARAMS")) throw error;
      expect(error.violations[0]?.field).toBe(field);
    }
  });

  it("ignore inherited property names", () => {
    expect(readQuery(list, "toString=1&__proto__=2&constructor=3")).toStrictEqual({});
  });

  it("R-146 round-trip", () => {
    const input = { contextId: "a&b=c d+e", pageSize: 3, includeArtifacts: false, tenant: "n/s", other: "x" };
    const query = writeQuery(list, input);
    expect(readQuery(list, query.slice(1))).toStrictEqual({
      contextId: "a&b=c d+e",
      pageSize: 3,
      includeArtifacts: false,
      tenant: "n/s",
    });
    expect(writeQuery(list, { other: 1, pageSize: null })).toBe("");
  });
});
