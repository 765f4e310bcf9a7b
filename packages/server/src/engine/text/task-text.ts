import {
  type Artifact,
  foldReceived,
  foldStatus,
  isInterrupted,
  type Message,
  mergeArtifact,
  type Task,
  type TaskFold,
  type TaskStatus,
} from "@a2a/types";
import type { TaskView } from "../port/stored-task.ts";
import {
  type ArtifactFrame,
  type ArtifactText,
  artifactJson,
  deltaPiece,
  type EventText,
  encodeStatus,
  frameOf,
  member,
  NO_MORE,
  partJson,
  takesDelta,
} from "./event-text.ts";

/** A task as pieces of text, from which any view is joined. */
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
export function messagesOf(pieces: Pick<TaskPieces, "history">): Message[] {
  return JSON.parse(`[${pieces.history}]`);
}

/**
 * The fold of a log, on text: what `applyEvent` does to a task, done to the strings its JSON is joined from. An event costs its
 * own size, whatever the task already holds, and nothing is serialised twice.
 */
export class TaskText implements TaskFold<string> {
  readonly #front: string;
  readonly #metadata: string;
  /** The messages as text. Like the parts of artifacts the list only grows at its end, which `snapshot` relies on. */
  history: string[];
  /** In the order of the artifacts; an artifact that is replaced keeps its place. */
  readonly #artifacts = new Map<string, ArtifactPieces>();
  #status: string;
  /** The message of the current status as text. */
  statusMessage: string | undefined;

  /** Starts from a task whose status has a timestamp; its messages may be given as text when they are at hand as such. */
  constructor(task: Task, history = (task.history ?? []).map((message) => JSON.stringify(message))) {
    const { status, message } = encodeStatus(task.status, task.status.timestamp ?? "");
    this.#front = `{"id":${JSON.stringify(task.id)}${member("contextId", task.contextId)}`;
    this.#metadata = member("metadata", task.metadata);
    this.history = history;
    this.#status = status;
    this.statusMessage = message;
    for (const artifact of task.artifacts ?? []) {
      const parts = artifact.parts.map(partJson);
      this.#artifacts.set(artifact.artifactId, { ...frameOf(artifact), parts });
    }
  }

  /** Folds in the next event. */
  apply(event: EventText): void {
    if (event.kind === "received") {
      foldReceived(this, event.message);
    } else if (event.kind === "status") {
      foldStatus(this);
      this.#status = event.status;
      this.statusMessage = event.message;
    } else if (event.kind === "artifact") {
      this.#addArtifact(event);
    } else {
      throw new TypeError("a log holds one task event only, the first");
    }
  }

  /** The pieces as they stand; what the view leaves out is not put together. */
  pieces({ historyLength, artifacts = true }: TaskView = {}): TaskPieces {
    const history = this.#latest(historyLength);
    return {
      head: `${this.#front},"status":${this.#status}${this.#metadata}`,
      artifacts: artifacts ? this.#artifactsJson() : "",
      history: history.length === 1 ? (history[0] as string) : history.join(","),
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
    const history = this.history;
    const messages = history.length;
    const artifacts = Array.from(this.#artifacts.values(), ({ front, parts, back }) => {
      return { front, parts, count: parts.length, back };
    });
    return () =>
      joinTask({
        head,
        artifacts: artifacts
          .map(({ front, parts, count, back }) => artifactJson(front, parts.slice(0, count), back))
          .join(","),
        history: history.slice(0, messages).join(","),
        messages,
      });
  }

  #latest(historyLength = this.history.length): readonly string[] {
    if (historyLength >= this.history.length) return this.history;
    return historyLength === 0 ? [] : this.history.slice(-historyLength);
  }

  #artifactsJson(): string {
    let json = "";
    for (const { front, parts, back } of this.#artifacts.values()) {
      json += `${json === "" ? "" : ","}${artifactJson(front, parts, back)}`;
    }
    return json;
  }

  get isInterrupted(): boolean {
    return isInterrupted(this.#parsedStatus().state);
  }

  clearStatusMessage(): void {
    const { message: _, ...status } = this.#parsedStatus();
    this.#status = JSON.stringify(status);
    this.statusMessage = undefined;
  }

  #parsedStatus(): TaskStatus {
    return JSON.parse(this.#status) as TaskStatus; // it was serialised from one
  }

  #addArtifact({ artifactId, front, back, parts, append, delta }: ArtifactText): void {
    const known = append ? this.#artifacts.get(artifactId) : undefined;
    if (!known) {
      this.#artifacts.set(artifactId, { front, back, parts: [...parts] });
      return;
    }
    const joins = delta && takesDelta(known.parts.at(-1));
    for (const part of parts) known.parts.push(joins ? deltaPiece(part) : part);
    // Most chunks bring nothing but parts and the name that is known.
    if (back === NO_MORE && front === known.front) return;
    const merged = frameOf(mergeHeads(known, { front, back }));
    known.front = merged.front;
    known.back = merged.back;
  }
}

/** What two chunks say beside their parts, by the canonical rules. */
function mergeHeads(known: ArtifactFrame, chunk: ArtifactFrame): Artifact {
  const merged = [headOf(known)];
  mergeArtifact(merged, headOf(chunk), true);
  return merged[0] as Artifact; // both have the same id, so that there is one
}

function headOf({ front, back }: ArtifactFrame): Artifact {
  return JSON.parse(`${front}${back}`);
}

/** An artifact: what is around its parts, which changes when a chunk brings more than parts, and the parts as text. */
interface ArtifactPieces {
  front: string;
  back: string;
  readonly parts: string[];
}
