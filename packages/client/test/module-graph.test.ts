import { isBuiltin } from "node:module";
import { join, relative } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";

const packages = join(import.meta.dirname, "../..");

/** The files that a program loads which calls agents of 1.0 over JSON-RPC, and what they import. */
async function loaded(...modules: string[]): Promise<{ files: string[]; imports: string[] }> {
  const { metafile } = await build({
    stdin: {
      contents: modules.map((name) => `export * from "${name}";`).join("\n"),
      resolveDir: join(import.meta.dirname, "../src"),
    },
    bundle: true,
    write: false,
    metafile: true,
    absWorkingDir: packages,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["@a2a/source", "import"],
    external: ["zod"],
    logLevel: "silent",
  });
  return {
    files: Object.keys(metafile.inputs).map((file) => relative(packages, join(packages, file))),
    imports: Object.values(metafile.inputs).flatMap((input) => input.imports.map(({ path }) => path)),
  };
}

it("core with 1.0 loads no discovery, no other binding or protocol version, and nothing of Node", async () => {
  const { files, imports } = await loaded("./core.ts", "@a2a/bridge/v1_0");
  expect(files).toContain("client/src/client/endpoint-client.ts");
  expect(imports.filter((path) => isBuiltin(path))).toEqual([]);
  expect(files.filter((file) => file.startsWith("card/"))).toEqual([]);
  expect(files.filter((file) => /client\/src\/(?!core|client\/|transports\/)/.test(file))).toEqual([]);
  expect(files.filter((file) => file.startsWith("client/src/client/")).toSorted()).toEqual([
    "client/src/client/agent-methods.ts",
    "client/src/client/endpoint-client.ts",
    "client/src/client/read-address.ts",
  ]);
  expect(files.filter((file) => /transports\/http-json|versions\/v0_/.test(file))).toEqual([]);
});

it("a second binding adds only itself to the bundle", async () => {
  const own = async (...modules: string[]) =>
    (await loaded(...modules)).files.filter((file) => file.startsWith("client/src/"));
  const core = new Set(await own("./core.ts"));
  expect((await own("./core.ts", "./http-json.ts")).filter((file) => !core.has(file))).toEqual([
    "client/src/transports/http-json.ts",
    "client/src/http-json.ts",
  ]);
});
