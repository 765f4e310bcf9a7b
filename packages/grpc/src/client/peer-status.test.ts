import { v1_0 } from "@a2a/bridge/v1_0";
import { A2AError } from "@a2a/types";
import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { expect, it } from "vitest";
import { toStatus } from "../errors/status.ts";
import { grpcService } from "../service/grpc-service.ts";
import { errorOf } from "./peer-status.ts";

function refusal(code: status, details = "no"): ServiceError {
  return Object.assign(new Error(details), { code, details, metadata: new Metadata() });
}

it("reads the name that a status of 0.3 begins with, and writes one", () => {
  const error = refusal(status.UNIMPLEMENTED, "TaskNotCancelableError: it has ended");
  expect(errorOf(error, 1_000, "cancelTask")).toMatchObject({ code: "TASK_NOT_CANCELABLE", message: "it has ended" });
  const missing = new A2AError("TASK_NOT_FOUND", "no task t");
  expect(toStatus(missing, {}, "/a2a.v1.A2AService/GetTask").details).toBe("TaskNotFoundError: no task t");
  expect(toStatus(missing, {}, "/lf.a2a.v1.A2AService/GetTask").details).toBe("no task t");
});

it("reads a refusal without details by the operation that was refused", () => {
  const precondition = refusal(status.FAILED_PRECONDITION);
  expect(errorOf(precondition, 1_000, "cancelTask")).toMatchObject({ code: "TASK_NOT_CANCELABLE" });
  expect(errorOf(precondition, 1_000, "subscribeToTask")).toMatchObject({ code: "UNSUPPORTED_OPERATION" });
  expect(errorOf(refusal(status.NOT_FOUND), 1_000, "cancelTask")).toMatchObject({ code: "TASK_NOT_FOUND" });
});

it("reads a page size of zero as one that was not set", () => {
  const list = grpcService(v1_0)?.methods.listTasks;
  expect(list?.fromRequest({ contextId: "c", pageSize: 0 })).toEqual({ contextId: "c" });
  expect(list?.fromRequest({ pageSize: 2 })).toEqual({ pageSize: 2 });
});
