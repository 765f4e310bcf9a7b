import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { terminalPicture } from "./svg.ts";

/** Runs the demo and renders its output as a picture. */
export async function recordDemo(): Promise<string> {
  const demo = fileURLToPath(new URL("../../../../apps/demo/src/main.ts", import.meta.url));
  const { ANTHROPIC_API_KEY: _, OPENAI_API_KEY: __, NO_COLOR: ___, ...env } = process.env;
  const child = spawn(process.execPath, ["--conditions=@a2a/source", demo, "--yes"], {
    env: { ...env, FORCE_COLOR: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) lines.push(masked(line));
  const [status] = (await exited) as [number | null];
  if (status !== 0) throw new Error(`the demo ended with status ${status}`);
  return terminalPicture(lines, { command: "npm run demo" });
}

/** Masks values that differ from run to run: ids, ports and times. */
export function masked(line: string): string {
  return line
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "01985c4e-…")
    .replace(/\b127\.0\.0\.1:\d+/g, "127.0.0.1:4000")
    .replace(/\b\d+(\.\d+)? ?(ms|s)\b/g, "… $2");
}
