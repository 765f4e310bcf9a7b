import { expect, it } from "vitest";
import { resultsFrom } from "./results.ts";

const report = {
  testResults: [
    {
      name: "/repo/packages/a/test/x.test.ts",
      assertionResults: [
        { ancestorTitles: ["over JSONRPC"], title: "R-900 takes a (1.0)", status: "passed" },
        { ancestorTitles: ["over JSONRPC"], title: "R-900 takes b (1.0)", status: "failed" },
        { ancestorTitles: ["over JSONRPC"], title: "R-900 takes c (1.0)", status: "skipped" },
        { ancestorTitles: ["elsewhere"], title: "R-900 takes a (1.0)", status: "passed" },
      ],
    },
    {
      name: "/repo/packages/a/src/memory.test.ts",
      assertionResults: [{ ancestorTitles: ["memory", "the log"], title: "is kept (R-901)", status: "passed" }],
    },
  ],
};
const resultOf = resultsFrom(report, "/repo");

it("counts the executed cases of a table in its own file and group", () => {
  const titles = ["over $name", "R-900 takes %s (1.0)"];
  expect(resultOf({ file: "packages/a/test/x.test.ts", titles, ids: [] })).toEqual({ passed: 1, total: 2 });
  expect(resultOf({ file: "packages/a/test/y.test.ts", titles, ids: [] })).toEqual({ passed: 0, total: 0 });
});

it("counts all cases of a group", () => {
  expect(resultOf({ file: "packages/a/test/x.test.ts", titles: ["over $name"], ids: [] })).toEqual({
    passed: 1,
    total: 2,
  });
});

it("finds the cases of a contract in the files that run it", () => {
  const contract = { file: "packages/a/src/contract/log.ts", titles: ["the log", "is kept (R-901)"], ids: [] };
  expect(resultOf(contract)).toEqual({ passed: 1, total: 1 });
});
