// `npm run mutate -- N [--seed S] [--changed] [path …]`: flips single operators in N places and runs the tests that reach them. Lists the
// mutants that no test notices, and fails if fewer than 95 % are caught. It works on a copy of the working tree.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readArguments } from "test-kit/read-arguments";
import { createClone } from "../anywhere/clone.ts";
import { type Ended, mustRun, run } from "../run.ts";
import { type Mutant, mutantsOf, mutate } from "./mutants.ts";

/** A survivor that cannot be caught, or need not be. */
interface Accepted {
  readonly file: string;
  readonly text: string;
  readonly from: string;
  readonly reason: string;
}

const LEAST = 0.95;
const TIMEOUT_MS = 180_000;

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const { values, positionals } = readArguments({
  allowPositionals: true,
  options: { seed: { type: "string", default: String(Date.now() % 1_000_000) }, changed: { type: "boolean" } },
});
const [count = "20", ...paths] = positionals;
if (!/^\d+$/.test(count)) {
  console.error(`npm run mutate -- N: expected a number of mutants, found "${count}"`);
  process.exit(2);
}
const accepted = JSON.parse(
  await readFile(new URL("../../accepted-mutants.json", import.meta.url), "utf8"),
) as readonly Accepted[]; // written by hand, beside this package

const chosen = choose(await allMutants(), Number(count), Number(values.seed));
if (chosen.length === 0) {
  console.error("No operator to flip: name files below packages/*/src, or change some.");
  process.exit(2);
}
console.log(`${chosen.length} mutants, seed ${values.seed}`);
const place = await mkdtemp(join(tmpdir(), "a2a-mutate-"));
const survivors: Mutant[] = [];
const untried: Mutant[] = [];
/** Packages whose tests have passed in the copy. */
const healthy = new Set<string>();
try {
  await using clone = await createClone(root, { folder: join(place, "clone"), mode: 0o755, umask: 0o022 });
  for (const mutant of chosen) {
    const started = performance.now();
    const how = await fate(clone.folder, mutant);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(
      `${how.padEnd(8)} ${seconds.padStart(3)} s  ${mutant.file}:${mutant.line}  ${mutant.from} → ${mutant.to}`,
    );
    if (how === "survived") survivors.push(mutant);
    if (how === "untried") untried.push(mutant);
  }
} finally {
  await rm(place, { recursive: true, force: true });
}
const tried = chosen.length - untried.length;
const caught = tried - survivors.length;
console.log(`\n${caught} of ${tried} caught or accepted (${((100 * caught) / tried).toFixed(1)} %).`);
for (const { file } of untried) console.log(`${file}  was not tried: its tests fail without a mutant`);
for (const { file, line, text, from, to } of survivors) console.log(`${file}:${line}  ${from} → ${to}\n    ${text}`);
process.exitCode = caught < LEAST * tried || untried.length > 0 ? 1 : 0;

async function allMutants(): Promise<Mutant[]> {
  const command = values.changed
    ? ["diff", "--name-only", "--diff-filter=d", "main"]
    : ["ls-files", ...(paths.length > 0 ? paths : ["packages"])];
  const files = (await mustRun("git", command, { cwd: root })).split("\n");
  const sources = files.filter(
    (file) => /^packages\/[^/]+\/src\/.*\.ts$/.test(file) && !/\.test\.ts$|\/contract\//.test(file),
  );
  const found = await Promise.all(
    sources.map(async (file) => mutantsOf(file, await readFile(join(root, file), "utf8"))),
  );
  return found.flat();
}

/** So many at random, the same for the same seed. */
function choose(all: readonly Mutant[], wanted: number, seed: number): Mutant[] {
  let state = seed + 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return all
    .map((mutant) => ({ mutant, at: random() }))
    .sort((one, other) => one.at - other.at)
    .slice(0, wanted)
    .map(({ mutant }) => mutant);
}

async function fate(folder: string, mutant: Mutant): Promise<"caught" | "accepted" | "survived" | "untried"> {
  const { file } = mutant;
  if (accepted.some((each) => each.file === file && each.text === mutant.text && each.from === mutant.from)) {
    return "accepted";
  }
  const own = file.split("/").slice(0, 2).join("/");
  // A test that fails by itself would catch everything.
  if (!healthy.has(own)) {
    const { ok, output } = await runTests(folder, file, `--project=${own}`);
    if (!ok) {
      console.log(output);
      return "untried";
    }
  }
  healthy.add(own);
  const source = await readFile(join(folder, file), "utf8");
  await writeFile(join(folder, file), mutate(source, mutant));
  try {
    // The tests of its own package know it best; only if they notice nothing, those of the others run.
    for (const selection of [`--project=${own}`, `--exclude=${own}/**`]) {
      if (!(await runTests(folder, file, selection)).ok) return "caught";
    }
    return "survived";
  } finally {
    await writeFile(join(folder, file), source);
  }
}

/** Runs the selected tests that load a file. Those that hang do not pass. */
function runTests(folder: string, file: string, selection: string): Promise<Ended> {
  const { TEST_RUN_MARK: _, ...env } = process.env;
  // In random order, since the longest tests, which else come first, seldom are the first to notice.
  const order = ["--sequence.shuffle.files", "--bail=1"];
  const args = ["related", file, "--run", ...order, "--passWithNoTests", "--testTimeout=20000", selection];
  return run(process.execPath, ["node_modules/vitest/vitest.mjs", ...args], {
    cwd: folder,
    env: { ...env, NO_COLOR: "1" },
    timeoutMs: TIMEOUT_MS,
  });
}
