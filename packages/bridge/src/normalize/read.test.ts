import { type A2AError, isA2AError, type JsonValue } from "@a2a/types";
import * as s from "@a2a/types/internal/schema";
import { describe, expect, it } from "vitest";
import { lenientReader } from "./older-values.ts";
import { reader } from "./read.ts";

const schema = s.object({
  name: s.string(),
  kind: s.optional(s.choice(["a", "b"])),
  secret: s.optional(s.string()),
  list: s.optional(s.array(s.object({ n: s.integer() }))),
});

function refusal(read: () => unknown): A2AError {
  try {
    read();
  } catch (error) {
    if (isA2AError(error, "INVALID_PARAMS")) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("reader", () => {
  it("returns a valid value as is, without normalizing it", () => {
    let normalized = 0;
    const read = reader(schema, (wire) => {
      normalized++;
      return wire;
    });
    const value = { name: "x", list: [{ n: 1 }] };
    expect(read(value)).toBe(value);
    expect(normalized).toBe(0);
  });

  it("normalizes values with unknown members, which may be misspelled", () => {
    const read = reader(schema, (wire) => ({ name: (wire as { title: string }).title }));
    expect(read({ title: "y" })).toStrictEqual({ name: "y" });
    expect(read({ name: "x", title: "y" })).toStrictEqual({ name: "y" });
    expect(reader(schema)({ name: "x", title: "y" })).toStrictEqual({ name: "x" });
  });

  it("R-242 does not normalize when strict", () => {
    const read = lenientReader(schema, new Map([[schema, () => ({ name: "normalized" })]]));
    expect(read(5)).toStrictEqual({ name: "normalized" });
    expect(refusal(() => read(5, { strict: true })).violations[0]?.field).toBe("");
  });

  it("R-114 names invalid fields by wire path, with the expected value", () => {
    const error = refusal(() => reader(schema)({ name: 5, kind: "c", list: [{ n: 1 }, { n: "2" }] }));
    expect(error.violations).toStrictEqual([
      { field: "name", description: "expected string, received number" },
      { field: "kind", description: 'expected one of "a"|"b"' },
      { field: "list.1.n", description: "expected number, received string" },
    ]);
    expect(error.message).toBe("Invalid parameters: name: expected string, received number");
  });

  it("R-227 does not echo values, which may be secret", () => {
    const error = refusal(() => reader(schema)({ name: "x", secret: ["hunter2"], kind: "hunter3" }));
    expect(JSON.stringify([error.message, error.violations])).not.toContain("hunter");
  });

  it("limits the number of violations", () => {
    const list = Array.from({ length: 5000 }, () => ({ n: null })) as JsonValue;
    expect(refusal(() => reader(schema)({ name: "x", list })).violations).toHaveLength(20);
    const long = { ["k".repeat(10_000)]: "x" };
    const error = refusal(() => reader(s.record(s.integer()))(long));
    expect(error.violations[0]?.field).toHaveLength(200);
  });
});
