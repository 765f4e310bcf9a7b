import type { StreamItem } from "@a2a/bridge";

/** How many events are remembered that are not large. */
const LATEST = 32;
/** From this size on, in bytes, an event is remembered for as long as it exists. */
const LARGE = 16_384;

/** The bytes of events that several readers get. Readers of one log usually get the same events one after the other. */
export class SharedEvents {
  // A WeakMap of all events costs more than encoding them once more.
  readonly #large = new WeakMap<StreamItem, readonly Buffer[]>();
  readonly #items: (StreamItem | undefined)[] = new Array(LATEST).fill(undefined);
  readonly #messages: (readonly Buffer[])[] = new Array(LATEST).fill([]);
  #next = 0;

  /** The messages of an event, which is the same object for all readers. */
  of(item: StreamItem, encode: () => readonly Buffer[]): readonly Buffer[] {
    const known = this.#messages[this.#items.indexOf(item)] ?? this.#large.get(item);
    if (known !== undefined) return known;
    const messages = encode();
    if (messages.some(({ length }) => length >= LARGE)) {
      this.#large.set(item, messages);
      return messages;
    }
    this.#items[this.#next] = item;
    this.#messages[this.#next] = messages;
    this.#next = (this.#next + 1) % LATEST;
    return messages;
  }
}
