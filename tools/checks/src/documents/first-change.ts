import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createClone } from "../anywhere/clone.ts";
import type { Finding } from "../finding.ts";
import { mustRun, run } from "../run.ts";
import { applyDiff, changesOf, type GuideChange } from "./guide.ts";

const PAGE = "docs/your-first-change.md";

/** The changes in docs/your-first-change.md apply to a copy of the repository, touch as many files as they say, compile and pass their tests. */
export async function checkFirstChange(root: string): Promise<Finding[]> {
  const folder = join(mkdtempSync(join(tmpdir(), "a2a-first-change-")), "a2a");
  await using clone = await createClone(root, { folder, mode: 0o755, umask: process.umask() });
  const changes = changesOf(readFileSync(join(root, PAGE), "utf8"));
  if (changes.length === 0) return [{ file: PAGE, message: 'has no section such as "## 1. An error code: 4 files"' }];
  return await tryChanges(clone.folder, changes, ["npm run check -- types"]);
}

/** Applies changes to a folder one after the other, and runs their commands there; `whenApplied` runs beside those of the last one. */
export async function tryChanges(
  folder: string,
  changes: readonly GuideChange[],
  whenApplied: readonly string[] = [],
): Promise<Finding[]> {
  // Maintenance in the background would still write when the copy is deleted.
  const git = (...args: string[]) =>
    mustRun(
      "git",
      ["-c", "user.name=guide", "-c", "user.email=guide@localhost", "-c", "maintenance.auto=false", ...args],
      { cwd: folder },
    );
  await git("init", "-q");
  await git("add", "-A");
  await git("commit", "-qm", "before");
  // The commands of the page use the Node that runs this.
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  const failedOf = async (commands: readonly { readonly line?: number; readonly command: string }[]) => {
    for (const { command, ...place } of commands) {
      const { ok, output } = await run("sh", ["-c", command], { cwd: folder, env });
      if (!ok) return [{ file: PAGE, ...place, message: `\`${command}\` failed:\n${output}` }];
    }
    return [];
  };
  for (const { title, files, line, diffs, commands } of changes) {
    const refused = diffs.flatMap((diff) => {
      const message = applyDiff(folder, diff);
      return message === undefined ? [] : [{ file: PAGE, line: diff.line, message }];
    });
    if (refused.length > 0) return refused;
    const isLast = diffs === changes.at(-1)?.diffs;
    const failed = await Promise.all([
      failedOf(commands),
      isLast ? failedOf(whenApplied.map((command) => ({ command }))) : [],
    ]);
    if (failed.flat().length > 0) return failed.flat();
    const changed = (await git("status", "--porcelain", "-uall")).trimEnd().split("\n");
    if (changed.length !== files) {
      const message = `"${title}" touches ${changed.length} files instead of ${files}:\n${changed.join("\n")}`;
      return [{ file: PAGE, line, message }];
    }
    await git("add", "-A");
    await git("commit", "-qm", title);
  }
  return [];
}
