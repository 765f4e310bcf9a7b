import type { TaskView } from "../port/stored-task.ts";
import { joinTask, type TaskPieces } from "./task-text.ts";

/** Longer messages are not joined with the rest, because that would double their memory. */
const LARGE = 262_144;

/** A finished task: one string, which is the view most readers request, or pieces if its messages are long. */
export class SealedTask {
  readonly #json: string;
  readonly #large: TaskPieces | undefined;
  /** The offsets at which the first pieces end, and the number of messages. */
  readonly #headEnd: number;
  readonly #artifactsEnd: number;
  readonly #messages: number;

  constructor(pieces: TaskPieces) {
    const { head, artifacts, history, messages } = pieces;
    const isLarge = history.length > LARGE;
    const shown = artifacts === "" ? "" : `${ARTIFACTS}${artifacts}]`;
    // `join` builds a flat string; `+` would build a rope, which takes more memory.
    this.#large = isLarge ? { ...pieces, artifacts: ["", artifacts].join("") } : undefined;
    this.#json = isLarge ? "" : [head, shown, history === "" ? "}" : `${HISTORY}${history}]}`].join("");
    this.#headEnd = head.length;
    this.#artifactsEnd = head.length + shown.length;
    this.#messages = messages;
  }

  /** The JSON of the task in the requested view. */
  json(view: TaskView = {}): string {
    const { historyLength = this.#messages, artifacts } = view;
    if (!this.#large && historyLength >= this.#messages && artifacts === undefined) return this.#json;
    return joinTask(this.pieces(), view);
  }

  /** The pieces it was built from. */
  pieces(): TaskPieces {
    if (this.#large) return this.#large;
    const json = this.#json;
    return {
      head: json.slice(0, this.#headEnd),
      artifacts: json.slice(this.#headEnd + ARTIFACTS.length, this.#artifactsEnd - 1),
      history: json.slice(this.#artifactsEnd + HISTORY.length, -2),
      messages: this.#messages,
    };
  }

  /** The counterpart of `TaskText.snapshot`. */
  snapshot(): () => string {
    return () => this.json();
  }
}

const ARTIFACTS = ',"artifacts":[';
const HISTORY = ',"history":[';
