import type { FollowedEvent } from "@a2a/client";
import { type Io, line, shown } from "../cli/io.ts";
import { renderEvent, type TaskDetail } from "../cli/render.ts";

/** Prints events as they arrive. Text that continues an artifact continues its block, so that a streamed answer reads as one text. */
export class LiveEvents implements Disposable {
  readonly #io: Io;
  readonly #detail: TaskDetail;
  /** The artifact whose block of text is not closed yet. */
  #open: string | undefined;

  constructor(io: Io, detail: TaskDetail) {
    this.#io = io;
    this.#detail = detail;
  }

  print(event: FollowedEvent): void {
    const delta = this.#detail.verbose ? undefined : textDelta(event);
    if (delta?.append && delta.artifactId === this.#open) {
      this.#io.out(indented(delta.text));
      return;
    }
    this[Symbol.dispose]();
    if (delta === undefined) {
      this.#io.out(`${renderEvent(event, this.#detail)}\n`);
      return;
    }
    this.#io.out(`Artifact: ${line(delta.name)}\nText:\n  ${indented(delta.text)}`);
    this.#open = delta.artifactId;
  }

  /** Closes the block of text, if one is open. */
  [Symbol.dispose](): void {
    if (this.#open !== undefined) this.#io.out("\n\n");
    this.#open = undefined;
  }
}

interface TextDelta {
  readonly artifactId: string;
  readonly name: string;
  readonly text: string;
  readonly append: boolean;
}

/** The text of an artifact update that holds nothing else. */
function textDelta(event: FollowedEvent): TextDelta | undefined {
  if (!("artifactUpdate" in event)) return undefined;
  const { artifact, append = false } = event.artifactUpdate;
  const { artifactId, name, parts } = artifact;
  const [part] = parts;
  if (parts.length !== 1 || part === undefined || !("text" in part)) return undefined;
  return { artifactId, name: name || artifactId, text: part.text, append };
}

/** Text within a block: no line of it can pass for a field. */
function indented(text: string): string {
  return shown(text).replaceAll("\n", "\n  ");
}
