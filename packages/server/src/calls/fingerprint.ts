import type { Message, Part } from "@a2a/types";

/**
 * The fingerprint of a message's content, without its id. Collisions would only let a caller mistake two messages
 * of its own for each other, so a fast hash will do.
 */
export function fingerprint(message: Message): string {
  const { role, parts, metadata, taskId, contextId } = message;
  const hash = new Hash();
  const content = [role, parts, metadata, taskId, contextId];
  // A long text is hashed where it is: serializing it would take as much memory again.
  const skipLong = (_: string, value: unknown) => {
    if (typeof value !== "string" || value.length <= LONG) return value;
    hash.add(value);
    return value.length;
  };
  hash.add(parts.some(isLong) ? JSON.stringify(content, skipLong) : JSON.stringify(content));
  return hash.digits;
}

const LONG = 65_536;

function isLong(part: Part): boolean {
  return ("text" in part && part.text.length > LONG) || ("raw" in part && part.raw.length > LONG);
}

class Hash {
  #a = 0xdeadbeef;
  #b = 0x41c6ce57;

  add(text: string): void {
    let a = this.#a;
    let b = this.#b;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      a = Math.imul(a ^ unit, 2654435761);
      b = Math.imul(b ^ unit, 1597334677);
    }
    this.#a = a;
    this.#b = b;
  }

  /** Twelve at most: they are kept as long as the message is, and a longer text would be kept in pieces. */
  get digits(): string {
    return `${(this.#a >>> 0) % MILLION}${(this.#b >>> 0) % MILLION}`;
  }
}

const MILLION = 1_000_000;
