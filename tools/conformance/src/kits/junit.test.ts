import { expect, it } from "vitest";
import { failuresBeyond, readJunit } from "./junit.ts";

const report = (cases: string) => `<?xml version="1.0"?><testsuites><testsuite>${cases}</testsuite></testsuites>`;

it("reads what pytest reports, and finds failures that only one run has", () => {
  const direct = readJunit(
    report(`<testcase classname="a.B" name="one[x&gt;1]" time="0.1" /><testcase classname="a" name="two"><skipped message="no"/></testcase>
      <testcase classname="a" name="three" time="1"><failure message="a &lt;b&gt;">text
      </failure></testcase>`),
  );
  expect(direct).toEqual({ passed: 1, skipped: 1, failed: ["a::three"] });
  const relayed = readJunit(
    report(`<testcase classname="a.B" name="one[x&gt;1]"><error message="x">y</error></testcase>
      <testcase classname="a" name="three"><failure message="z"/></testcase>`),
  );
  expect(failuresBeyond(direct, relayed)).toEqual(["a.B::one[x>1]"]);
});

it("refuses a report without tests, as of a kit that could not be started", () => {
  expect(() => readJunit(report(""))).toThrow("names no test");
});
