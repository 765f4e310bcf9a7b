import { chmod, copyFile, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { mustRun } from "../run.ts";

/** The user that commands run as. */
export interface User {
  readonly uid: number;
  readonly gid: number;
}

/** A copy of the working tree with its own installation. */
export interface Clone extends AsyncDisposable {
  readonly folder: string;
}

/** What a clone is like. */
export interface CloneOptions {
  readonly folder: string;
  /** The mode of the folder above the clone. */
  readonly mode: number;
  /** Its owner, if that is not the user of this process. */
  readonly user?: User | undefined;
  readonly umask: number;
}

/** Copies the sources, and installs everything from the store of packages that this user has. */
export async function createClone(root: string, { folder, mode, user, umask }: CloneOptions): Promise<Clone> {
  const before = process.umask(umask);
  try {
    await copySources(root, folder);
    await mustRun("npm", ["run", "setup"], { cwd: folder });
    await handOver(folder, { mode, user });
  } finally {
    process.umask(before);
  }
  return { folder, [Symbol.asyncDispose]: () => rm(dirname(folder), { recursive: true, force: true }) };
}

/** Gives a clone to a user, and sets the mode of the folder above it. */
export async function handOver(folder: string, { user, mode }: Pick<CloneOptions, "user" | "mode">): Promise<void> {
  if (user) {
    // Files of packages are links into the store: they keep their owner.
    const own = ["(", "-type", "d", "-o", "-links", "1", ")"];
    const change = ["-exec", "chown", "-h", `${user.uid}:${user.gid}`, "{}", "+"];
    await mustRun("find", [folder, ...own, ...change], { cwd: dirname(folder) });
  }
  await chmod(dirname(folder), mode);
}

/** Copies what git knows or would add. */
export async function copySources(root: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const listed = await mustRun("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  for (const file of listed.split("\0").filter(Boolean)) {
    const target = join(folder, file);
    await mkdir(dirname(target), { recursive: true });
    // A file that was deleted and not committed yet is still listed.
    await copyFile(join(root, file), target).catch(ignoreMissing);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
