import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The tests whose titles name each requirement: `test/send.test.ts`, and so on. */
export function testsByRequirement(root: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { path, text } of testFiles(root)) {
    // Requirements are named in titles and nowhere else, and a title is one text on one line.
    const titles = text.match(/"[^"\n]*A2ACLI_[^"\n]*_\d{3}[^"\n]*"/g) ?? [];
    for (const id of titles.flatMap((title) => title.match(/A2ACLI_[A-Z_]+_\d{3}/g) ?? [])) {
      found.set(id, (found.get(id) ?? new Set()).add(path));
    }
  }
  return found;
}

/** The codes of errors that tests provoke. */
export function errorCodesExpected(root: string): Set<string> {
  return new Set(testFiles(root).flatMap(({ text }) => text.match(/A2ACLI_ERR_[A-Z_]+/g) ?? []));
}

function testFiles(root: string): { path: string; text: string }[] {
  return ["src", "test"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".test.ts"))
      .sort()
      .map((name) => {
        const path = join(folder, name);
        return { path: path.replaceAll("\\", "/"), text: readFileSync(join(root, path), "utf8") };
      }),
  );
}
