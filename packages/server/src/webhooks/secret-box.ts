/**
 * Encrypts JSON with AES-256-GCM, for one address each: the text for one address cannot be moved to another. It imports nothing, so that
 * bundles load it on demand at no cost.
 */
export class SecretBox {
  readonly #key: Promise<EncryptionKey>;

  constructor(secret: Uint8Array<ArrayBuffer>) {
    this.#key = importKey(secret);
  }

  /** A text that only a box with the same secret can read, for the same address. */
  async encrypt(value: object, url: string): Promise<string> {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const sealed = await crypto.subtle.encrypt(cipher(iv, url), await this.#key, encoder.encode(JSON.stringify(value)));
    return `${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`;
  }

  /** The JSON of a text. Rejects if it was encrypted with another secret or for another address, or changed. */
  async decrypt(text: string, url: string): Promise<string> {
    const [iv = EMPTY, bytes = EMPTY] = text.split(".").map(fromBase64);
    return new TextDecoder().decode(await crypto.subtle.decrypt(cipher(iv, url), await this.#key, bytes));
  }
}

type EncryptionKey = Awaited<ReturnType<typeof importKey>>;
const encoder = new TextEncoder();
const EMPTY = new Uint8Array(0);

async function importKey(secret: Uint8Array<ArrayBuffer>) {
  const digest = await crypto.subtle.digest("SHA-256", secret);
  return crypto.subtle.importKey("raw", digest, "AES-GCM", false, ["encrypt", "decrypt"]);
}

function cipher(iv: Uint8Array<ArrayBuffer>, url: string) {
  return { name: "AES-GCM", iv, additionalData: encoder.encode(url) };
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));
}
