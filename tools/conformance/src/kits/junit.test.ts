import { expect, it } from "vitest";
import { readJunit } from "./junit.ts";
import { failuresBeyond } from "./kit.ts";

const report = (cases: string) => `<?xml version="1.0"?><testsuites><testsuite>${cases}</testsuite></testsuites>`;
const must = (xml: string) => readJunit(xml).map((test) => ({ ...test, level: "MUST" as const }));

it("reads what pytest reports, and finds failures that only one run has", () => {
  const direct = must(
    report(`<testcase classname="a.B" name="one[x&gt;1]" time="0.1" /><testcase classname="a" name="two"><skipped message="no"/></testcase>
      <testcase classname="a" name="three" time="1"><failure message="a &lt;b&gt;&#10;c">text
      </failure></testcase>`),
  );
  expect(direct).toEqual([
    { test: "a.B::one[x>1]", level: "MUST", outcome: "passed" },
    { test: "a::two", level: "MUST", outcome: "skipped" },
    { test: "a::three", level: "MUST", outcome: "failed", message: "a <b>\nc" },
  ]);
  const relayed = must(
    report(`<testcase classname="a.B" name="one[x&gt;1]"><error message="x">y</error></testcase>
      <testcase classname="a" name="three"><failure message="z"/></testcase>`),
  );
  expect(failuresBeyond(direct, relayed)).toEqual(["a.B::one[x>1]"]);
});

it("refuses a report without tests, as of a kit that could not be started", () => {
  expect(() => readJunit(report(""))).toThrow("names no test");
});
