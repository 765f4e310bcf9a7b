import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { TextMemory } from "@a2a/client";
import { isJsonObject, type JsonObject } from "@a2a/types";
import type { Io } from "../cli/io.ts";

const MAX_ENTRIES = 200;

/**
 * The memory of a command. How endpoints deviate is kept in a file of the user's cache folder, for the commands that follow; all else
 * counts for this command only. If the file cannot be read or written, the deviations are learned again.
 */
export class DeviationFile implements TextMemory {
  readonly #path: string;
  readonly #own = new Map<string, string>();

  constructor({ env }: Pick<Io, "env">) {
    const cache = env.XDG_CACHE_HOME || join(env.HOME || homedir(), ".cache");
    this.#path = join(cache, "a2a-cli", "deviations.json");
  }

  get(key: string): string | undefined {
    const own = this.#own.get(key);
    if (own !== undefined || !isKept(key)) return own;
    const entries = this.#read();
    const kept = Object.hasOwn(entries, key) ? entries[key] : undefined;
    return typeof kept === "string" ? kept : undefined;
  }

  set(key: string, value: string): void {
    this.#own.set(key, value);
    if (!isKept(key)) return;
    const { [key]: _, ...others } = this.#read();
    const entries = Object.entries(others).slice(1 - MAX_ENTRIES);
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      const draft = `${this.#path}.${process.pid}`;
      writeFileSync(draft, JSON.stringify(Object.fromEntries([...entries, [key, value]])), { mode: 0o600 });
      renameSync(draft, this.#path);
    } catch {
      // As said above.
    }
  }

  #read(): JsonObject {
    try {
      const entries: unknown = JSON.parse(readFileSync(this.#path, "utf8"));
      return isJsonObject(entries) ? entries : {};
    } catch {
      return {};
    }
  }
}

function isKept(key: string): boolean {
  return key.startsWith("deviations ");
}
