import type { TaskPushNotificationConfig } from "@a2a/types";
import { secretBytes } from "../util/secret-bytes.ts";
import type { SecretBox } from "./secret-box.ts";

/** A webhook as it is stored: everything but its address may be encrypted. */
type StoredConfig = TaskPushNotificationConfig & { readonly sealed?: string };

/**
 * Encrypts the tokens and credentials of webhooks before they are stored, and decrypts them when they are needed. Secrets that were stored in
 * plain text, before there was a key, are read as they are.
 */
export class WebhookSecrets {
  readonly #secret: Uint8Array<ArrayBuffer> | undefined;
  #box: SecretBox | undefined;

  /** @param secret At least 16 bytes. Without it secrets are stored in plain text. */
  constructor(secret: string | undefined) {
    if (secret !== undefined) this.#secret = secretBytes("webhooks.secretKey", secret);
  }

  /** The configuration to be stored. */
  async seal(config: TaskPushNotificationConfig): Promise<TaskPushNotificationConfig> {
    const { id, taskId, url, ...secrets } = config;
    if (this.#secret === undefined || Object.keys(secrets).length === 0) return config;
    const box = this.#box ?? (await this.#load(this.#secret));
    const stored: StoredConfig = {
      ...(id !== undefined && { id }),
      ...(taskId !== undefined && { taskId }),
      url,
      sealed: await box.encrypt(secrets, url),
    };
    return stored;
  }

  /** The configuration as it was registered. Rejects when it was encrypted with another key, or changed. */
  async open(stored: StoredConfig): Promise<TaskPushNotificationConfig> {
    const { sealed, ...config } = stored;
    if (sealed === undefined) return config;
    if (this.#secret === undefined)
      throw new Error("the secrets of a webhook are encrypted: webhooks.secretKey is missing");
    const box = this.#box ?? (await this.#load(this.#secret));
    // It was encrypted from one.
    return { ...config, ...(JSON.parse(await box.decrypt(sealed, config.url)) as Partial<TaskPushNotificationConfig>) };
  }

  /** Only servers that have a key need the code, and load it for the first webhook. */
  async #load(secret: Uint8Array<ArrayBuffer>): Promise<SecretBox> {
    const { SecretBox } = await import("./secret-box.ts");
    this.#box ??= new SecretBox(secret);
    return this.#box;
  }
}
