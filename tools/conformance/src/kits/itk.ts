import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { commitOf } from "./commit-of.ts";
import type { KitTest, PreparedKit } from "./kit.ts";
import { runCommand, virtualEnvironment } from "./run-command.ts";
import type { SetupName } from "./setups.ts";

/** Our agent, and the SDKs that the kit pairs it with. */
const SDKS = ["current", "python_v10", "go_v10"];

/** Prepares a checkout of the SDKs' interop kit, with everything that it installs below it; `undefined` for any other. */
export async function prepareItk(folder: string): Promise<PreparedKit | undefined> {
  if (!existsSync(join(folder, "test_suite/current.py"))) return undefined;
  const own = dependenciesOf(folder).filter((name) => !name.startsWith("a2a-sdk"));
  const programs = await virtualEnvironment(folder, [...own, "httpx-sse", "uv"]);
  const agent = join(folder, "agents/python/v10");
  await virtualEnvironment(agent, dependenciesOf(agent));
  // The kit waits 35 seconds for an agent, which is less than the first build of this one takes.
  const code = await runCommand("go", ["build", "-o", "/dev/null", "."], join(folder, "agents/go/v10"));
  if (code !== 0) throw new Error(`${folder}: the agent for Go could not be built`);
  return {
    name: "ITK",
    version: "1.0",
    commit: commitOf(folder),
    run: ({ name }) => runScenarios(folder, programs, name),
  };
}

/** The packages that a project of the kit names. Releases are taken from the registry, where it names a tag of a repository. */
function dependenciesOf(project: string): string[] {
  const [, list = ""] =
    /^dependencies = \[(.*?)^\]/ms.exec(readFileSync(join(project, "pyproject.toml"), "utf8")) ?? [];
  return [...list.matchAll(/"([^"]+)"/g)].map(([, text = ""]) => text.replace(/ @ git\+.*@v/, "=="));
}

async function runScenarios(folder: string, programs: string, setup: SetupName): Promise<KitTest[]> {
  const results = mkdtempSync(join(tmpdir(), "a2a-kit-"));
  const output = join(results, "itk.json");
  // The kit starts our agent by a script of the checkout that it tests.
  mkdirSync(join(folder, "agents/repo/itk"), { recursive: true });
  const itk = `"${process.execPath}" --conditions=@a2a/source --no-warnings "${programOf(setup)}"`;
  writeFileSync(join(folder, "agents/repo/package.json"), JSON.stringify({ scripts: { "itk-agent": itk } }));
  await runCommand(`${programs}/python`, ["run_tests.py", "--sdks", SDKS.join()], folder, {
    PATH: `${programs}:${process.env.PATH ?? ""}`,
    ITK_OUTPUT_FILE: output,
    // Everything is installed, so that nothing is resolved again.
    UV_NO_SYNC: "1",
    UV_FROZEN: "1",
    UV_OFFLINE: "1",
    ...(setup === "on SQLite" && { A2A_ITK_STORE: `sqlite:${join(results, "itk.db")}` }),
  });
  if (!existsSync(output)) throw new Error(`${folder}: the kit wrote no report; its output is above`);
  return readScenarios(readFileSync(output, "utf8"));
}

function programOf(setup: SetupName): string {
  const path = setup === "through the gateway" ? "./itk-behind-gateway.ts" : "../../../../apps/itk/src/main.ts";
  return fileURLToPath(new URL(path, import.meta.url));
}

/** The report of the kit, in its own form. */
interface ItkReport {
  readonly results: Readonly<Record<string, { readonly passed: boolean; readonly sdks: readonly string[] }>>;
}

/** The scenarios that our agent takes part in. Throws when there is none. */
export function readScenarios(text: string): KitTest[] {
  const { results } = JSON.parse(text) as ItkReport;
  const tests = Object.entries(results)
    .filter(([, { sdks }]) => sdks.includes("current"))
    .map(([test, { passed }]): KitTest => {
      const about = { test, level: "MUST" } as const;
      if (passed) return { ...about, outcome: "passed" };
      return { ...about, outcome: "failed", message: "the traces of the agents lack what the kit expects" };
    });
  if (tests.length === 0) throw new Error("the report of the kit names no scenario with our agent");
  return tests;
}
