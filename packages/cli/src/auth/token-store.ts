import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type JsonObject } from "@a2a/types";
import type { Io } from "../cli/io.ts";
import { userFolder } from "../settings/config-files.ts";

/** A token from `a2a auth login`, and how to refresh it. */
export interface StoredToken {
  readonly accessToken: string;
  /** When it expires, in milliseconds since 1970; absent if unknown. */
  readonly expiresAt?: number;
  readonly refreshToken?: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly scope?: string;
}

/** The tokens of one user, by origin of the agent, in a file that only the user can read. */
export class TokenStore {
  readonly path: string;

  constructor(io: Pick<Io, "env">) {
    this.path = join(userFolder(io), "credentials.json");
  }

  /** The origins with a stored token. */
  origins(): string[] {
    return Object.keys(this.#read());
  }

  get(origin: string): StoredToken | undefined {
    const tokens = this.#read();
    const token = Object.hasOwn(tokens, origin) ? tokens[origin] : undefined;
    return isJsonObject(token) && typeof token.accessToken === "string" ? (token as object as StoredToken) : undefined; // as written below
  }

  set(origin: string, token: StoredToken): void {
    this.#write({ ...this.#read(), [origin]: { ...token } });
  }

  /** Deletes a token. Returns whether there was one. */
  delete(origin: string): boolean {
    const { [origin]: forgotten, ...others } = this.#read();
    if (forgotten !== undefined) this.#write(others);
    return forgotten !== undefined;
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
    mkdirSync(join(this.path, ".."), { recursive: true, mode: 0o700 });
    // Written to a temporary file and renamed, so that the file is complete and private at any time.
    const fresh = `${this.path}.${process.pid}`;
    writeFileSync(fresh, `${JSON.stringify(tokens, undefined, 2)}\n`, { mode: 0o600 });
    chmodSync(fresh, 0o600);
    renameSync(fresh, this.path);
  }
}
