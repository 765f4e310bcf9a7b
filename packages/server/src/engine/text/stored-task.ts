import type { Task } from "@a2a/types";
import type { StoredTask } from "../port/stored-task.ts";

/** The members of a head that readers see. */
export type ShownHead = Pick<
  StoredTask,
  "id" | "contextId" | "alias" | "version" | "state" | "seq" | "generation" | "size"
>;

/** A head and its JSON, which may be assembled on demand, as readers see them. */
export function storedTask(head: ShownHead, json: string | (() => string)): StoredTask {
  return new TextTask(head, json);
}

class TextTask implements StoredTask {
  readonly id: string;
  readonly contextId: string;
  readonly alias: string | undefined;
  readonly version: StoredTask["version"];
  readonly state: StoredTask["state"];
  readonly seq: number;
  readonly generation: number;
  readonly size: number;
  #json: string | (() => string);
  #task: Task | undefined;

  constructor(head: ShownHead, json: string | (() => string)) {
    this.id = head.id;
    this.contextId = head.contextId;
    this.alias = head.alias;
    this.version = head.version;
    this.state = head.state;
    this.seq = head.seq;
    this.generation = head.generation;
    this.size = typeof json === "string" ? json.length : head.size;
    this.#json = json;
  }

  get json(): string {
    if (typeof this.#json !== "string") this.#json = this.#json();
    return this.#json;
  }

  get task(): Task {
    // The JSON was joined from pieces of a task.
    this.#task ??= JSON.parse(this.json) as Task;
    return this.#task;
  }
}
