// `npm run kits -- FOLDER…`: runs checkouts of the public kits against the agent made for them: directly, through a gateway, and on SQLite.
// Writes results/kits.json and the section of docs/conformance.md. Exits with 1 when a failure is not explained.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { prepareActs } from "./acts.ts";
import { prepareItk } from "./itk.ts";
import { failuresBeyond, type KitTest } from "./kit.ts";
import { KITS_HEADING, kitsSection } from "./kits-section.ts";
import { type KitRun, levels, readReports, storeReport, toRun } from "./report.ts";
import { setupNames, startSetup } from "./setups.ts";
import { prepareTck } from "./tck.ts";

const [, , ...folders] = process.argv;
const EXPECTED =
  "expected checkouts of a2aproject/a2a-tck, branch 1.0-dev or 0.3.x, of a2aproject/A2A, branch conformance-spec, or of a2aproject/a2a-itk";
if (folders.length === 0) {
  console.error(`npm run kits -- FOLDER…: ${EXPECTED}`);
  process.exit(2);
}
for (const folder of folders.map((given) => resolve(given))) {
  const kit = (await prepareTck(folder)) ?? (await prepareItk(folder)) ?? prepareActs(folder);
  if (kit === undefined) throw new Error(`${folder}: ${EXPECTED}`);
  const runs: KitRun[] = [];
  let direct: KitTest[] | undefined;
  for (const name of setupNames) {
    await using setup = await startSetup(name, kit.version);
    const tests = await kit.run(setup);
    direct ??= tests;
    const run = toRun(kit, name, tests);
    runs.push(run);
    const counted = levels.map((level) => {
      const { passed, failed, skipped } = run.counts[level];
      return `${level} ${passed} passed, ${failed} failed, ${skipped} skipped`;
    });
    console.log(`${kit.name} ${name}: ${counted.join("; ")}`);
    for (const test of failuresBeyond(direct, tests)) console.log(`  fails only ${name}: ${test}`);
    for (const { test, message, specification } of run.failures) {
      if (specification !== undefined) continue;
      process.exitCode = 1;
      console.log(`  not explained: ${test}: ${message}`);
    }
  }
  storeReport({ kit: kit.name, commit: kit.commit, date: new Date().toISOString().slice(0, 10), runs });
}
const page = new URL("../../../../docs/conformance.md", import.meta.url);
const [requirements = ""] = readFileSync(page, "utf8").split(`\n${KITS_HEADING}\n`);
writeFileSync(page, `${requirements}\n${kitsSection(readReports())}\n`);
