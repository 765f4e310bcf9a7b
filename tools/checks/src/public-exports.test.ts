import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../..");

/** Kits for authors of stores and gateways are counted apart: others have no use for their names. */
const KITS = ["engine-kit.ts", "relational-kit.ts", "backend-kit.ts", "backend-node.ts"];

/** Ways to obtain and check credentials, each behind an entry point of its own: a program imports the one that it uses. */
const CREDENTIALS = ["oauth.ts", "oauth-node.ts", "cloud.ts", "jwt.ts", "introspection.ts"];

it.each<[string, number, (file: string) => boolean]>([
  ["types", 150, (file) => file === "index.ts"],
  ["types", 295, (file) => file !== "internal.ts"],
  ["client", 90, (file) => !CREDENTIALS.includes(file)],
  ["client", 25, (file) => CREDENTIALS.includes(file)],
  ["server", 90, (file) => !KITS.includes(file) && !CREDENTIALS.includes(file)],
  ["server", 15, (file) => CREDENTIALS.includes(file)],
  ["server", 70, (file) => file === "engine-kit.ts"],
  ["server", 50, (file) => file === "relational-kit.ts"],
  ["server", 50, (file) => file.startsWith("backend-")],
])("%s exports at most %i names over the entry points of one kind", (name, limit, counts) => {
  const folder = join(root, "packages", name, "src");
  const entryPoints = readdirSync(folder)
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .filter(counts);
  const sources = entryPoints.map((file) => readFileSync(join(folder, file), "utf8").replace(REEXPORTS, ""));
  const names = new Set(sources.flatMap(exportedNames));
  expect(names.size).toBeGreaterThan(0);
  expect(names.size).toBeLessThanOrEqual(limit);
});

/** Names of the model that a package passes on, so that a program needs one import: they are counted apart. */
const REEXPORTS = /export \{[^}]*\} from "@a2a\/types";/g;

it.each(["client", "server"])("%s passes on at most 25 names of the model", (name) => {
  const source = readFileSync(join(root, "packages", name, "src", "index.ts"), "utf8");
  const names = Array.from(source.matchAll(REEXPORTS), ([list]) => exportedNames(list)).flat();
  expect(names.length).toBeGreaterThan(0);
  expect(names.length).toBeLessThanOrEqual(25);
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
