import { expect, it } from "vitest";
import { filledForm, formFields, schemaOf } from "../page/parts/form-fields.ts";

it("makes a value of one input for a schema that is no object", () => {
  const fields = formFields({ type: "number" }) ?? [];
  expect(fields.map(({ name, kind }) => [name, kind])).toEqual([["", "number"]]);
  expect(filledForm(fields, { "": "2.5" })).toBe(2.5);
});

it("starts with defaults, leaves out empty members, and keeps the types of choices", () => {
  const schema = {
    properties: {
      a: { type: "string", default: "x" },
      b: { type: "integer" },
      c: { enum: [1, "1", null], default: "1" },
      d: {},
    },
  };
  const fields = formFields(schema) ?? [];
  expect(filledForm(fields, {})).toEqual({ a: "x", c: "1" });
  expect(filledForm(fields, { a: "", c: "0" })).toEqual({ c: 1 });
  expect(filledForm(fields, { b: "3", c: "2" })).toEqual({ a: "x", b: 3, c: null });
});

it("makes no form of a schema that describes no members, or too many, or is not one", () => {
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`m${n}`, {}]));
  for (const schema of [undefined, "string", [], {}, { type: "object" }, { properties: {} }, { properties: many }]) {
    expect(formFields(schema)).toBeUndefined();
  }
});

it("treats names of inherited members as any other", () => {
  const schema = JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"toString"}}}');
  const fields = formFields(schema) ?? [];
  expect(fields.map(({ kind }) => kind)).toEqual(["text", "json"]);
  const entered = Object.fromEntries(fields.map(({ name }) => [name, name === "__proto__" ? "x" : "[1]"]));
  expect(JSON.stringify(filledForm(fields, entered))).toBe('{"__proto__":"x","constructor":[1]}');
});

it("finds the schema of a question by its media type", () => {
  expect(schemaOf([{ text: "?" }, { data: {}, mediaType: "application/schema+json" }])).toEqual({});
  expect(schemaOf([{ text: "?" }, { data: {} }])).toBeUndefined();
});
