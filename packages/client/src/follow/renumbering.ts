import type { ReceivedEvent } from "@a2a/bridge/json-rpc";

/**
 * Recognizes peers that number the events of each connection anew, so that a number does not tell where to go on: the number that
 * the first event of a connection had then comes with another event.
 */
export class RenumberingDetector {
  #opening: { readonly id: string; readonly fingerprint: string } | undefined;
  #isOpen = false;

  /** Told that a connection begins. */
  begin(): void {
    this.#isOpen = false;
  }

  /** Told of every event of a connection, in order. Only the first one with a number is remembered, by a fingerprint. */
  note({ event, id }: ReceivedEvent): void {
    if (id === undefined || this.#isOpen) return;
    this.#isOpen = true;
    this.#opening = { id, fingerprint: fingerprintOf(JSON.stringify(event)) };
  }

  /** Whether an event has the number of another event: that which the last connection began with. */
  isRenumbered({ event, id }: ReceivedEvent): boolean {
    return this.#opening?.id === id && this.#opening?.fingerprint !== fingerprintOf(JSON.stringify(event));
  }
}

/** Tells texts apart without keeping them. It protects from nothing: a peer that wants to mislead has simpler ways. */
function fingerprintOf(text: string): string {
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return `${text.length} ${hash}`;
}
