import { describe, expect, it } from "vitest";
import { idsIn, testsIn } from "./find-tests.ts";

const source = `
describe.each(bindings)("sending over $name", ({ call }) => {
  it("R-900 R-901 waits", async () => {});
  it("says nothing", () => {});
  it.each([["a"], ["b"]])("R-902 takes %s", () => {});
});
describe("R-910…R-912 all of them", { timeout: 1 }, () => {
  it.each([["one (R-920)", 1]])("%s", () => {});
});
test(\`R-930 in \${place}\`, () => {});
await fetch("R-940");
`;

describe("finding tests", () => {
  it("reads titles of tests, tables and groups, with their enclosing groups", () => {
    expect(testsIn("a.test.ts", source).map(({ titles, ids }) => [titles.join(" > "), ids])).toEqual([
      ["sending over $name > R-900 R-901 waits", ["R-900", "R-901"]],
      ["sending over $name > R-902 takes %s", ["R-902"]],
      ["R-910…R-912 all of them", ["R-910", "R-912", "R-911"]],
      ["R-910…R-912 all of them > %s", ["R-920"]],
      ["R-930 in %s", ["R-930"]],
    ]);
  });

  it("distinguishes requirements and features from similar text", () => {
    expect(idsIn("R-1 and S4-03; not R-x, XR-2, S44-1 or row 5")).toEqual(["R-1", "S4-03"]);
  });
});
