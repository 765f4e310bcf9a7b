import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

const isArm = process.arch === "arm64";

/** Where the packages of npm have their commands; both list one package per platform as an optional dependency. */
const commands = {
  bun: `@oven/bun-linux-${isArm ? "aarch64" : "x64"}/bin/bun`,
  deno: `@deno/linux-${isArm ? "arm64" : "x64"}-glibc/deno`,
} as const;

/** A program in a runtime of its own. */
export interface Program extends AsyncDisposable {
  readonly url: string;
}

/** Starts a program, and waits until it prints the address that it listens on. */
export async function start(runtime: keyof typeof commands, args: readonly string[], env = {}): Promise<Program> {
  const child = spawn(commandOf(runtime), args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  const exited = once(child, "exit");
  const lines: string[] = [];
  const url = await printedUrl(child, lines).catch((error: Error) => {
    throw new Error(`${runtime}: ${error.message}\n${lines.join("\n")}`);
  });
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
    },
  };
}

/** The first local address that a program prints, which also adds what it prints to the lines. Rejects when it ends before. */
export function printedUrl(child: ChildProcessByStdio<null, Readable, Readable>, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on("line", (line) => {
        lines.push(line);
        const [found] = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(line) ?? [];
        if (found) resolve(found);
      });
    }
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`it ended with ${code}`)));
  });
}

/** The path of a runtime. */
export function commandOf(runtime: keyof typeof commands): string {
  const [scope, name, ...path] = commands[runtime].split("/");
  const ofRuntime = createRequire(createRequire(import.meta.url).resolve(`${runtime}/package.json`));
  return join(dirname(ofRuntime.resolve(`${scope}/${name}/package.json`)), ...path);
}
