import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder for the files of one scenario. */
export interface Folder extends Disposable {
  readonly path: string;
  /** Whether it is a file system of its own, of a limited size. */
  readonly isSmall: boolean;
}

/** A folder that is removed in the end; on a file system of so many MB, where that may be mounted. */
export function temporaryFolder(megabytes?: number): Folder {
  const path = mkdtempSync(join(tmpdir(), "a2a-faults-"));
  const isSmall = megabytes !== undefined && mount(path, megabytes);
  return {
    path,
    isSmall,
    [Symbol.dispose]() {
      if (isSmall) execFileSync("umount", ["--lazy", path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function mount(path: string, megabytes: number): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", path], { stdio: "ignore" });
    return true;
  } catch {
    return false; // only root may
  }
}
