import type { Principal } from "@a2a/types";
import { kindOf } from "@a2a/types/internal";
import { digestOf } from "./digest.ts";

/** Secrets, or their SHA-256 digests as `sha256:` and hexadecimal digits, and who holds each of them. */
export class SecretTable {
  readonly #holders: Promise<ReadonlyMap<string, string | Principal>>;

  /** @param option The name of the option, for messages about secrets that nobody could send. */
  constructor(secrets: Readonly<Record<string, string | Principal>>, option: string) {
    checkSecrets(secrets, option);
    const entries = Object.entries(secrets).map(async ([secret, holder]) => {
      const digest = secret.startsWith(HASHED) ? fromHex(secret.slice(HASHED.length)) : await digestOf(secret);
      return [digest, holder] as const;
    });
    this.#holders = Promise.all(entries).then((pairs) => new Map(pairs));
  }

  /**
   * Who holds a secret. Secrets are looked up by their digests: neither their length nor a common beginning shows in the time it takes,
   * nor how many there are.
   */
  async find(secret: string): Promise<Principal | undefined> {
    const [digest, holders] = await Promise.all([digestOf(secret), this.#holders]);
    const holder = holders.get(digest);
    return typeof holder === "string" ? { subject: holder } : holder;
  }
}

/** Refuses secrets that nobody has, such as those of an environment variable that is not set. */
function checkSecrets(secrets: unknown, option: string): void {
  if (typeof secrets !== "object" || secrets === null || Array.isArray(secrets)) {
    throw new TypeError(`${option}: expected an object such as { "s3cr3t": "ann" }, found ${kindOf(secrets)}`);
  }
  for (const [secret, holder] of Object.entries(secrets)) {
    const flaw = flawOf(secret);
    if (flaw !== undefined) throw new TypeError(`${option}: a secret ${flaw}; is an environment variable missing?`);
    const subject: unknown = typeof holder === "object" ? holder?.subject : holder;
    if (typeof subject === "string" && subject !== "") continue;
    // The secret itself stays out of the message.
    throw new TypeError(
      `${option}: expected the name of who holds each secret, such as "ann", found ${nameOf(subject)}`,
    );
  }
}

function flawOf(secret: string): string | undefined {
  if (secret.startsWith(HASHED) && !/^sha256:[\da-f]{64}$/i.test(secret)) {
    return `begins with "${HASHED}" and lacks the 64 hexadecimal digits of a digest`;
  }
  if (secret.trim() === "") return "is empty";
  if (secret === "undefined" || secret === "null") return `is "${secret}"`;
  return secret.trim() === secret ? undefined : "begins or ends with a space";
}

function nameOf(subject: unknown): string {
  return subject === "" ? "an empty text" : kindOf(subject);
}

const HASHED = "sha256:";

function fromHex(digits: string): string {
  return digits.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)));
}
