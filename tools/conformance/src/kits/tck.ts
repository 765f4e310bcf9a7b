import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProtocolVersion } from "@a2a/types";
import { commitOf } from "./commit-of.ts";
import { type JunitTest, readJunit } from "./junit.ts";
import type { KitTest, Level, PreparedKit } from "./kit.ts";
import { runCommand, virtualEnvironment } from "./run-command.ts";
import type { Setup } from "./setups.ts";

/** One branch of the TCK: how to recognize, install and run it. */
interface Branch {
  readonly name: string;
  readonly version: ProtocolVersion;
  /** A folder that only this one has. */
  readonly tests: string;
  readonly install: readonly string[];
  /** The arguments of pytest; `report` is where the kit may write a report of its own. */
  readonly run: (setup: Setup, report: string) => readonly string[];
  readonly levelOf: (test: JunitTest, report: string) => Level;
}

const BRANCHES: readonly Branch[] = [
  {
    name: "TCK 1.0",
    version: "1.0",
    tests: "tests/compatibility",
    install: ["."],
    run: ({ open }, report) => [
      "tests/compatibility",
      `--sut-host=${open.url}`,
      "--transport=jsonrpc,http_json,grpc",
      `--compatibility-report=${report}`,
    ],
    levelOf: ({ test }, report) => levelsIn(report).get(test) ?? "MUST",
  },
  {
    name: "TCK 0.3",
    version: "0.3",
    tests: "tests/mandatory",
    // The last three are missing in its list of requirements.
    install: ["-r", "requirements.txt", "pyOpenSSL", "aiohttp", "pytest-html"],
    // It ignores the path of the URL and looks for the card at the root of the host.
    run: ({ root }) => [
      "tests/mandatory",
      "tests/optional",
      `--sut-url=${root}`,
      "--test-scope=all",
      "--transports=jsonrpc,rest",
    ],
    levelOf: ({ test }) => (test.startsWith("tests.mandatory") ? "MUST" : "SHOULD"),
  },
];

/** Prepares a checkout of the TCK. Its packages are installed into a virtual environment below it, unless there is one. */
export async function prepareTck(folder: string): Promise<PreparedKit | undefined> {
  const branch = BRANCHES.find(({ tests }) => existsSync(join(folder, tests)));
  if (branch === undefined) return undefined;
  const python = join(await virtualEnvironment(folder, branch.install), "python");
  const { name, version } = branch;
  return { name, version, commit: commitOf(folder), run: (setup) => runBranch(branch, folder, python, setup) };
}

async function runBranch(branch: Branch, folder: string, python: string, setup: Setup): Promise<KitTest[]> {
  const results = mkdtempSync(join(tmpdir(), "a2a-kit-"));
  const junit = join(results, "junit.xml");
  const report = join(results, "report.json");
  // It exits with 1 when tests fail, which the report says better.
  await runCommand(
    python,
    ["-m", "pytest", ...branch.run(setup, report), "--tb=line", "-q", `--junitxml=${junit}`],
    folder,
  );
  if (!existsSync(junit)) throw new Error(`${folder}: the kit wrote no report; its output is above`);
  return readJunit(readFileSync(junit, "utf8")).map((test) => ({ ...test, level: branch.levelOf(test, report) }));
}

/** The report of the 1.0 kit: the level of each requirement, and the tests that are about it. */
interface KitReport {
  readonly per_requirement: Readonly<Record<string, { readonly level: Level; readonly test_ids: readonly string[] }>>;
}

/** The levels of tests in the report of the 1.0 kit; that of a test with several requirements is the strictest. */
function levelsIn(file: string): Map<string, Level> {
  const report = JSON.parse(readFileSync(file, "utf8")) as KitReport; // the kit's own form
  const levels = new Map<string, Level>();
  for (const { level, test_ids } of Object.values(report.per_requirement)) {
    for (const id of test_ids) {
      const [path = "", ...names] = id.split("::");
      const [name = "", ...groups] = names.toReversed();
      const test = [path.replace(/\.py$/, "").replaceAll("/", "."), ...groups].join(".");
      const known = levels.get(`${test}::${name}`);
      levels.set(`${test}::${name}`, known === "MUST" || level === "MUST" ? "MUST" : level);
    }
  }
  return levels;
}
