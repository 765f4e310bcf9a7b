import { readdirSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const entryPoints = readdirSync(join(root, "src"))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.replace(".ts", ""));

async function bundle(entry: string, apart: string[] = []): Promise<{ metafile: Metafile; gzip: number }> {
  const { metafile, outputFiles } = await build({
    entryPoints: [join(root, "src", `${entry}.ts`)],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    absWorkingDir: root,
    format: "esm",
    target: "es2023",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["@a2a/source", "import"],
    external: ["zod", ...apart],
    logLevel: "silent",
  });
  return { metafile, gzip: gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length };
}

/** The files an entry point loads, relative to the package. */
async function filesOf(entry: string): Promise<string[]> {
  const { metafile } = await bundle(entry);
  return Object.keys(metafile.inputs).map((file) => relative(root, join(root, file)));
}

const versionsIn = (files: string[]) => [
  ...new Set(files.flatMap((file) => /^src\/versions\/(v\d_\d)\//.exec(file)?.[1] ?? [])),
];

describe("an entry point", () => {
  it.each(["v1_0", "v0_3", "v0_1"])("%s loads no other protocol version", async (entry) => {
    expect(versionsIn(await filesOf(entry))).toStrictEqual([entry]);
  });

  it("v0_2 shares the translations of 0.3, and neither its codec nor its other forms", async () => {
    const files = await filesOf("v0_2");
    expect(versionsIn(files).sort()).toStrictEqual(["v0_2", "v0_3"]);
    expect(files).not.toContain("src/versions/v0_3.ts");
    expect(files.filter((file) => /v0_3\/(?:proto|rest)/.test(file))).toStrictEqual([]);
  });

  it.each(["index", "json-rpc", "rest", "sse"])("%s loads no protocol version", async (entry) => {
    expect(versionsIn(await filesOf(entry))).toStrictEqual([]);
  });

  it.each(["v1_0", "v0_3", "v0_2", "v0_1"])(
    "%s loads the wire shapes of its own protocol version only",
    async (entry) => {
      const wires = (await filesOf(entry)).flatMap((file) => /types\/src\/versions\/(v\d_\d)\//.exec(file)?.[1] ?? []);
      const allowed = entry === "v0_2" ? ["v0_2", "v0_3"] : entry === "v1_0" ? [] : [entry];
      expect([...new Set(wires)].filter((version) => !allowed.includes(version))).toStrictEqual([]);
    },
  );

  it.each(entryPoints)("%s loads no built-in modules of a runtime", async (entry) => {
    const { metafile } = await bundle(entry);
    const imports = Object.values(metafile.inputs).flatMap((input) => input.imports.map(({ path }) => path));
    expect(imports.filter((path) => isBuiltin(path))).toStrictEqual([]);
    const packages = imports.flatMap((path) => /node_modules\/(?!\.pnpm)((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
    expect([...new Set(packages)]).toStrictEqual([]);
  });
});
