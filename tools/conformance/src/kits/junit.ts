/** How many tests of a kit did what, and the names of those that failed. */
export interface KitResult {
  readonly passed: number;
  readonly skipped: number;
  readonly failed: readonly string[];
}

/** Reads the JUnit report that pytest writes. Throws when it names no test. */
export function readJunit(xml: string): KitResult {
  const failed: string[] = [];
  let passed = 0;
  let skipped = 0;
  for (const [, attributes = "", content = ""] of xml.matchAll(/<testcase ([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs)) {
    const name = ["classname", "name"].map((key) => attributeOf(attributes, key)).join("::");
    if (/<(failure|error)[ >]/.test(content)) failed.push(name);
    else if (/<skipped[ >]/.test(content)) skipped++;
    else passed++;
  }
  if (passed + skipped + failed.length === 0) throw new Error("the report of the kit names no test");
  return { passed, skipped, failed: failed.sort() };
}

function attributeOf(attributes: string, key: string): string {
  const [, value = ""] = new RegExp(`(?:^|\\s)${key}="([^"]*)"`).exec(attributes) ?? [];
  return value.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

/** The tests that fail in one result and not in the other. */
export function failuresBeyond(direct: KitResult, relayed: KitResult): string[] {
  const known = new Set(direct.failed);
  return relayed.failed.filter((name) => !known.has(name));
}
