import { createHash } from "node:crypto";
import type { JsonObject } from "@a2a/types";
import type { Schema } from "@a2a/types/internal/schema";
import { AgentCardSchema } from "@a2a/types/schemas";
import { agentCard } from "@a2a/types/testing";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { emptyValues, ferryVector } from "../../test/signing-vectors.ts";
import { cardMembers, type Members } from "../document/presence.ts";
import { canonicalCard, canonicalForms } from "./canonical-card.ts";

it("sorts members and writes no whitespace, as RFC 8785 requires (R-188)", () => {
  expect(canonicalCard(ferryVector.card)).toBe(ferryVector.canonical);
  expect(createHash("sha256").update(canonicalCard(ferryVector.card)).digest("hex")).toBe(ferryVector.canonicalSha256);
});

it("writes numbers and strings as RFC 8785 requires, in extension params (R-188)", () => {
  const params = {
    b: [1e21, 1e-7, 333333333.3333333, 4.5, 0.002, -0],
    "€": "\u20ac\u000f\nA'B\"\\/",
    "\r": 1,
    "1": 2,
  };
  const card = { capabilities: { extensions: [{ uri: "urn:x", params }] } };
  expect(canonicalCard(card)).toBe(
    '{"capabilities":{"extensions":[{"params":{"\\r":1,"1":2,"b":[1e+21,1e-7,333333333.3333333,4.5,0.002,0],' +
      '"€":"€\\u000f\\nA\'B\\"\\\\/"},"uri":"urn:x"}]}}',
  );
});

it("keeps optional members that are set, required ones always, and drops other defaults (R-189, R-190, R-191)", () => {
  expect(canonicalCard(emptyValues.card)).toBe(emptyValues.c1);
});

it("leaves out unknown members in C2, and everything empty in C3", () => {
  expect(canonicalCard(emptyValues.card, "C2")).toBe(emptyValues.c2);
  expect(canonicalCard(emptyValues.card, "C3")).toBe(emptyValues.c3);
});

it("never covers signatures (R-192)", () => {
  const signed = { ...ferryVector.card, signatures: [ferryVector.signature] };
  for (const form of canonicalForms) expect(canonicalCard(signed, form)).toBe(canonicalCard(ferryVector.card, form));
});

it("is the same in C1, C2 and C3 for a card without empty values", () => {
  for (const form of canonicalForms) expect(canonicalCard(ferryVector.card, form)).toBe(ferryVector.canonical);
});

it("is independent of member order and idempotent", () => {
  fc.assert(
    fc.property(agentCard, fc.constantFrom(...canonicalForms), (card, form) => {
      const reversed = JSON.parse(JSON.stringify(card), (_, value: unknown) =>
        typeof value === "object" && value !== null && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).reverse())
          : value,
      ) as JsonObject;
      const text = canonicalCard(card, form);
      expect(canonicalCard(reversed, form)).toBe(text);
      expect(canonicalCard(JSON.parse(text) as JsonObject, form)).toBe(text);
    }),
    { numRuns: 200 },
  );
});

it("treats null as unset, but keeps it in extension params", () => {
  expect(canonicalCard({ name: "Buoy", iconUrl: null, provider: null })).toBe('{"name":"Buoy"}');
  expect(canonicalCard({ capabilities: { extensions: [{ params: { a: null } }] } })).toBe(
    '{"capabilities":{"extensions":[{"params":{"a":null}}]}}',
  );
});

it("keeps members with names that are special to JavaScript", () => {
  const card = JSON.parse(
    '{"name":"Buoy","securitySchemes":{"__proto__":{"mtlsSecurityScheme":{}}},"constructor":1}',
  ) as JsonObject;
  expect(canonicalCard(card)).toBe(
    '{"constructor":1,"name":"Buoy","securitySchemes":{"__proto__":{"mtlsSecurityScheme":{}}}}',
  );
});

it.each([
  ["half a character", { name: "\ud83c" }],
  ["a number beyond the range", { name: "Buoy", "x-big": Number.POSITIVE_INFINITY }],
])("refuses %s", (_, card) => {
  expect(() => canonicalCard(card)).toThrow(expect.objectContaining({ code: "SIGNATURE" }));
});

it("covers every member of the model's schema", () => {
  const unknown: string[] = [];
  compare(AgentCardSchema, cardMembers, "");
  expect(unknown).toEqual(["/signatures"]);

  function compare(schema: Schema, { members }: Members, at: string): void {
    for (const [name, member] of Object.entries(shapeOf(schema))) {
      const [, content] = members[name] ?? [];
      if (content === undefined) unknown.push(`${at}/${name}`);
      else if (typeof content === "object")
        compare(
          member,
          "members" in content ? content : "list" in content ? content.list : content.map,
          `${at}/${name}`,
        );
    }
  }
  function shapeOf({ def }: Schema): Readonly<Record<string, Schema>> {
    if (def.type === "optional") return shapeOf(def.inner);
    if (def.type === "array") return shapeOf(def.element);
    if (def.type === "record") return shapeOf(def.value);
    return def.type === "object" ? def.shape : {};
  }
});
