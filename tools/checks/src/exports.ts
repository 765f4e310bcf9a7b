import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { checkDocumentation } from "./documents/documentation.ts";
import type { Finding } from "./finding.ts";
import { layers } from "./layer-table.ts";
import { type Package, publishable, readWorkspace } from "./workspace.ts";

/** Each published package has complete metadata, its entry points match `exports`, and every export is documented. */
export function checkExports(root: string): Finding[] {
  const packages = publishable(readWorkspace(root));
  return [
    ...packages.flatMap((found) => [...checkManifest(root, found), ...checkEntryPoints(found)]),
    ...checkDocumentation(root, packages),
  ];
}

function checkManifest(root: string, { folder, manifest }: Package): Finding[] {
  const wrong = [
    manifest.type !== "module" && `"type" is ${JSON.stringify(manifest.type)}: it must be "module"`,
    manifest.sideEffects !== false && `"sideEffects" is ${JSON.stringify(manifest.sideEffects)}: it must be false`,
    !manifest.license && '"license" is missing',
    !manifest.engines?.node && '"engines.node" is missing: it says which Node the package was tested on',
    !manifest.files?.includes("dist") && '"files" does not list "dist": the package would be published empty',
  ];
  const findings = wrong
    .filter((message) => message !== false)
    .map((message) => ({ file: `${folder}/package.json`, message }));
  if (!existsSync(join(root, folder, "README.md"))) {
    findings.push({ file: `${folder}/README.md`, message: "is missing: start it with the smallest working program" });
  }
  return findings;
}

function checkEntryPoints({ folder, manifest, entryPoints }: Package): Finding[] {
  const expected: Record<string, unknown> = { "./package.json": "./package.json" };
  const onNode = layers[basename(folder)]?.mainOnNode;
  for (const entry of entryPoints) {
    expected[entry === "index" ? "." : `./${entry}`] =
      entry === "index" && onNode ? exportFor(onNode) : exportOf(entry);
  }
  const actual = manifest.exports ?? {};
  return Object.keys({ ...expected, ...actual }).flatMap((key) => {
    const [right, written] = [expected[key], actual[key]].map((value) => JSON.stringify(value));
    if (right === written) return [];
    return [{ file: `${folder}/package.json`, message: explain(key, right, written) }];
  });
}

function exportOf(entry: string): Record<string, string> {
  // The order matters: the first matching condition is used.
  return { "@a2a/source": `./src/${entry}.ts`, types: `./dist/${entry}.d.ts`, default: `./dist/${entry}.js` };
}

/** A main entry point that Node has a form of its own of. Deno and Bun also ask for what is meant for Node. */
function exportFor(onNode: string): Record<string, unknown> {
  const { "@a2a/source": source, types, default: main } = exportOf("index");
  const node = exportOf(onNode);
  const conditions = { deno: main, bun: main, node: node.default, default: main };
  return { "@a2a/source": { node: node["@a2a/source"], default: source }, types, ...conditions };
}

function explain(key: string, right: string | undefined, written: string | undefined): string {
  if (right === undefined) return `"exports" lists "${key}", but there is no such file directly under src/`;
  if (written === undefined) return `"exports" lacks "${key}": ${right}`;
  return `"exports" has "${key}": ${written}; it must be ${right}`;
}
