import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { listFiles } from "../files.ts";

const root = new URL("../../../../", import.meta.url).pathname;
const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");

/** The source files that a part of the page names, as paths in the repository. */
function filesIn(part: string): string[] {
  const named = [...part.matchAll(/`([a-z0-9_/.-]+\.ts)`/g)].map(([, path = ""]) => path);
  return [...new Set(named.filter((path) => path.includes("/")))].map(locate);
}

function locate(path: string): string {
  const places = [
    `packages/${path}`,
    `packages/server/src/${path}`,
    `packages/server/src/engine/${path}`,
    `packages/client/src/${path}`,
    `packages/gateway/src/${path}`,
    `tools/${path}`,
  ];
  return places.find((place) => existsSync(join(root, place))) ?? `missing: ${path}`;
}

it("ARCHITECTURE.md names only files that exist", () => {
  expect(filesIn(text).filter((file) => file.startsWith("missing"))).toEqual([]);
});

it.each([
  ["A streaming send, through the server", 20, 30],
  ["A send over gRPC", 8, 12],
  ["A stream, through the client", 12, 20],
  ["A call, through the gateway", 12, 24],
])("ARCHITECTURE.md follows %s, in %i to %i files", (title, least, most) => {
  const [, walk = ""] = text.split(`\n## ${title}\n`);
  const files = filesIn(walk.split("\n## ")[0] ?? "");
  expect(files.length).toBeGreaterThanOrEqual(least);
  expect(files.length).toBeLessThanOrEqual(most);
});

it("ARCHITECTURE.md names only folders that exist", () => {
  const folders = [...text.matchAll(/`((?:[a-z0-9_-]+\/)+)`/g)].map(([, path = ""]) => path);
  const bases = ["", "packages/", "packages/server/", "packages/server/src/", "packages/server/src/engine/"];
  expect(folders.length).toBeGreaterThan(10);
  expect(folders.filter((path) => !bases.some((base) => existsSync(join(root, base, path))))).toEqual([]);
});

it("ARCHITECTURE.md states the order in which folders import each other", () => {
  const orders = [...text.matchAll(/folders of `(packages\/\w+\/src\/)` import in one\s+direction: `([^`]+)`/g)];
  expect(orders.map(([, folder]) => folder)).toEqual(
    ["server", "client", "gateway"].map((name) => `packages/${name}/src/`),
  );
  for (const [, folder = "", order = ""] of orders) {
    const layers = order.split("→").map((layer) => layer.match(/\w+/g) ?? []);
    for (const [index, layer] of layers.entries()) {
      for (const name of layer) {
        const sources = listFiles(join(root, folder, name)).filter((file) => /(?<!\.test)\.ts$/.test(file));
        expect(sources.length).toBeGreaterThan(0);
        const imported = sources.flatMap((file) =>
          [...readFileSync(join(root, folder, name, file), "utf8").matchAll(/from "(?:\.\.\/)+(\w[\w-]*)\//g)].map(
            ([, other]) => other,
          ),
        );
        expect(
          layers
            .slice(0, index)
            .flat()
            .filter((above) => imported.includes(above)),
        ).toEqual([]);
      }
    }
  }
});
