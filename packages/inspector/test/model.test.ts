import type { StreamResponse } from "@a2a/types";
import { expect, it } from "vitest";
import { Model } from "../page/state/model.ts";
import { type TaskLog, taskAt } from "../page/state/task-log.ts";
import { toCommand, toCurl } from "../page/wire/commands.ts";

const ids = { taskId: "t", contextId: "c" };
const task: StreamResponse = { task: { id: "t", contextId: "c", status: { state: "TASK_STATE_SUBMITTED" } } };
const status = (state: "TASK_STATE_WORKING" | "TASK_STATE_COMPLETED"): StreamResponse => ({
  statusUpdate: { ...ids, status: { state } },
});
const chunk = (text: string, append: boolean): StreamResponse => ({
  artifactUpdate: { ...ids, artifact: { artifactId: "a", parts: [{ text }] }, append },
});

/** The log that events fold to, each with its number in the log of the agent. */
function logOf(events: readonly (readonly [string, StreamResponse])[]): TaskLog {
  const model = new Model();
  for (const [index, [id, event]] of events.entries()) {
    model.apply({ n: index + 1, at: index, event: { connection: 1, call: 2, version: "1.0", event, id } });
  }
  return model.logs.get("1/t") as TaskLog; // the task of all events
}

const problems = (log: TaskLog) => log.rows.map(({ problem }) => problem);

it("finds nothing wrong with a log in order, and folds it up to any event", () => {
  const log = logOf([
    ["1", task],
    ["2", status("TASK_STATE_WORKING")],
    ["3", chunk("one ", false)],
    ["4", chunk("two", true)],
    ["6", status("TASK_STATE_COMPLETED")],
  ]);
  expect(problems(log).every((problem) => problem === undefined)).toBe(true);
  expect(taskAt(log.rows, 2)?.artifacts?.[0]?.parts).toEqual([{ text: "one " }]);
  expect(taskAt(log.rows, 1)?.artifacts).toBeUndefined();
  expect(log.task?.status.state).toBe("TASK_STATE_COMPLETED");
});

it("tells of numbers out of order, events after the end, and chunks of artifacts that do not exist", () => {
  const late = logOf([
    ["1", task],
    ["3", status("TASK_STATE_COMPLETED")],
    ["4", chunk("late", false)],
    ["5", status("TASK_STATE_WORKING")],
  ]);
  expect(problems(late).slice(2)).toEqual(["the task was completed already", "completed cannot become working"]);
  const wrong = logOf([
    ["1", task],
    ["5", chunk("x", true)],
    ["4", status("TASK_STATE_WORKING")],
  ]);
  expect(problems(wrong).slice(1)).toEqual([
    'appends to artifact "a", which does not exist',
    "event 4 came after event 5",
  ]);
});

it("ignores entries that it knows already, as after a reconnect", () => {
  const model = new Model();
  const entry = { n: 1, at: 0, event: { connection: 1, call: 2, version: "1.0" as const, event: task } };
  model.apply(entry);
  model.apply(entry);
  expect(model.logs.get("1/t")?.rows).toHaveLength(1);
});

it("quotes what an agent controls, so that a copied command is one command", () => {
  const exchange = {
    n: 1,
    cause: undefined,
    size: 0,
    exchange: 1,
    connection: 1,
    at: 0,
    method: "POST",
    url: "http://127.0.0.1:1/a2a",
    requestHeaders: { Accept: "application/json" },
    requestBody: JSON.stringify({ method: "GetTask", params: { id: "x'; rm -rf ~\n#" } }),
    isCut: false,
    body: [],
  };
  const connected = {
    connection: 1,
    address: "http://127.0.0.1:1",
    version: "1.0" as const,
    binding: "JSONRPC",
    url: "",
    notes: [],
    offers: [],
    document: undefined,
  };
  const card = {
    name: "",
    description: "",
    version: "",
    supportedInterfaces: [],
    capabilities: {},
    defaultInputModes: [],
    defaultOutputModes: [],
    skills: [],
  };
  expect(toCommand(exchange, { ...connected, card })).toBe(
    "a2a task get $'x\\'; rm -rf ~\\x0a#' --agent-card http://127.0.0.1:1 --a2a-version 1.0",
  );
  expect(toCurl(exchange)).toContain('--data-raw \'{"method":"GetTask","params":{"id":"x\'\\\'\'; rm -rf ~\\n#"}}\'');
  const url = "http://127.0.0.1:50051/lf.a2a.v1.A2AService/GetTask";
  expect(toCurl({ ...exchange, url, requestHeaders: {}, requestBody: '{"id":"x"}', requestBytes: 3 })).toBe(
    `grpcurl -plaintext -d '{"id":"x"}' 127.0.0.1:50051 lf.a2a.v1.A2AService/GetTask`,
  );
});
