/** Compares secrets by their digests, so that neither their length nor a common beginning shows in the time it takes. */
export async function sameSecret(given: string, expected: Uint8Array): Promise<boolean> {
  const digest = await digestOf(given);
  let difference = digest.length ^ expected.length;
  for (let i = 0; i < digest.length; i++) difference |= (digest[i] as number) ^ (expected[i] ?? 0);
  return difference === 0;
}

/** The digest under which a secret is kept. */
export async function digestOf(secret: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret)));
}

/** Secrets and who holds each of them. */
export class SecretTable<T> {
  readonly #entries: Promise<readonly { digest: Uint8Array; holder: T }[]>;

  constructor(secrets: Readonly<Record<string, T>>) {
    const digests = Object.entries(secrets).map(async ([secret, holder]) => ({
      digest: await digestOf(secret),
      holder,
    }));
    this.#entries = Promise.all(digests);
  }

  /** Who holds a secret. All entries are compared, whichever fits. */
  async find(secret: string): Promise<T | undefined> {
    let found: T | undefined;
    for (const { digest, holder } of await this.#entries) {
      if (await sameSecret(secret, digest)) found = holder;
    }
    return found;
  }
}
