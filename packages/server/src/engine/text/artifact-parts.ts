/** A position in the pieces of an artifact. */
export interface PartsMark {
  readonly count: number;
  readonly isOpen: boolean;
}

/**
 * The parts of an artifact as pieces of JSON that are joined when they are read. The list only grows at its end, so that a
 * mark stays valid. A plain text part is left open: a text delta continues it, anything else closes it first.
 */
export class ArtifactParts {
  readonly #pieces: string[] = [];
  #isOpen = false;

  /** Adds parts; `endsInText` says whether the last one is text and nothing else. */
  add(parts: readonly string[], endsInText: boolean): void {
    const last = parts.length - 1;
    for (let index = 0; index <= last; index++) {
      const part = parts[index] as string;
      const opens = endsInText && index === last;
      const json = opens ? part.slice(0, -TEXT_END.length) : part;
      const before = this.#isOpen ? `${TEXT_END},` : ",";
      this.#pieces.push(this.#pieces.length === 0 ? json : before + json);
      this.#isOpen = opens;
    }
  }

  /** Continues the last text with that of a plain text part; `false` when the artifact does not end in text. */
  continueText(part: string): boolean {
    if (!this.#isOpen) return false;
    this.#pieces.push(part.slice(TEXT_START.length, -TEXT_END.length));
    return true;
  }

  /** The current end. */
  mark(): PartsMark {
    return { count: this.#pieces.length, isOpen: this.#isOpen };
  }

  /** The parts up to a mark, as the text between the brackets of an array. */
  json({ count, isOpen }: PartsMark = this.mark()): string {
    const pieces = count === this.#pieces.length ? this.#pieces : this.#pieces.slice(0, count);
    const json = pieces.length === 1 ? (pieces[0] as string) : pieces.join("");
    return isOpen ? json + TEXT_END : json;
  }
}

const TEXT_START = '{"text":"';
const TEXT_END = '"}';
