import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../..");

/** Kits for authors of stores and gateways are counted apart: others have no use for their names. */
const KITS = ["engine-kit.ts", "relational-kit.ts", "backend-kit.ts", "backend-node.ts"];

it.each<[string, number, (file: string) => boolean]>([
  ["types", 150, (file) => file === "index.ts"],
  ["types", 290, (file) => file !== "internal.ts"],
  ["client", 90, () => true],
  ["server", 90, (file) => !KITS.includes(file)],
  ["server", 70, (file) => file === "engine-kit.ts"],
  ["server", 40, (file) => file === "relational-kit.ts"],
  ["server", 40, (file) => file.startsWith("backend-")],
])("%s exports at most %i names over all its entry points", (name, limit, counts) => {
  const folder = join(root, "packages", name, "src");
  const entryPoints = readdirSync(folder)
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .filter(counts);
  const names = new Set(entryPoints.flatMap((file) => exportedNames(readFileSync(join(folder, file), "utf8"))));
  expect(names.size).toBeGreaterThan(0);
  expect(names.size).toBeLessThanOrEqual(limit);
});

/** The names an entry point lists. */
function exportedNames(source: string): string[] {
  const lists = Array.from(source.matchAll(/export (?:type )?\{([^}]*)\}/g), ([, list = ""]) => list.split(","));
  const namespaces = Array.from(source.matchAll(/export \* as (\w+)/g), ([, name = ""]) => name);
  const names = lists.flat().map(
    (item) =>
      item
        .trim()
        .replace(/^type /, "")
        .split(" as ")
        .at(-1) ?? "",
  );
  return [...names.filter((name) => name !== ""), ...namespaces];
}
