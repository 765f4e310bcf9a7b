import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { measureEntryPoints, measureProgram, readProgram } from "./measure.ts";

const root = mkdtempSync(join(tmpdir(), "a2a-size-"));
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

it("measures an entry point with its imports, minified and gzipped, without zod, peers and Node", async () => {
  const noise = Array.from({ length: 2000 }, (_, index) => (index * 7919) % 9973).join(",");
  write({
    "packages/types/src/index.ts":
      'import "zod";\nimport "peer";\nimport "node:fs";\nexport const one: number = 1; // small\n',
    "packages/types/src/large.ts": 'export { large } from "./room/large.ts";\n',
    "packages/types/src/room/large.ts": `export const large = [${noise}];\nexport const unused = "not bundled";\n`,
  });
  const manifest = { name: "@a2a/types", sideEffects: false, peerDependencies: { peer: "1.0.0" } };
  const [index, large] = await measureEntryPoints(root, {
    folder: "packages/types",
    manifest,
    entryPoints: ["index", "large"],
  });
  expect(index).toMatchObject({ entry: "@a2a/types" });
  expect(large).toMatchObject({ entry: "@a2a/types/large" });
  expect(index?.gzip).toBeLessThan(150);
  expect(large?.gzip).toBeGreaterThan(2000);
  expect(large?.gzip).toBeLessThan(noise.length);
});

it("excludes external packages with all their entry points", async () => {
  const noise = Array.from({ length: 2000 }, (_, index) => (index * 7919) % 9973).join(",");
  write({
    "packages/card/src/index.ts": 'import { large } from "@a2a/types/large";\nexport const one = large[1];\n',
    "packages/card/node_modules/@a2a/types/package.json": '{"name":"@a2a/types","exports":{"./large":"./large.js"}}',
    "packages/card/node_modules/@a2a/types/large.js": `export const large = [${noise}];\n`,
  });
  const found = {
    folder: "packages/card",
    manifest: { name: "@a2a/card", sideEffects: false },
    entryPoints: ["index"],
  };
  const [whole] = await measureEntryPoints(root, found);
  const [own] = await measureEntryPoints(root, found, (entry) =>
    entry === "@a2a/card" ? { external: ["@a2a/types"] } : {},
  );
  expect(whole?.gzip).toBeGreaterThan(2000);
  expect(own?.gzip).toBeLessThan(150);
});

it("excludes the files of an entry point that is always imported with it", async () => {
  const noise = Array.from({ length: 2000 }, (_, index) => (index * 7919) % 9973).join(",");
  write({
    "packages/wrapper/src/index.ts": 'export { large } from "./room/large.ts";\n',
    "packages/wrapper/src/adapter.ts": 'import { large } from "./room/large.ts";\nexport const two = large[2];\n',
    "packages/wrapper/src/room/large.ts": `export const large = [${noise}];\n`,
  });
  const manifest = { name: "@a2a/wrapper", sideEffects: false };
  const found = { folder: "packages/wrapper", manifest, entryPoints: ["index", "adapter"] };
  const beside = (other: string) =>
    measureEntryPoints(root, found, (entry) => (entry === "@a2a/wrapper/adapter" ? { beside: other } : {}));
  const [index, adapter] = await beside("@a2a/wrapper");
  expect(index?.gzip).toBeGreaterThan(2000);
  expect(adapter?.gzip).toBeLessThan(150);
  await expect(beside("@a2a/wrapper/gone")).rejects.toThrow("no entry point @a2a/wrapper/gone");
});

it("excludes what is imported on demand, and what only that imports", async () => {
  const noise = Array.from({ length: 2000 }, (_, index) => (index * 7919) % 9973).join(",");
  write({
    "packages/types/src/index.ts": 'export const load = () => import("./room/large.ts");\n',
    "packages/types/src/room/large.ts": `export const large = [${noise}];\n`,
  });
  const found = {
    folder: "packages/types",
    manifest: { name: "@a2a/types", sideEffects: false },
    entryPoints: ["index"],
  };
  const [index] = await measureEntryPoints(root, found);
  expect(index?.gzip).toBeLessThan(300);
});

it("includes required entry points, and counts shared imports once", async () => {
  const numbers = (factor: number) => Array.from({ length: 2000 }, (_, index) => (index * factor) % 9973).join(",");
  write({
    "packages/client/src/core.ts":
      'import { shared } from "@a2a/types";\nexport const call = (codec) => [codec, shared];\n',
    "packages/client/node_modules/@a2a/types/package.json": '{"name":"@a2a/types","exports":"./index.js"}',
    "packages/client/node_modules/@a2a/types/index.js": `export const shared = [${numbers(7919)}];\n`,
    "packages/client/node_modules/@a2a/bridge/package.json": '{"name":"@a2a/bridge","exports":{"./v1_0":"./v1_0.js"}}',
    "packages/client/node_modules/@a2a/bridge/v1_0.js": `import { shared } from "../types/index.js";\nexport const codec = [${numbers(4241)}, shared];\n`,
  });
  const found = {
    folder: "packages/client",
    manifest: { name: "@a2a/client", sideEffects: false },
    entryPoints: ["core"],
  };
  const gzipOf = async (others: string[]) =>
    (await measureEntryPoints(root, found, () => ({ with: others })))[0]?.gzip ?? 0;
  const alone = await gzipOf([]);
  const both = await gzipOf(["@a2a/bridge/v1_0"]);
  expect(alone).toBeGreaterThan(2000);
  expect(both).toBeGreaterThan(alone * 1.5);
  expect(both).toBeLessThan(alone * 2.5);
  await expect(gzipOf(["@a2a/bridge/gone"])).rejects.toThrow("@a2a/bridge/gone");
});

it("measures a program that uses one export, without the modules of the others", async () => {
  const noise = Array.from({ length: 2000 }, (_, index) => (index * 7919) % 9973).join(",");
  write({
    "app/node_modules/lib/package.json": '{"name":"lib","sideEffects":false,"exports":"./index.js"}',
    "app/node_modules/lib/index.js": 'export { small } from "./small.js";\nexport { large } from "./large.js";\n',
    "app/node_modules/lib/small.js": "export const small = 1;\n",
    "app/node_modules/lib/large.js": `export const large = Object.freeze([${noise}]);\n`,
  });
  const [small, large] = await Promise.all(
    ["small", "large"].map((name) => measureProgram(join(root, "app"), name, "lib")),
  );
  expect(small).toMatchObject({ entry: "{ small } from lib" });
  expect(small?.gzip).toBeLessThan(150);
  expect(large?.gzip).toBeGreaterThan(2000);
  expect(readProgram("{ small } from lib")).toEqual({ name: "small", specifier: "lib" });
  expect(readProgram("@a2a/types")).toBeUndefined();
});
