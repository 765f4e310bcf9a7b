import type { JsonObject } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { COMPAT } from "./compat.ts";
import { keptCount, keptId, keptText, keptTexts, stash, unstash } from "./stash.ts";

describe("R-239 the stash for members that the other protocol version lacks", () => {
  it("writes nothing when nothing is lost", () => {
    const metadata = { a: 1 };
    expect(stash(metadata, {})).toBe(metadata);
    expect(stash(metadata, { x: undefined })).toBe(metadata);
    expect(stash(undefined, {})).toBeUndefined();
  });

  it("adds to an existing stash without changing the original", () => {
    const metadata = { a: 1, [COMPAT]: { x: 1 } };
    expect(stash(metadata, { y: null })).toStrictEqual({ a: 1, [COMPAT]: { x: 1, y: null } });
    expect(metadata).toStrictEqual({ a: 1, [COMPAT]: { x: 1 } });
  });

  it.each([undefined, {}, { a: 1 }, { [COMPAT]: { own: 1 } }])("returns %j unchanged", (metadata) => {
    const { metadata: back, kept } = unstash(stash(metadata, { lost: "x" }), "lost");
    expect(back).toStrictEqual(metadata);
    expect(kept).toStrictEqual({ lost: "x" });
  });

  it("takes one member and leaves the rest", () => {
    const both = stash(stash({}, { one: 1 }), { two: 2 });
    const first = unstash(both, "one");
    expect(first.metadata).toStrictEqual({ [COMPAT]: { two: 2, emptyMetadata: true } });
    expect(unstash(first.metadata, "two").metadata).toStrictEqual({});
  });

  it.each([undefined, {}, { [COMPAT]: 5 }, { [COMPAT]: [] }, { [COMPAT]: { other: 1 } }])(
    "finds nothing in %j",
    (metadata) => {
      expect(unstash(metadata as JsonObject | undefined, "lost")).toStrictEqual({ metadata, kept: {} });
    },
  );

  it("is safe from prototype pollution", () => {
    const metadata = JSON.parse(`{"__proto__":{"a":1},"${COMPAT}":{"lost":1,"__proto__":{"b":1}}}`) as JsonObject;
    const taken = unstash(metadata, "lost");
    expect(JSON.stringify(taken.metadata)).toBe(`{"__proto__":{"a":1},"${COMPAT}":{"__proto__":{"b":1}}}`);
    expect(JSON.stringify(stash(metadata, { more: 1 }))).toContain('"__proto__":{"a":1}');
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });

  it("checks the types of stashed values", () => {
    const kept = {
      text: "x",
      empty: "",
      number: 5,
      texts: ["a"],
      mixed: ["a", 1],
      negative: -1,
      broken: 1.5,
      huge: 2 ** 31,
    };
    expect([keptText(kept, "text"), keptText(kept, "empty"), keptText(kept, "number")]).toStrictEqual([
      "x",
      "",
      undefined,
    ]);
    expect([keptId(kept, "text"), keptId(kept, "empty")]).toStrictEqual(["x", undefined]);
    expect([keptTexts(kept, "texts"), keptTexts(kept, "mixed"), keptTexts(kept, "text")]).toStrictEqual([
      ["a"],
      undefined,
      undefined,
    ]);
    expect(["number", "negative", "broken", "huge", "text"].map((name) => keptCount(kept, name))).toStrictEqual([
      5,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
