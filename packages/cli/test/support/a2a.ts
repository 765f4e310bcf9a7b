import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Child, COMMAND, type Ran, runChild } from "../child.ts";
import { runHere } from "../here.ts";

export interface A2aOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A folder that is empty, for what a user keeps and for files of a test. It goes when the tests end. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "a2a-cli-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
process.setMaxListeners(100);

const home = emptyFolder();
const shared = { HOME: home, XDG_CONFIG_HOME: "" };

/**
 * Runs `a2a` in a home and a folder without any configuration: in this process, unless it needs a folder of its own. That takes a tenth
 * of the time, and process.test.ts shows that a process of its own does the same.
 */
export function a2a(args: readonly string[], { env, cwd, input = "" }: A2aOptions = {}): Promise<Ran> {
  const surroundings = { ...shared, ...env };
  return cwd === undefined
    ? inHome(() => runHere(args, surroundings, input))
    : runChild(args, { cwd, input, env: surroundings });
}

/** The same as a process of its own, as people run it. */
export function a2aProcess(args: readonly string[], { env, cwd = home, input = "" }: A2aOptions = {}): Promise<Ran> {
  return runChild(args, { cwd, input, env: { ...shared, ...env } });
}

let inside = 0;
let outside = "";

/** Commands look for configuration in the working directory, which concurrent tests share. */
async function inHome<T>(action: () => Promise<T>): Promise<T> {
  if (inside++ === 0) outside = process.cwd();
  process.chdir(home);
  try {
    return await action();
  } finally {
    if (--inside === 0) process.chdir(outside);
  }
}

/** The same as a line for a shell. */
export function commandLine(args: readonly string[]): string {
  const words = [...COMMAND, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  return `HOME='${home}' ${words.join(" ")}`;
}

/** The process while it runs. */
export function startA2a(args: readonly string[], { env, cwd = home }: A2aOptions = {}): Child {
  return new Child(args, { cwd, env: { ...shared, ...env } });
}

/** The value of the first field of this label. */
export function field(text: string, label: string): string {
  return new RegExp(`^${label}: (.*)$`, "m").exec(text)?.[1] ?? "";
}

/** The objects of JSON Lines. */
export function jsonLines(text: string): Record<string, unknown>[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
