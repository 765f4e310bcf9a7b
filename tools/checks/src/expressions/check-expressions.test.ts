import { expect, it } from "vitest";
import { createFixture } from "../fixture.ts";
import { analyze } from "./analyze.ts";
import { checkExpressions } from "./check-expressions.ts";

const list = (linear: string[], bounded: object[] = []) => ({
  "tools/checks/checked-expressions.json": { linear, bounded },
});

it("reports expressions that were not analyzed, wherever in the sources they are", () => {
  using fixture = createFixture({
    "packages/client/src/url/trim.ts": "// /a+$/\nexport const trim = (url: string) => url.replace(/\\/+$/, '');\n",
    "packages/client/src/url/made.ts": "export const made = (text: string) => new RegExp(text);\n",
    "packages/client/src/url/trim.test.ts": "/b+$/.test('b');\n",
    ...list([]),
  });
  expect(checkExpressions(fixture.root)).toMatchObject([
    { file: "packages/client/src/url/made.ts", line: 1, message: expect.stringContaining("is computed") },
    { file: "packages/client/src/url/trim.ts", line: 2, message: expect.stringContaining("was not analyzed") },
  ]);
});

it("accepts expressions on the list, and bounded ones in their own file", () => {
  const source = "export const isNumber = (text: string) => /^\\d+$/.test(text) || /a*a*b/.test(text);\n";
  using fixture = createFixture({
    "packages/http/src/a.ts": source,
    "packages/http/src/b.ts": source,
    ...list(["/^\\d+$/"], [{ file: "packages/http/src/a.ts", expression: "/a*a*b/", reason: "at most 10 characters" }]),
  });
  expect(checkExpressions(fixture.root)).toMatchObject([{ file: "packages/http/src/b.ts" }]);
});

it("reports entries that no source needs any more", () => {
  using fixture = createFixture({ "packages/http/src/a.ts": "export {};\n", ...list(["/x/"]) });
  expect(checkExpressions(fixture.root)).toMatchObject([{ message: "/x/ is no longer used: run npm run generate" }]);
});

it.each([
  ["/\\/+$/", /2nd degree polynomial/],
  ["/^(a+)+$/", /exponential/],
  ["/^\\d+$/", undefined],
])("analyzes %s", async (expression, problem) => {
  const found = await analyze(expression);
  if (problem) expect(found).toMatch(problem);
  else expect(found).toBeUndefined();
});
