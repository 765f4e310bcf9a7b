import type { TaskView } from "../port/stored-task.ts";
import { joinTask, type TaskPieces } from "./task-text.ts";

/** A task that is over, as one text: what most readers want is there already. */
export class SealedTask {
  readonly #json: string;
  /** Where the first pieces end, and how many messages the last one holds. */
  readonly #headEnd: number;
  readonly #artifactsEnd: number;
  readonly #messages: number;

  constructor({ head, artifacts, history, messages }: TaskPieces) {
    const shown = artifacts === "" ? "" : `${ARTIFACTS}${artifacts}]`;
    // `join` makes one string, where adding would make a chain of them that takes up more room.
    this.#json = [head, shown, history === "" ? "}" : `${HISTORY}${history}]}`].join("");
    this.#headEnd = head.length;
    this.#artifactsEnd = head.length + shown.length;
    this.#messages = messages;
  }

  /** The JSON of the task in the view asked for. */
  json(view: TaskView = {}): string {
    const { historyLength = this.#messages, artifacts } = view;
    if (historyLength >= this.#messages && artifacts === undefined) return this.#json;
    return joinTask(this.pieces(), view);
  }

  /** The pieces it was made of. */
  pieces(): TaskPieces {
    const json = this.#json;
    return {
      head: json.slice(0, this.#headEnd),
      artifacts: json.slice(this.#headEnd + ARTIFACTS.length, this.#artifactsEnd - 1),
      history: json.slice(this.#artifactsEnd + HISTORY.length, -2),
      messages: this.#messages,
    };
  }

  /** As for a task that may still change. */
  snapshot(): () => string {
    return () => this.#json;
  }
}

const ARTIFACTS = ',"artifacts":[';
const HISTORY = ',"history":[';
