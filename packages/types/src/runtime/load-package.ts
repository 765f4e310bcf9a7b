import { createRequire as requireFrom } from "node:module";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { LocalError } from "../errors/local-error.ts";

/** Loads an optional package. It is looked for beside this one, then beside the program, then in the working directory. Rejects with a `LocalError` that says what to install. */
export async function loadPackage(name: string, neededBy: string): Promise<unknown> {
  const [owner] = /^(?:@[^/]+\/)?[^/]+/.exec(name) ?? [name];
  for (const folder of [undefined, dirname(process.argv[1] ?? ""), process.cwd()]) {
    try {
      const path = folder === undefined ? name : pathToFileURL(requireFrom(resolve(folder, "_")).resolve(name)).href;
      return await import(/* @vite-ignore */ path);
    } catch (error) {
      // Errors inside the package are its own.
      if (!isMissing(error, owner)) throw error;
    }
  }
  throw new LocalError("CONFIG", `${neededBy} needs the package ${owner}: run "npm install ${owner}"`);
}

/** Whether a package was not found. The message names the package or its entry point first, then who imports it. */
function isMissing(error: unknown, owner: string): boolean {
  const { code, message = "" } = error as { code?: string; message?: string };
  const isResolution = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND" || code === undefined;
  const [missing = ""] = message.split(/\s(?:imported )?from\s|\n/, 1);
  return isResolution && missing.includes(owner);
}
