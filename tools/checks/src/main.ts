import { fileURLToPath } from "node:url";
import { checkAnywhere, checkWhereItFailed } from "./anywhere/anywhere.ts";
import { checkDemoInstall } from "./anywhere/demo-install.ts";
import { checkLeftovers } from "./anywhere/leftovers.ts";
import { checkDeclarations } from "./declarations.ts";
import { checkFirstChange } from "./documents/first-change.ts";
import { checkSnippets } from "./documents/snippets.ts";
import { checkWords } from "./documents/words.ts";
import { checkExports } from "./exports.ts";
import { checkExpressions } from "./expressions/check-expressions.ts";
import { type Finding, formatFinding } from "./finding.ts";
import { checkFileNames, checkFolderSizes } from "./folders/file-names.ts";
import { checkFolderCycles } from "./folders/folder-cycles.ts";
import { checkForbidden } from "./forbidden.ts";
import { checkFirstHour } from "./installed/first-hour.ts";
import { npmInstall } from "./installed/install-tarballs.ts";
import { checkMetadata } from "./installed/metadata.ts";
import { checkPacked } from "./installed/packed.ts";
import { checkPublished } from "./installed/published.ts";
import { checkLayers } from "./layers.ts";
import { checkRuntimes } from "./runtimes.ts";
import { checkVersionLiterals } from "./version-literals.ts";

type Check = (root: string) => Finding[] | Promise<Finding[]>;

/** In the order in which a mistake is cheapest to find. From `declarations` to `installed` they need a build, and the last of these a registry. */
const checks: Readonly<Record<string, Check>> = {
  forbidden: (root) => [...checkForbidden(root), ...checkFileNames(root), ...checkFolderSizes(root)],
  layers: (root) => [...checkLayers(root), ...checkFolderCycles(root), ...checkRuntimes(root)],
  versions: checkVersionLiterals,
  words: checkWords,
  expressions: checkExpressions,
  exports: checkExports,
  metadata: checkMetadata,
  snippets: checkSnippets,
  "first-change": checkFirstChange,
  declarations: checkDeclarations,
  packed: (root) => checkPacked(root),
  "first-hour": checkFirstHour,
  published: checkPublished,
  installed: (root) => checkPacked(root, npmInstall),
  leftovers: checkLeftovers,
  "demo-install": checkDemoInstall,
  "users-and-folders": checkWhereItFailed,
  anywhere: (root) => checkAnywhere(root),
};

const root = fileURLToPath(new URL("../../..", import.meta.url));
const asked = process.argv.slice(2);
const names = asked.length === 0 || asked.includes("all") ? Object.keys(checks) : asked;

for (const name of names) {
  const check = checks[name];
  if (!check) {
    console.error(`Unknown check "${name}": use ${Object.keys(checks).join(", ")} or all.`);
    process.exitCode = 2;
    continue;
  }
  const findings = await check(root);
  for (const finding of findings) console.log(formatFinding(finding));
  console.log(findings.length === 0 ? `${name}: ok` : `${name}: ${findings.length} found`);
  if (findings.length > 0) process.exitCode = 1;
}
