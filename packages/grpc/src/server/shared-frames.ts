import type { StreamItem } from "@a2a/bridge";

/** From this size on, in bytes, the frame of an event is remembered for as long as the event exists. */
const LARGE = 16_384;

/** The frames of events that several readers get. Readers of one log usually get the same events one after the other. */
export class SharedFrames {
  readonly #large = new WeakMap<StreamItem, Buffer>();
  #first: StreamItem | undefined;
  #last: StreamItem | undefined;
  #length = 0;
  #frames: Buffer = Buffer.alloc(0);

  /** The frames of events, which are the same objects for all readers. */
  of(events: readonly StreamItem[], encode: (events: readonly StreamItem[]) => Buffer): Buffer {
    const [first] = events;
    if (first === undefined) return encode(events);
    const last = events[events.length - 1];
    if (this.#first === first && this.#last === last && this.#length === events.length) return this.#frames;
    const known = events.length === 1 ? this.#large.get(first) : undefined;
    if (known !== undefined) return known;
    const frames = encode(events);
    if (events.length === 1 && frames.length >= LARGE) {
      this.#large.set(first, frames);
      return frames;
    }
    this.#first = first;
    this.#last = last;
    this.#length = events.length;
    this.#frames = frames;
    return frames;
  }
}
