/** The bytes of a secret that an option holds. Throws a `TypeError` for one that could be guessed. */
export function secretBytes(option: string, secret: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(secret);
  if (bytes.length >= 16) return bytes;
  throw new TypeError(`${option}: expected at least 16 bytes, such as a random id`);
}
