import { isDeepStrictEqual } from "node:util";
import * as model from "@a2a/types/schemas";
import * as arbitrary from "@a2a/types/testing";
import * as wire0_1 from "@a2a/types/v0_1";
import * as wire0_3 from "@a2a/types/v0_3";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { mutated } from "../../test/arbitraries/mutated.ts";
import { compile, MISFIT } from "./fast-check.ts";

/** Both accept or reject, and on acceptance return the same value. */
function agree<T>(schema: z.core.$ZodType<T>, value: unknown): void {
  const fast = compile(schema)(value);
  const slow = z.safeParse(schema, value);
  if ((fast !== MISFIT) !== slow.success)
    expect({ value, accepted: fast !== MISFIT }).toEqual({ value, accepted: slow.success });
  if (slow.success && !isDeepStrictEqual(fast, slow.data)) expect(fast).toEqual(slow.data);
}

const schemas: [string, z.core.$ZodType, fc.Arbitrary<unknown>][] = [
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

describe("compile agrees with zod", () => {
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

  const kinds: [string, z.core.$ZodType, unknown[]][] = [
    [
      "defaults",
      z.object({ a: z.string().default("x"), b: z.exactOptional(z.string()) }),
      [{}, { a: "y" }, { a: 1 }, { b: undefined }],
    ],
    [
      "nested defaults",
      z.object({ a: z.object({ b: z.number().prefault(1) }).prefault({}) }),
      [{}, { a: {} }, { a: { b: 2 } }],
    ],
    [
      "members kept",
      z.object({ a: z.string() }).catchall(z.number()),
      [{ a: "x", b: 1 }, { a: "x", b: "y" }, JSON.parse('{"a":"x","__proto__":1}')],
    ],
    ["no other members", z.strictObject({ a: z.string() }), [{ a: "x" }, { a: "x", b: 1 }]],
    ["nothing or null", z.nullable(z.object({ a: z.string() })), [null, { a: "x" }, { a: null }, undefined]],
    ["optional members", z.object({ a: z.optional(z.string()) }), [{}, { a: undefined }, { a: "x" }, { a: null }]],
    [
      "changes on the way",
      z.object({ a: z.string().trim(), b: z.array(z.string().toUpperCase()) }),
      [
        { a: " x ", b: ["y"] },
        { a: "x", b: [1] },
      ],
    ],
    ["coercion", z.object({ a: z.coerce.string() }), [{ a: 1 }, {}]],
    [
      "formats",
      z.object({ a: z.email(), b: z.int().max(5) }),
      [
        { a: "a@b.example", b: 5 },
        { a: "a", b: 5 },
        { a: "a@b.example", b: 5.5 },
      ],
    ],
    ["literals", z.object({ a: z.literal(["x", 1, null]) }), [{ a: "x" }, { a: 1 }, { a: null }, { a: 2 }, {}]],
    [
      "unions without a tag",
      z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
      [{ a: "x" }, { b: "x" }, { a: 1 }, {}],
    ],
    [
      "tuples and records",
      z.object({ a: z.tuple([z.string()]), b: z.record(z.string(), z.number()) }),
      [
        { a: ["x"], b: { c: 1 } },
        { a: [], b: {} },
      ],
    ],
    ["checks", z.array(z.number()).min(1).max(2), [[], [1], [1, 2, 3], ["x"]]],
    ["pipes", z.string().pipe(z.string().min(2)), ["a", "ab", 1]],
  ];
  it.each(kinds)("on %s", (_, schema, values) => {
    for (const value of values) agree(schema, value);
  });
});

describe("compile", () => {
  it("returns an unchanged value as is, and copies a changed one", () => {
    const check = compile(model.TaskSchema);
    const task = { id: "t", status: { state: "TASK_STATE_WORKING" }, history: [], metadata: { a: { b: 1 } } };
    expect(check(task)).toBe(task);
    const more = { ...task, unknown: 1 };
    expect(check(more)).toStrictEqual(task);
    expect(more).toHaveProperty("unknown");
  });

  it("does not support asynchronous checks", () => {
    const schema = z.string().refine(async () => true);
    expect(compile(schema)("x")).toBe(MISFIT);
  });
});
