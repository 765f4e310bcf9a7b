import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { deadLinks, documentsIn } from "../src/generated/links.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

it.each(documentsIn(root))("%s has no broken links", (document) => {
  expect(deadLinks(root, document)).toEqual([]);
});

it("finds links to missing files and headings, and ignores code and web links", () => {
  const folder = mkdtempSync(join(tmpdir(), "a2a-links-"));
  try {
    mkdirSync(join(folder, "docs"));
    writeFileSync(
      join(folder, "docs/guide.md"),
      "# What can go wrong?\n\n[up](../README.md) [out](../../etc/passwd)\n",
    );
    writeFileSync(
      join(folder, "README.md"),
      [
        "[good](docs/guide.md#what-can-go-wrong) [web](https://a.example/x.md) ![gone](docs/gone.svg)",
        "[bad](docs/guide.md#nothing) `[code](nowhere.md)` [folder](docs)",
        "```md\n[fenced](nowhere.md)\n```",
        '<img src="docs/none.png">',
      ].join("\n"),
    );
    expect(documentsIn(folder).sort()).toEqual(["README.md", join("docs", "guide.md")]);
    expect(deadLinks(folder, "README.md")).toEqual(["docs/gone.svg", "docs/guide.md#nothing", "docs/none.png"]);
    expect(deadLinks(folder, join("docs", "guide.md"))).toEqual(["../../etc/passwd"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
