import { type Artifact, isInterrupted, type Message, mergeArtifact, type Task, type TaskStatus } from "@a2a/types";
import { artifactJson, type EventText, encodeStatus, headOf, member } from "./event-text.ts";
import { MAX_HISTORY } from "./limits.ts";
import type { TaskView } from "./stored-task.ts";

/** A task as four pieces of text, from which any view is joined. This is also how a finished task is kept. */
export interface TaskPieces {
  /** The object, still open, with everything but artifacts and history. */
  readonly head: string;
  /** The artifacts, joined by commas. */
  readonly artifacts: string;
  /** The messages, joined by commas. */
  readonly history: string;
  /** How many messages there are. */
  readonly messages: number;
}

/** The JSON of a task in the view asked for. */
export function joinTask(pieces: TaskPieces, view: TaskView = {}): string {
  const history = latest(pieces, view.historyLength);
  const withArtifacts = view.artifacts ?? pieces.artifacts !== "";
  const artifacts = withArtifacts ? `,"artifacts":[${pieces.artifacts}]` : "";
  return `${pieces.head}${artifacts}${history === "" ? "" : `,"history":[${history}]`}}`;
}

function latest(pieces: TaskPieces, historyLength = Number.POSITIVE_INFINITY): string {
  if (historyLength === 0) return "";
  if (historyLength >= pieces.messages) return pieces.history;
  return messagesOf(pieces)
    .slice(-historyLength)
    .map((message) => JSON.stringify(message))
    .join(",");
}

/** The messages in the history of a task. */
export function messagesOf(pieces: TaskPieces): Message[] {
  return JSON.parse(`[${pieces.history}]`);
}

/**
 * The fold of a log, on text: what `applyEvent` does to a task, done to the strings its JSON is joined from. An event costs its
 * own size, whatever the task already holds, and nothing is serialised twice.
 */
export class TaskText {
  readonly #front: string;
  readonly #metadata: string;
  /** Like the parts of artifacts it only grows at its end, as long as it is this list: a snapshot relies on that. */
  #history: string[];
  /** In the order of the artifacts; an artifact that is replaced keeps its place. */
  readonly #artifacts = new Map<string, ArtifactPieces>();
  #status: string;
  #statusMessage: string | undefined;

  /** Starts from a task whose status has a timestamp; its messages may be given as text when they are at hand as such. */
  constructor(task: Task, history = (task.history ?? []).map((message) => JSON.stringify(message))) {
    const { status, message } = encodeStatus(task.status, task.status.timestamp ?? "");
    this.#front = `{"id":${JSON.stringify(task.id)}${member("contextId", task.contextId)}`;
    this.#metadata = member("metadata", task.metadata);
    this.#history = history;
    this.#status = status;
    this.#statusMessage = message;
    for (const artifact of task.artifacts ?? []) {
      const parts = artifact.parts.map((part) => JSON.stringify(part));
      this.#addArtifact(headOf(artifact), parts, false);
    }
  }

  /** Folds in the next event. */
  apply(event: EventText): void {
    if (event.kind === "received") {
      this.#receive(event.message);
    } else if (event.kind === "status") {
      if (this.#statusMessage !== undefined) this.#remember(this.#statusMessage);
      this.#status = event.status;
      this.#statusMessage = event.message;
    } else if (event.kind === "artifact") {
      this.#addArtifact(event.head, event.parts, event.append);
    } else {
      throw new TypeError("a log holds one task event only, the first");
    }
  }

  /** The pieces as they stand; what the view leaves out is not put together. */
  pieces(view: TaskView = {}): TaskPieces {
    const { historyLength = this.#history.length, artifacts = true } = view;
    const history = historyLength === 0 ? [] : this.#history.slice(-historyLength);
    return {
      // `join` makes one string, where adding would make a chain of them that takes up more room.
      head: [this.#front, ',"status":', this.#status, this.#metadata].join(""),
      artifacts: artifacts ? Array.from(this.#artifacts.values(), toJson).join(",") : "",
      history: history.join(","),
      messages: history.length,
    };
  }

  /** The JSON of the task in the view asked for. */
  json(view?: TaskView): string {
    return joinTask(this.pieces(view), view);
  }

  /** The JSON of the task as it stands now, put together only if it is asked for, however long that takes. */
  snapshot(): () => string {
    const { head } = this.pieces({ historyLength: 0, artifacts: false });
    const history = this.#history;
    const messages = history.length;
    const artifacts = Array.from(this.#artifacts.values(), ({ head: [first], parts }) => ({
      head: first ? [headOf(first)] : [],
      parts,
      count: parts.length,
    }));
    return () =>
      joinTask({
        head,
        artifacts: artifacts
          .map(({ head: own, parts, count }) => toJson({ head: own, parts: parts.slice(0, count) }))
          .join(","),
        history: history.slice(0, messages).join(","),
        messages,
      });
  }

  /** A message that answers a question comes after it in the history. */
  #receive(message: string): void {
    if (this.#statusMessage !== undefined) {
      const { message: _, ...status } = JSON.parse(this.#status) as TaskStatus;
      if (isInterrupted(status.state)) {
        this.#remember(this.#statusMessage);
        this.#status = JSON.stringify(status);
        this.#statusMessage = undefined;
      }
    }
    this.#remember(message);
  }

  #remember(message: string): void {
    this.#history.push(message);
    if (this.#history.length > MAX_HISTORY) this.#history = this.#history.slice(1);
  }

  #addArtifact(head: Artifact, parts: readonly string[], append: boolean): void {
    const known = append ? this.#artifacts.get(head.artifactId) : undefined;
    if (known) {
      for (const part of parts) known.parts.push(part);
      // Most chunks bring nothing but parts; what else they bring is merged by the canonical rules.
      if (Object.keys(head).length > 2) mergeArtifact(known.head, head, true);
    } else {
      this.#artifacts.set(head.artifactId, { head: [head], parts: [...parts] });
    }
  }
}

/** The JSON of a task as it stands now, put together only if it is asked for. */
export function snapshotOf(text: TaskText | TaskPieces): () => string {
  return text instanceof TaskText ? text.snapshot() : () => joinTask(text);
}

/** An artifact: a list that holds it without its parts, and the parts as text. */
interface ArtifactPieces {
  readonly head: Artifact[];
  readonly parts: string[];
}

function toJson({ head: [head], parts }: ArtifactPieces): string {
  return head ? artifactJson(head, parts) : "";
}
