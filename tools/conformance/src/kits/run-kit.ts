import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProtocolVersion } from "@a2a/types";
import { type KitResult, readJunit } from "./junit.ts";

/** One branch of the public kit: how it is told apart from others, installed and run. */
interface Kit {
  /** The protocol version that it tests. */
  readonly version: ProtocolVersion;
  /** A folder that only this one has. */
  readonly tests: string;
  /** Whether it looks for the card at the root of the host, whatever URL it is given. */
  readonly needsRoot: boolean;
  readonly install: readonly string[];
  readonly run: (url: string) => readonly string[];
}

const KITS: readonly Kit[] = [
  {
    version: "1.0",
    tests: "tests/compatibility",
    needsRoot: false,
    install: ["."],
    run: (url) => ["tests/compatibility", `--sut-host=${url}`, "--transport=jsonrpc,http_json"],
  },
  {
    version: "0.3",
    tests: "tests/mandatory",
    needsRoot: true,
    // The last three are missing in its list of requirements.
    install: ["-r", "requirements.txt", "pyOpenSSL", "aiohttp", "pytest-html"],
    run: (url) => [
      "tests/mandatory",
      "tests/optional",
      `--sut-url=${url}`,
      "--test-scope=all",
      "--transports=jsonrpc,rest",
    ],
  },
];

/** A kit that is ready to be run. */
export interface PreparedKit extends Pick<Kit, "version" | "needsRoot"> {
  /** Runs all tests against an agent. */
  run(url: string): Promise<KitResult>;
}

/** Prepares a checkout of the kit. Its packages are installed into a virtual environment below it, unless there is one. */
export async function prepareKit(folder: string): Promise<PreparedKit> {
  const kit = KITS.find(({ tests }) => existsSync(join(folder, tests)));
  if (kit === undefined) {
    throw new Error(`${folder}: expected a checkout of a2aproject/a2a-tck, branch 1.0-dev or 0.3.x`);
  }
  const python = join(folder, ".venv/bin/python");
  if (!existsSync(python)) {
    await run("python3", ["-m", "venv", ".venv"], folder);
    const code = await run(python, ["-m", "pip", "install", "--quiet", ...kit.install], folder);
    if (code !== 0) throw new Error(`${folder}: the packages of the kit could not be installed`);
  }
  const test = async (url: string) => {
    const report = join(mkdtempSync(join(tmpdir(), "a2a-kit-")), "report.xml");
    // It exits with 1 when tests fail, which the report says better.
    await run(python, ["-m", "pytest", ...kit.run(url), "--tb=no", "-q", `--junitxml=${report}`], folder);
    if (!existsSync(report)) throw new Error(`${folder}: the kit wrote no report; its output is above`);
    return readJunit(readFileSync(report, "utf8"));
  };
  return { version: kit.version, needsRoot: kit.needsRoot, run: test };
}

function run(file: string, args: readonly string[], cwd: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, stdio: ["ignore", "inherit", "inherit"] });
    child.on("error", (cause) => reject(new Error(`${file} cannot be run`, { cause })));
    child.on("close", resolve);
  });
}
