import { type Artifact, isInterrupted, type Message, type Task, type TaskStatus } from "@a2a/types";
import { foldReceived, foldStatus, isPlainText, mergeArtifact, type TaskFold } from "@a2a/types/internal";
import type { TaskView } from "../port/stored-task.ts";
import { ArtifactParts } from "./artifact-parts.ts";
import {
  type ArtifactFrame,
  type ArtifactText,
  type EventText,
  encodeStatus,
  frameOf,
  member,
  NO_MORE,
  partJson,
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

/** The JSON of a task in the requested view. */
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
 * The fold of a log on text: the counterpart of `applyEvent` on the strings from which a task's JSON is joined. An event costs its
 * own size, regardless of the size of the task, and nothing is serialized twice.
 */
export class TaskText implements TaskFold<string> {
  readonly #ids: string;
  readonly #metadata: string;
  /** The messages as text. Like the parts of artifacts the list is append-only, which `snapshot` relies on. */
  history: string[];
  /** In the order of the artifacts; an artifact that is replaced keeps its place. */
  readonly #artifacts = new Map<string, ArtifactPieces>();
  #status: string;
  /** The message of the current status as text. */
  statusMessage: string | undefined;

  /** Starts from a task whose status has a timestamp; `history` may be passed as text if available. */
  constructor(task: Task, history = (task.history ?? []).map((message) => JSON.stringify(message))) {
    const { status, message } = encodeStatus(task.status, task.status.timestamp ?? "");
    this.#ids = `${JSON.stringify(task.id)}${member("contextId", task.contextId)}`;
    this.#metadata = member("metadata", task.metadata);
    this.history = history;
    this.#status = status;
    this.statusMessage = message;
    for (const artifact of task.artifacts ?? []) {
      const parts = new ArtifactParts();
      parts.add(artifact.parts.map(partJson), isPlainText(artifact.parts.at(-1)));
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

  /** The current pieces; those outside the view are not joined. */
  pieces({ historyLength, artifacts = true }: TaskView = {}): TaskPieces {
    const history = this.#latest(historyLength);
    return {
      head: `{"id":${this.#ids},"status":${this.#status}${this.#metadata}`,
      artifacts: artifacts ? this.#artifactsJson() : "",
      history: history.length === 1 ? (history[0] as string) : history.join(","),
      messages: history.length,
    };
  }

  /** The event that begins a log with this task, which has no artifacts yet. */
  eventPieces(): readonly string[] {
    const history = this.history.length === 0 ? "" : ',"history":[';
    const end = this.history.length === 0 ? "}}" : "]}}";
    const status = `,"status":${this.#status}${this.#metadata}`;
    return ['{"task":{"id":', this.#ids, status, history, this.history.join(","), end];
  }

  /** The JSON of the task in the requested view. */
  json(view?: TaskView): string {
    return joinTask(this.pieces(view), view);
  }

  /** A snapshot of the current JSON, joined when the returned function is called. */
  snapshot(): () => string {
    const { head } = this.pieces({ historyLength: 0, artifacts: false });
    const history = this.history;
    const messages = history.length;
    const artifacts = Array.from(this.#artifacts.values(), ({ front, parts, back }) => {
      return { front, parts, mark: parts.mark(), back };
    });
    return () =>
      joinTask({
        head,
        artifacts: artifacts.map(({ front, parts, mark, back }) => `${front}${parts.json(mark)}${back}`).join(","),
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
      json += `${json === "" ? "" : ","}${front}${parts.json()}${back}`;
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
    return JSON.parse(this.#status) as TaskStatus; // it was serialized from one
  }

  #addArtifact({ artifactId, front, back, parts, append, delta, endsInText }: ArtifactText): void {
    const known = append ? this.#artifacts.get(artifactId) : undefined;
    if (!known) {
      const pieces = new ArtifactParts();
      pieces.add(parts, endsInText);
      this.#artifacts.set(artifactId, { front, back, parts: pieces });
      return;
    }
    // A delta has one part.
    if (!delta || !known.parts.continueText(parts[0] as string)) known.parts.add(parts, endsInText);
    // Most chunks repeat the frame and add only parts.
    if (back === NO_MORE && front === known.front) return;
    const merged = frameOf(mergeHeads(known, { front, back }));
    known.front = merged.front;
    known.back = merged.back;
  }
}

/** Merges the members of two chunks other than their parts, by the canonical rules. */
function mergeHeads(known: ArtifactFrame, chunk: ArtifactFrame): Artifact {
  const merged = [headOf(known)];
  mergeArtifact(merged, headOf(chunk), true);
  return merged[0] as Artifact; // equal ids merge into one artifact
}

function headOf({ front, back }: ArtifactFrame): Artifact {
  return JSON.parse(`${front}${back}`);
}

/** An artifact: its frame, which changes when a chunk adds more than parts, and its parts as text. */
interface ArtifactPieces {
  front: string;
  back: string;
  readonly parts: ArtifactParts;
}
