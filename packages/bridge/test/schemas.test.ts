import { explain, MISFIT, type Schema } from "@a2a/types/internal/schema";
import * as model from "@a2a/types/schemas";
import * as arbitrary from "@a2a/types/testing";
import * as wire0_1 from "@a2a/types/v0_1";
import * as wire0_3 from "@a2a/types/v0_3";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mutated } from "./arbitraries/mutated.ts";

/** The fast check and the explanation agree: a value either fits, and has every member of the schema and no other, or there is a reason. */
function agree(schema: Schema, value: unknown): void {
  const found = schema.fit(value);
  const issues = explain(schema, value);
  expect({ value, fits: found !== MISFIT }).toEqual({ value, fits: issues.length === 0 });
  if (found !== MISFIT) expect(schema.fit(found)).toBe(found);
}

const schemas: [string, Schema, fc.Arbitrary<unknown>][] = [
  ["a 1.0 request", model.SendMessageRequestSchema, arbitrary.sendMessageRequest],
  ["a 1.0 task", model.TaskSchema, arbitrary.task],
  ["a 1.0 event", model.StreamResponseSchema, arbitrary.streamResponse],
  ["a 1.0 card", model.AgentCardSchema, arbitrary.agentCard],
  ["a 1.0 page of tasks", model.ListTasksResponseSchema, arbitrary.listTasksResponse],
  ["a 1.0 query", model.ListTasksRequestSchema, arbitrary.listTasksRequest],
  ["a 0.3 request", wire0_3.MessageSendParamsSchema, arbitrary.v0_3.messageSendParams],
  ["a 0.3 event", wire0_3.StreamEventSchema, arbitrary.v0_3.streamEvent],
  ["a 0.3 card", wire0_3.AgentCardSchema, arbitrary.v0_3.agentCard],
  ["a 0.1 request", wire0_1.TaskSendParamsSchema, arbitrary.v0_1.taskSendParams],
  ["a 0.1 task", wire0_1.TaskSchema, arbitrary.v0_1.task],
  ["a 0.1 webhook", wire0_1.TaskPushNotificationConfigSchema, arbitrary.v0_1.taskPushConfig],
];

describe("checking and explaining agree", () => {
  it.each(schemas)("on %s", (_, schema, values) => {
    fc.assert(
      fc.property(values, (value) => agree(schema, value)),
      { numRuns: 60 },
    );
  });

  it.each(schemas)("on mutations of %s", (_, schema, values) => {
    fc.assert(
      fc.property(mutated(values), (value) => agree(schema, value)),
      { numRuns: 200 },
    );
  });

  it.each(schemas)("on arbitrary values instead of %s", (_, schema) => {
    fc.assert(
      fc.property(arbitrary.jsonValue, (value) => agree(schema, value)),
      { numRuns: 50 },
    );
  });
});

describe("fit", () => {
  it("returns an unchanged value as is, and copies a changed one", () => {
    const task = { id: "t", status: { state: "TASK_STATE_WORKING" }, history: [], metadata: { a: { b: 1 } } };
    expect(model.TaskSchema.fit(task)).toBe(task);
    const more = { ...task, unknown: 1 };
    expect(model.TaskSchema.fit(more)).toStrictEqual(task);
    expect(more).toHaveProperty("unknown");
  });
});
