import { createRequire as requireFrom } from "node:module";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { LocalError } from "@a2a/types";
import type { TaskEngine } from "../engine/port/task-engine.ts";

/** Opens the engine that a store names, such as `postgres://user@host/name`. */
type OpenStore = (store: string) => Promise<TaskEngine>;

const schemes = new Map<string, OpenStore>([
  ["postgres", fromPackage("@a2a/postgres")],
  ["postgresql", fromPackage("@a2a/postgres")],
]);

/** Teaches `serve` and `openEngine` a store: `registerStore("redis", open)` for `redis://…`. Replaces an earlier registration. */
export function registerStore(scheme: string, open: (store: string) => Promise<TaskEngine>): void {
  schemes.set(scheme, open);
}

/** What opens a store, by its scheme. */
export function storeOpener(store: string): OpenStore | undefined {
  const [, scheme = ""] = /^([a-z][a-z0-9+.-]*):\/\//.exec(store) ?? [];
  return schemes.get(scheme);
}

/** The function `openStore` of a package that brings a driver. It is looked for beside this one, then beside the program. */
function fromPackage(name: string): OpenStore {
  return async (store) => {
    const { openStore } = (await load(name)) as { openStore: OpenStore }; // the package promises that
    return openStore(store);
  };
}

async function load(name: string): Promise<unknown> {
  for (const folder of [undefined, dirname(process.argv[1] ?? ""), process.cwd()]) {
    try {
      const path = folder === undefined ? name : pathToFileURL(requireFrom(resolve(folder, "_")).resolve(name)).href;
      return await import(/* @vite-ignore */ path);
    } catch (error) {
      // Errors inside the package are its own.
      if (!isMissing(error, name)) throw error;
    }
  }
  throw new LocalError("CONFIG", `this store needs the package ${name}: run "npm install ${name}"`);
}

function isMissing(error: unknown, name: string): boolean {
  const { code, message } = error as { code?: string; message?: string };
  const isResolution = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND" || code === undefined;
  return isResolution && (message ?? "").includes(name);
}
