import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { limitEffects } from "../src/limit-effects.ts";
import { limitSections, limitsDocument } from "../src/limits.ts";
import { constantOf, membersOfInterface } from "../src/option-members.ts";

it("docs/limits.md is up to date: `npm run documents` writes it", () => {
  const written = readFileSync(new URL("../../../docs/limits.md", import.meta.url), "utf8");
  expect(written).toBe(limitsDocument());
});

it("every limit says its default", () => {
  for (const { file, type } of limitSections) {
    for (const { name, fallback } of membersOfInterface(file, type)) {
      if (limitEffects[`${type}.${name}`] !== null) expect([name, fallback]).toEqual([name, expect.any(String)]);
    }
  }
});

it("reads members, defaults and constants from the sources", () => {
  const members = membersOfInterface("packages/types/src/model/json.ts", "JsonLimits");
  expect(members).toMatchObject([
    { name: "maxDepth", meaning: "How deep objects and arrays may nest.", fallback: "64, at most 1,000" },
    { name: "maxNodes", fallback: "100,000" },
  ]);
  expect(constantOf("packages/server/src/node/connection.ts", "MAX_PIPELINED").fallback).toBe("32");
  expect(() => membersOfInterface("packages/types/src/model/json.ts", "Nothing")).toThrow("has no interface Nothing");
});
