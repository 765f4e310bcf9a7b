import { execFileSync } from "node:child_process";

/** The commit that a checkout is at. */
export function commitOf(folder: string): string {
  return execFileSync("git", ["rev-parse", "HEAD"], { cwd: folder, encoding: "utf8" }).trim();
}
