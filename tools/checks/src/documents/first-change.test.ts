import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createFixture } from "../fixture.ts";
import { tryChanges } from "./first-change.ts";
import { changesOf } from "./guide.ts";

const codes = '// Codes\nexport const codes = {\n  A: "a",\n  B: "b",\n};\n// Codes\n';
const page = `# Guide

## 1. A code: 3 files

\`\`\`diff codes.js
   A: "a",
+  C: "c",
@@
-  B: "b",
+  B: "$&",
\`\`\`

\`\`\`diff test/codes.js
+import { codes } from "../codes.js";
+process.exit(codes.C === "c" ? 0 : 1);
\`\`\`

\`\`\`sh
echo generated > codes.md
node test/codes.js
\`\`\`

## Before you push
`;

async function tried(changedPage: string) {
  using fixture = createFixture({ "codes.js": codes, "package.json": { type: "module" } });
  const findings = await tryChanges(fixture.root, changesOf(changedPage), ["node --check codes.js"]);
  return { findings, codes: readFileSync(join(fixture.root, "codes.js"), "utf8") };
}

describe("the changes of a guide", () => {
  it("are applied, and their commands run", async () => {
    const { findings, codes } = await tried(page);
    expect(findings).toEqual([]);
    expect(codes).toBe('// Codes\nexport const codes = {\n  A: "a",\n  C: "c",\n  B: "$&",\n};\n// Codes\n');
  });

  it.each([
    ["a line that is not there", page.replace('   A: "a"', '   A: "x"'), 5, /codes\.js has these lines 0 times/],
    ["lines that occur twice", page.replace('   A: "a",', " // Codes"), 5, /codes\.js has these lines 2 times/],
    ["a file that does not exist", page.replace("diff codes.js", "diff gone.js"), 5, /gone\.js does not exist/],
    [
      "a new file that exists",
      page.replace("diff test/codes.js", "diff package.json"),
      13,
      /package\.json exists already/,
    ],
    ["a command that fails", page.replace('+  C: "c"', '+  C: "d"'), 20, /`node test\/codes\.js` failed/],
    [
      "code that does not compile",
      page.replace('+  C: "c",', '+  C: "c"').replace("node test/codes.js", "true"),
      undefined,
      /`node --check codes\.js` failed/,
    ],
    ["another number of files", page.replace("3 files", "2 files"), 3, /"A code" touches 3 files instead of 2/],
  ])("are refused with %s", async (_, broken, line, message) => {
    const { findings } = await tried(broken);
    expect(findings).toEqual([{ file: "docs/your-first-change.md", line, message: expect.stringMatching(message) }]);
  });
});

it("docs/your-first-change.md has three small changes", () => {
  const guide = readFileSync(new URL("../../../../docs/your-first-change.md", import.meta.url), "utf8");
  const sizes = Object.fromEntries(changesOf(guide).map(({ title, files }) => [title, files]));
  expect(sizes).toEqual({ "An error code": 4, "A flag with its option": 5, "A field of the card": 6 });
});
