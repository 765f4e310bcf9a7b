import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { LocalError } from "@a2a/types";

/** The key in a file, which is created with a random key, readable by its user only, when there is none. */
export function readSecretKey(path: string): string {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw unusable(path, error);
  }
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    throw unusable(path, error);
  }
}

function unusable(path: string, cause: unknown): LocalError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new LocalError("CONFIG", `cannot use the key file ${path}: ${reason}`, { cause });
}
