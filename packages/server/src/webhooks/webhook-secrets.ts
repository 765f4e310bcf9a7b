import type { TaskPushNotificationConfig } from "@a2a/types";

/** A webhook as it is stored: everything but its address may be encrypted. */
type StoredConfig = TaskPushNotificationConfig & { readonly sealed?: string };

/**
 * Encrypts the tokens and credentials of webhooks before they are stored, with AES-256-GCM, and decrypts them when they are needed. What
 * was stored in plain text before there was a key is read as it is.
 */
export class WebhookSecrets {
  readonly #key: Promise<EncryptionKey> | undefined;

  /** @param secret At least 16 bytes. Without it secrets are stored in plain text. */
  constructor(secret: string | undefined) {
    if (secret === undefined) return;
    const bytes = encoder.encode(secret);
    if (bytes.length < 16) throw new TypeError("webhooks.secretKey: expected at least 16 bytes, such as a random id");
    this.#key = importKey(bytes);
    // Warn callers that use the key.
    this.#key.catch(() => undefined);
  }

  /** The configuration to be stored. */
  async seal(config: TaskPushNotificationConfig): Promise<TaskPushNotificationConfig> {
    const { id, taskId, url, ...secrets } = config;
    if (this.#key === undefined || Object.keys(secrets).length === 0) return config;
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const text = encoder.encode(JSON.stringify(secrets));
    const sealed = await crypto.subtle.encrypt(cipher(iv, url), await this.#key, text);
    const stored: StoredConfig = {
      ...(id !== undefined && { id }),
      ...(taskId !== undefined && { taskId }),
      url,
      sealed: `${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`,
    };
    return stored;
  }

  /** The configuration as it was registered. Rejects when it was encrypted with another key, or changed. */
  async open(stored: StoredConfig): Promise<TaskPushNotificationConfig> {
    const { sealed, ...config } = stored;
    if (sealed === undefined) return config;
    if (this.#key === undefined)
      throw new Error("the secrets of a webhook are encrypted: webhooks.secretKey is missing");
    const [iv = EMPTY, bytes = EMPTY] = sealed.split(".").map(fromBase64);
    const text = await crypto.subtle.decrypt(cipher(iv, config.url), await this.#key, bytes);
    // It was encrypted from one.
    return { ...config, ...(JSON.parse(new TextDecoder().decode(text)) as Partial<TaskPushNotificationConfig>) };
  }
}

type EncryptionKey = Awaited<ReturnType<typeof importKey>>;
const encoder = new TextEncoder();
const EMPTY = new Uint8Array(0);

async function importKey(secret: Uint8Array<ArrayBuffer>) {
  const digest = await crypto.subtle.digest("SHA-256", secret);
  return crypto.subtle.importKey("raw", digest, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** The secrets of one address cannot be moved to another. */
function cipher(iv: Uint8Array<ArrayBuffer>, url: string) {
  return { name: "AES-GCM", iv, additionalData: encoder.encode(url) };
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));
}
