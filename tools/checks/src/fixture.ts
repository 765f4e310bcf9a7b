import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Manifest } from "./workspace.ts";

/** A small repository in a temporary folder for testing a check; removed when its scope ends. */
export interface Fixture extends Disposable {
  root: string;
}

/** Writes the files, by path from the root; objects become JSON. */
export function createFixture(files: Record<string, string | object>): Fixture {
  const root = mkdtempSync(join(tmpdir(), "a2a-fixture-"));
  const compilerOptions = {
    module: "nodenext",
    target: "es2023",
    lib: ["es2023"],
    strict: true,
    types: [],
    noEmit: true,
  };
  const all = {
    "tsconfig.base.json": { compilerOptions: { ...compilerOptions, allowImportingTsExtensions: true } },
    ...files,
  };
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  return { root, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}

/** A valid manifest for a package whose only entry point is `index`. */
export function manifest(name: string, changes: Partial<Manifest> = {}): Manifest {
  return {
    name,
    version: "1.0.0",
    type: "module",
    license: "Apache-2.0",
    sideEffects: false,
    engines: { node: ">=22" },
    files: ["dist"],
    exports: {
      ".": { "@a2a/source": "./src/index.ts", types: "./dist/index.d.ts", default: "./dist/index.js" },
      "./package.json": "./package.json",
    },
    ...changes,
  };
}
