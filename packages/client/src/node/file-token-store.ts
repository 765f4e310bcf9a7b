import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import type { TokenStore } from "../oauth/token.ts";

/**
 * Tokens in a file that only its user can read (mode 0600). Other processes may read it at any time, but of two that write at the same moment, one
 * loses its token and has to get another. A file that cannot be read counts as empty.
 */
export class FileTokenStore implements TokenStore {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** The origins of the agents with a token. */
  origins(): string[] {
    return Object.keys(this.#read());
  }

  get(origin: string): string | undefined {
    const tokens = this.#read();
    return Object.hasOwn(tokens, origin) ? JSON.stringify(tokens[origin]) : undefined;
  }

  set(origin: string, token: string): void {
    this.#write({ ...this.#read(), [origin]: JSON.parse(token) as JsonValue }); // written as JSON
  }

  /** Deletes a token. Returns whether there was one. */
  delete(origin: string): boolean {
    const { [origin]: deleted, ...others } = this.#read();
    if (deleted !== undefined) this.#write(others);
    return deleted !== undefined;
  }

  #read(): JsonObject {
    try {
      const tokens: unknown = JSON.parse(readFileSync(this.path, "utf8"));
      return isJsonObject(tokens) ? tokens : {};
    } catch {
      return {}; // missing or unreadable
    }
  }

  #write(tokens: JsonObject): void {
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    // Written to a temporary file and renamed, so that the file is complete and private at any time.
    const fresh = `${this.path}.${process.pid}`;
    writeFileSync(fresh, `${JSON.stringify(tokens, undefined, 2)}\n`, { mode: 0o600 });
    chmodSync(fresh, 0o600);
    renameSync(fresh, this.path);
  }
}
