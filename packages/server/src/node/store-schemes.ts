import { loadPackage } from "@a2a/types/node";
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

/** The functions that open a store, by its scheme. */
export function storeOpener(store: string): OpenStore | undefined {
  const [, scheme = ""] = /^([a-z][a-z0-9+.-]*):\/\//.exec(store) ?? [];
  return schemes.get(scheme);
}

/** The function `openStore` of a package that brings a driver. It is looked for beside this one, then beside the program. */
function fromPackage(name: string): OpenStore {
  return async (store) => {
    const { openStore } = (await loadPackage(name, "this store")) as { openStore: OpenStore }; // the package promises that
    return openStore(store);
  };
}
