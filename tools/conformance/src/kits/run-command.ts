import { spawn } from "node:child_process";

/** Runs a command to its end and returns its exit code. Its output is shown. */
export function runCommand(
  file: string,
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...environment };
    const child = spawn(file, args, { cwd, env, stdio: ["ignore", "inherit", "inherit"] });
    child.on("error", (cause) => reject(new Error(`${file} cannot be run`, { cause })));
    child.on("close", resolve);
  });
}

/** Installs Python packages into a virtual environment below a folder, unless there is one. Returns its folder of programs. */
export async function virtualEnvironment(folder: string, packages: readonly string[]): Promise<string> {
  const programs = `${folder}/.venv/bin`;
  if ((await runCommand("test", ["-x", `${programs}/python`], folder)) === 0) return programs;
  await runCommand("python3", ["-m", "venv", ".venv"], folder);
  const code = await runCommand(`${programs}/python`, ["-m", "pip", "install", "--quiet", ...packages], folder);
  if (code !== 0) throw new Error(`${folder}: the packages of the kit could not be installed`);
  return programs;
}
