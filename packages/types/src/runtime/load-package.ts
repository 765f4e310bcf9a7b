import { createRequire as requireFrom } from "node:module";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { LocalError } from "../errors/local-error.ts";

/** Loads an optional package. It is looked for beside this one, then beside the program, then in the working directory. Rejects with a `LocalError` that says what to install. */
export async function loadPackage(name: string, neededBy: string): Promise<unknown> {
  for (const folder of [undefined, dirname(process.argv[1] ?? ""), process.cwd()]) {
    try {
      const path = folder === undefined ? name : pathToFileURL(requireFrom(resolve(folder, "_")).resolve(name)).href;
      return await import(/* @vite-ignore */ path);
    } catch (error) {
      // Errors inside the package are its own.
      if (!isMissing(error, name)) throw error;
    }
  }
  const [owner] = /^(?:@[^/]+\/)?[^/]+/.exec(name) ?? [name];
  throw new LocalError("CONFIG", `${neededBy} needs the package ${owner}: run "npm install ${owner}"`);
}

function isMissing(error: unknown, name: string): boolean {
  const { code, message } = error as { code?: string; message?: string };
  const isResolution = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND" || code === undefined;
  return isResolution && (message ?? "").includes(name);
}
