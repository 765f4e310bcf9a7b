import type { StreamItem } from "./reply.ts";

/** The text before and after the JSON of a frame, from `data:` on; `front` contains the request id in bindings that have one. */
export interface Envelope {
  readonly front: string;
  readonly back: string;
}

/** The envelope of frames with these texts before and after their JSON. */
export function envelope(front: string, back: string): Envelope {
  return { front: `data: ${front}`, back: `${back}\n\n` };
}

/**
 * A cache of the latest batch's text. Readers of one log usually get the same batch one after the other: those with the same
 * envelope share the whole text, and those with another request id share the pieces between the envelopes.
 */
export class SharedText {
  #first: StreamItem | undefined;
  #last: StreamItem | undefined;
  #length = 0;
  #front = "";
  #back = "";
  #text = "";
  #segments: readonly string[] | undefined;

  /** The text of a batch whose frames are the JSON of its events; that of a single long event in pieces. */
  of(batch: readonly StreamItem[], { front, back }: Envelope): string | readonly string[] {
    const isSame =
      this.#first !== undefined &&
      this.#first === batch[0] &&
      this.#length === batch.length &&
      this.#last === batch[batch.length - 1] &&
      this.#back === back;
    if (isSame && this.#front === front) return this.#text;
    if (!isSame) this.#segments = undefined;
    else this.#segments ??= segmentsOf(batch, back);
    const text = this.#segments?.join(front) ?? textOf(batch, front, back);
    // Longer texts are not cached, so that a single reader does not pay for them.
    if (typeof text !== "string" || text.length > MAX_SHARED) return text;
    this.#first = batch[0];
    this.#last = batch[batch.length - 1];
    this.#length = batch.length;
    this.#front = front;
    this.#back = back;
    this.#text = text;
    return text;
  }
}

const MAX_SHARED = 65_536;

function textOf(batch: readonly StreamItem[], front: string, back: string): string | readonly string[] {
  let text = "";
  for (const item of batch) {
    const json = jsonOf(item);
    // Joining them would copy the event.
    if (batch.length === 1 && json.length > MAX_SHARED) return [idLine(item) + front, json, back];
    text += `${idLine(item)}${front}${json}${back}`;
  }
  return text;
}

/** The text of a batch, split where the front of an envelope goes. */
function segmentsOf(batch: readonly StreamItem[], back: string): string[] {
  let piece = "";
  const segments = batch.map((item) => {
    const before = piece + idLine(item);
    piece = jsonOf(item) + back;
    return before;
  });
  return [...segments, piece];
}

function idLine({ seq }: StreamItem): string {
  return seq === undefined ? "" : `id: ${seq}\n`;
}

function jsonOf(item: StreamItem): string {
  // The event may be built on access, so it is not accessed where its JSON is available.
  return item.json ?? JSON.stringify(item.event);
}
