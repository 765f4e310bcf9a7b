import type { StreamItem } from "./reply.ts";

/** The text around the JSON of a frame, from `data:` on: `front` holds the id of the request in bindings that have one. */
export interface Envelope {
  readonly front: string;
  readonly back: string;
}

/** The text around frames that have these texts around their JSON. */
export function envelope(front: string, back: string): Envelope {
  return { front: `data: ${front}`, back: `${back}\n\n` };
}

/**
 * The text of the batch that was written last. Readers of one log mostly get the same events one after the other: those with the same
 * envelope get the same text, and those with another request id text that was joined before, around a front of their own.
 */
export class SharedText {
  #first: StreamItem | undefined;
  #last: StreamItem | undefined;
  #length = 0;
  #front = "";
  #back = "";
  #text = "";
  #segments: readonly string[] | undefined;

  /** The text of a batch whose frames are the JSON of its events. */
  of(batch: readonly StreamItem[], { front, back }: Envelope): string {
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
    // Longer texts are not kept: whoever reads them alone need not pay for it.
    if (text.length > MAX_SHARED) return text;
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

function textOf(batch: readonly StreamItem[], front: string, back: string): string {
  let text = "";
  for (const item of batch) text += `${idLine(item)}${front}${jsonOf(item)}${back}`;
  return text;
}

/** The text of a batch in pieces between which the front of an envelope stands. */
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
  // The event may be made on demand: it is not looked at where its JSON is at hand.
  return item.json ?? JSON.stringify(item.event);
}
