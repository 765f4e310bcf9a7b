import { isJsonObject } from "@a2a/types";
import { toBase64 } from "../wrap/model-content.ts";

/** The state of an open question: the task that waits for the answer. */
export interface Pending {
  readonly taskId: string;
  /** Whether the form came from the agent. */
  readonly ownForm: boolean;
}

/** Options of a seal. */
export interface SealOptions {
  /** At least 32 characters, the same in every process that may receive the answer. Default: a random secret of this process. */
  secret?: string;
  /** The time limit for an answer. Default 3,600,000. */
  maxAgeMs?: number;
}

/** Encrypts state that travels through a client, which can neither read nor change it, nor use it for another tool or caller. */
export interface Seal {
  close(pending: Pending, purpose: string): Promise<string>;
  /** Rejects with a `TypeError` when the state was not sealed here for this purpose, or has expired. */
  open(sealed: string, purpose: string): Promise<Pending>;
}

/** A seal with AES-GCM. */
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
    return undefined; // the reason does not matter and must not be disclosed
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
