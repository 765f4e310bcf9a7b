import { isJsonObject } from "@a2a/types";
import { toBase64 } from "../wrap/model-content.ts";

/** What is kept while a question is out: which task waits for the answer. */
export interface Pending {
  readonly taskId: string;
  /** Whether the form asked for was the agent's own. */
  readonly ownForm: boolean;
}

/** How what is kept is sealed. */
export interface SealOptions {
  /** At least 32 characters, the same in every process that may see the answer. Default: known to this process alone. */
  secret?: string;
  /** How long an answer may take. Default 3,600,000. */
  maxAgeMs?: number;
}

/** Seals what has to travel through a client, which can neither read it nor change it, nor use it for another tool or caller. */
export interface Seal {
  close(pending: Pending, purpose: string): Promise<string>;
  /** Rejects with a `TypeError` what was not sealed here for this purpose, or too long ago. */
  open(sealed: string, purpose: string): Promise<Pending>;
}

/** A seal by AES-GCM. */
export function createSeal({ secret, maxAgeMs = 3_600_000 }: SealOptions = {}): Seal {
  if (secret !== undefined && secret.length < 32) throw new TypeError("secret: expected at least 32 characters");
  let importing: Promise<Key> | undefined;
  const key = () => {
    importing ??= importKey(secret);
    return importing;
  };
  return {
    async close(pending, purpose) {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const content = new TextEncoder().encode(JSON.stringify({ ...pending, until: Date.now() + maxAgeMs }));
      const box = await crypto.subtle.encrypt(algorithm(iv, purpose), await key(), content);
      return toBase64(new Uint8Array([...iv, ...new Uint8Array(box)]));
    },
    async open(sealed, purpose) {
      const read = await opened(sealed, purpose, await key());
      if (!isJsonObject(read) || typeof read.taskId !== "string") throw stale();
      if (typeof read.until !== "number" || read.until < Date.now()) throw stale();
      return { taskId: read.taskId, ownForm: read.ownForm === true };
    },
  };
}

async function opened(sealed: string, purpose: string, key: Key): Promise<unknown> {
  try {
    const bytes = Uint8Array.from(atob(sealed), (unit) => unit.charCodeAt(0));
    const content = await crypto.subtle.decrypt(algorithm(bytes.slice(0, 12), purpose), key, bytes.slice(12));
    return JSON.parse(new TextDecoder().decode(content));
  } catch {
    return undefined; // why does not matter, and is not told
  }
}

async function importKey(secret: string | undefined): Promise<Key> {
  const raw =
    secret === undefined
      ? crypto.getRandomValues(new Uint8Array(32))
      : await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret));
  return crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]);
}

function algorithm(iv: Uint8Array<ArrayBuffer>, purpose: string) {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(purpose) };
}

function stale(): TypeError {
  return new TypeError("the request state is not valid here or too old: call the tool again without it");
}

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
