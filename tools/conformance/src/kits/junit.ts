import type { KitTest } from "./kit.ts";

/** A test in a JUnit report, whose level the report does not say. */
export type JunitTest = Omit<KitTest, "level">;

/** Reads the JUnit report that pytest writes. Throws when it names no test. */
export function readJunit(xml: string): JunitTest[] {
  const tests = [...xml.matchAll(/<testcase ([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs)].map(
    ([, attributes = "", content = ""]): JunitTest => {
      const test = ["classname", "name"].map((key) => attributeOf(attributes, key)).join("::");
      const [, failure] = /<(?:failure|error) ([^>]*)>/.exec(content) ?? [];
      if (failure !== undefined) return { test, outcome: "failed", message: attributeOf(failure, "message") };
      return { test, outcome: /<skipped[ >]/.test(content) ? "skipped" : "passed" };
    },
  );
  if (tests.length === 0) throw new Error("the report of the kit names no test");
  return tests;
}

function attributeOf(attributes: string, key: string): string {
  const [, value = ""] = new RegExp(`(?:^|\\s)${key}="([^"]*)"`).exec(attributes) ?? [];
  return value
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
