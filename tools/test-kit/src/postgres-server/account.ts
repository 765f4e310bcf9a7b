import { accessSync, chmodSync, constants, statSync } from "node:fs";
import { chown, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** The user that the server runs as, by number; empty for the user of this process. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** `nobody`, by the number that every Linux gives it. */
const NOBODY = 65_534;

/** PostgreSQL refuses to run as root. Root may become any user, including one that no file lists. */
export function chooseAccount(): Account {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
}

/** Creates a folder that the account can reach: in the folder for temporary files, or else in one that all users share. */
export async function createFolder(account: Account): Promise<string> {
  const candidates = [tmpdir(), "/tmp", "/var/tmp", "/dev/shm"];
  const parent = candidates.find((path) => isUsable(path, account)) ?? tmpdir();
  const folder = await mkdtemp(join(parent, "a2a-postgres-"));
  if (account.uid !== undefined) {
    chmodSync(folder, 0o700);
    await giveTo(account, folder);
  }
  return folder;
}

/** Makes the account the owner of a file or folder, if there is one. */
export async function giveTo({ uid, gid }: Account, path: string): Promise<void> {
  if (uid === undefined || gid === undefined) return;
  try {
    await chown(path, uid, gid);
  } catch (error) {
    // What does not exist yet, its owner will create.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

function isUsable(path: string, { uid }: Account): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch {
    return false;
  }
  return uid === undefined || isReachable(resolve(path));
}

/** Whether every user may pass through a folder and those above it. */
function isReachable(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false;
  const parent = dirname(folder);
  return parent === folder || isReachable(parent);
}
