import { describe, expect, expectTypeOf, it } from "vitest";
import { MISFIT } from "./compile.ts";
import { toJsonSchema } from "./json-schema.ts";
import * as s from "./older-shapes.ts";
import type { Infer, Schema } from "./schema.ts";

/** Pairs of a value and what comes out: the value as the schema has it, or the reasons why it does not fit. */
const kinds: [string, Schema, [unknown, unknown][]][] = [
  [
    "a text",
    s.string(),
    [
      ["x", "x"],
      [1, "expected string, received number"],
      [undefined, "expected string, received undefined"],
    ],
  ],
  [
    "a text under a condition",
    s.string({ accepts: (text) => text.length > 1, expected: "expected two characters" }),
    [
      ["ab", "ab"],
      ["a", "expected two characters"],
      [null, "expected string, received null"],
    ],
  ],
  [
    "a flag",
    s.boolean(),
    [
      [false, false],
      ["false", "expected boolean, received string"],
    ],
  ],
  [
    "an integer",
    s.integer({ min: 1, max: 5 }),
    [
      [5, 5],
      [6, "expected 1 to 5"],
      [0, "expected 1 to 5"],
      [1.5, "expected an integer"],
      [Number.NaN, "expected number, received NaN"],
    ],
  ],
  [
    "a choice",
    s.choice(["a", "b"]),
    [
      ["b", "b"],
      ["c", 'expected one of "a"|"b"'],
      [["a"], 'expected one of "a"|"b"'],
    ],
  ],
  [
    "one text",
    s.literal("a"),
    [
      ["a", "a"],
      ["b", 'expected "a"'],
    ],
  ],
  [
    "a value or null",
    s.nullable(s.string()),
    [
      [null, null],
      ["x", "x"],
      [1, "expected string, received number"],
    ],
  ],
  [
    "a list with at least one element",
    s.array(s.string(), { min: 1, expected: "expected one" }),
    [
      [["x"], ["x"]],
      [[], "expected one"],
      ["x", "expected array, received string"],
      [[1], "0: expected string, received number"],
    ],
  ],
  [
    "a map",
    s.record(s.integer()),
    [
      [{ a: 1 }, { a: 1 }],
      [{ a: "x" }, "a: expected number, received string"],
      [[], "expected object, received array"],
    ],
  ],
  [
    "an object",
    s.object({ a: s.string(), b: s.optional(s.string()) }),
    [
      [{ a: "x", c: 1 }, { a: "x" }],
      [{ b: "x" }, "a: expected string, received undefined"],
      [{ a: "x", b: undefined }, "b: expected string, received undefined"],
      [{ a: 1, b: null }, "a: expected string, received number; b: expected string, received null"],
      [null, "expected object, received null"],
    ],
  ],
  [
    "an object with other members",
    s.withOthers(s.object({ a: s.string() }), s.integer()),
    [
      [
        { a: "x", b: 1 },
        { a: "x", b: 1 },
      ],
      [{ a: "x", b: "y" }, "b: expected number, received string"],
      [JSON.parse('{"a":"x","__proto__":{}}'), { a: "x" }],
    ],
  ],
  [
    "defaults",
    s.object({
      a: s.withDefault(s.string(), "x"),
      b: s.withDefault(s.object({ c: s.withDefault(s.array(s.string()), () => []) }), {}),
    }),
    [
      [{}, { a: "x", b: { c: [] } }],
      [
        { a: "y", b: { c: ["z"] } },
        { a: "y", b: { c: ["z"] } },
      ],
      [{ a: 1 }, "a: expected string, received number"],
    ],
  ],
  [
    "a union",
    s.union("kind", [s.object({ kind: s.literal("a"), n: s.integer() }), s.object({ kind: s.choice(["b", "c"]) })]),
    [
      [{ kind: "c" }, { kind: "c" }],
      [{ kind: "a" }, "n: expected number, received undefined"],
      [{ kind: "d" }, 'kind: expected one of "a"|"b"|"c"'],
      [{}, 'kind: expected one of "a"|"b"|"c"'],
      ["a", "expected object, received string"],
    ],
  ],
  [
    "anything a function accepts",
    s.custom((value) => value === 1, "expected one"),
    [
      [1, 1],
      [2, "expected one"],
    ],
  ],
];

describe("a schema of", () => {
  it.each(kinds)("%s returns what fits, and says what is wrong with what does not", (_, schema, values) => {
    for (const [value, outcome] of values) {
      const read = schema.safeParse(value);
      expect(read.success ? read.data : read.error.message).toStrictEqual(outcome);
      expect(schema.fit(value) === MISFIT).toBe(!read.success);
      expect(schema["~standard"].validate(value)).toStrictEqual(
        read.success ? { value: read.data } : { issues: read.error.issues },
      );
    }
  });
});

it("an object without some members, or with further ones, is another schema", () => {
  const point = s.object({ x: s.integer(), y: s.optional(s.integer()) });
  const named = s.extend(s.omit(point, "x"), { name: s.string(), y: s.string() });
  expect(named.parse({ name: "n", y: "1", x: 1 })).toStrictEqual({ name: "n", y: "1" });
  expect(point.parse({ x: 1, y: 2 })).toStrictEqual({ x: 1, y: 2 });
  expect(() => named.parse({ y: 1 })).toThrow(
    "y: expected string, received number; name: expected string, received undefined",
  );
  expectTypeOf<Infer<typeof point>>().toEqualTypeOf<{ x: number; y?: number }>();
  expectTypeOf<Infer<typeof named>>().toEqualTypeOf<{ name: string; y: string }>();
});

it("is written as JSON Schema", () => {
  const schema = s.object({
    kind: s.literal("a"),
    count: s.optional(s.integer({ min: 0, max: 9 })),
    names: s.array(s.nullable(s.choice(["x", "y"])), { min: 1, expected: "expected a name" }),
    more: s.withDefault(s.record(s.boolean()), {}),
  });
  expect(toJsonSchema(schema)).toStrictEqual({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      kind: { type: "string", const: "a" },
      count: { type: "integer", minimum: 0, maximum: 9 },
      names: { type: "array", items: { anyOf: [{ type: "string", enum: ["x", "y"] }, { type: "null" }] }, minItems: 1 },
      more: { type: "object", additionalProperties: { type: "boolean" }, default: {} },
    },
    required: ["kind", "names"],
  });
});

it("checks every member once, however deep a change is", () => {
  let checks = 0;
  const counted = s.custom<string>(() => ++checks > 0, "expected anything");
  let schema: Schema = s.object({ counted });
  let value: unknown = { counted: "x", unknown: true };
  let expected: unknown = { counted: "x" };
  for (let depth = 0; depth < 10; depth++) {
    schema = s.object({ inner: schema });
    value = { inner: value };
    expected = { inner: expected };
  }
  expect(schema.fit(value)).toEqual(expected);
  expect(checks).toBe(1);
});
