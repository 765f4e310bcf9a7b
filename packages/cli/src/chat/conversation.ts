import type { AgentClient, FollowedEvent } from "@a2a/client";
import {
  createMessage,
  isInterrupted,
  type Part,
  statusText,
  type Task,
  type TaskArtifactUpdateEvent,
  type TaskState,
  type TaskStatus,
} from "@a2a/types";
import { shown } from "../cli/io.ts";
import { renderPart } from "../cli/render-part.ts";

/** A conversation with an agent, turn by turn: a question of the agent is answered by the next thing that is said. */
export class Conversation {
  readonly #client: Pick<AgentClient, "stream" | "cancelTask">;
  readonly #print: (text: string) => void;
  #contextId: string | undefined;
  #taskId: string | undefined;
  #state: TaskState | undefined;
  #turn: AbortController | undefined;
  /** How many parts of each artifact of the task have been shown. */
  readonly #shownParts = new Map<string, number>();
  /** The id of the last status message, which a snapshot of the task repeats. */
  #lastSaid: string | undefined;
  /** Whether the current line has text. */
  #open = false;

  constructor(client: Pick<AgentClient, "stream" | "cancelTask">, print: (text: string) => void) {
    this.#client = client;
    this.#print = print;
  }

  /** Whether the agent waits for input. */
  get isAsked(): boolean {
    return this.#state !== undefined && isInterrupted(this.#state);
  }

  /** Whether a turn is running. */
  get isBusy(): boolean {
    return this.#turn !== undefined;
  }

  /** Starts a new conversation. */
  startOver(): void {
    this.#contextId = undefined;
    this.#state = undefined;
  }

  /** Sends a message and prints the response as it arrives. */
  async say(text: string, signal: AbortSignal): Promise<void> {
    const message = createMessage(text, {
      ...(this.#contextId !== undefined && { contextId: this.#contextId }),
      ...(this.isAsked && this.#taskId !== undefined && { taskId: this.#taskId }),
    });
    this.#turn = new AbortController();
    this.#taskId = message.taskId;
    this.#state = undefined;
    try {
      const events = this.#client.stream(message, { signal: AbortSignal.any([signal, this.#turn.signal]) });
      for await (const event of events) this.#show(event);
    } catch (error) {
      if (!this.#turn.signal.aborted || signal.aborted) throw error;
      this.#note("canceled here; the agent did not confirm");
    } finally {
      this.#turn = undefined;
      this.#endLine();
    }
  }

  /** Cancels the task at the agent; if that fails, abandons the turn. */
  async cancel(): Promise<void> {
    const turn = this.#turn;
    if (turn === undefined) return;
    const taskId = this.#taskId;
    try {
      if (taskId === undefined) throw new Error("the task has no id yet");
      await this.#client.cancelTask(taskId, { timeoutMs: 5_000, maxRetries: 0 });
    } catch {
      turn.abort();
    }
  }

  #show(event: FollowedEvent): void {
    if ("gap" in event) this.#note("some events may be missing here");
    else if ("message" in event) {
      this.#contextId = event.message.contextId ?? this.#contextId;
      this.#parts(event.message.parts);
    } else if ("task" in event) this.#task(event.task);
    else if ("statusUpdate" in event) this.#status(event.statusUpdate.status);
    else this.#artifact(event.artifactUpdate);
  }

  /** Prints the parts of a snapshot that were not printed yet. An agent that does not stream sends nothing else. */
  #task({ id, contextId, status, artifacts = [] }: Task): void {
    if (this.#taskId !== id) this.#shownParts.clear();
    this.#taskId = id;
    this.#contextId = contextId ?? this.#contextId;
    for (const { artifactId, parts } of artifacts) {
      this.#parts(parts.slice(this.#shownParts.get(artifactId) ?? 0));
      this.#shownParts.set(artifactId, parts.length);
    }
    this.#status(status);
  }

  #artifact({ artifact: { artifactId, parts }, append }: TaskArtifactUpdateEvent): void {
    const before = append ? (this.#shownParts.get(artifactId) ?? 0) : 0;
    this.#shownParts.set(artifactId, before + parts.length);
    this.#parts(parts);
  }

  #status(status: TaskStatus): void {
    this.#state = status.state;
    const said = statusText({ status });
    if (said !== undefined && status.message?.messageId !== this.#lastSaid) {
      this.#lastSaid = status.message?.messageId;
      this.#endLine();
      this.#print(`${shown(said)}\n`);
    }
    if (!QUIET.has(status.state))
      this.#note(status.state.replace("TASK_STATE_", "").toLowerCase().replaceAll("_", " "));
  }

  /** Text continues the current line, as chunks do; other parts get their own lines. */
  #parts(parts: readonly Part[]): void {
    for (const part of parts) {
      if ("text" in part) {
        const text = shown(part.text);
        this.#print(text);
        if (text !== "") this.#open = !text.endsWith("\n");
      } else {
        this.#endLine();
        this.#print(`${renderPart(part)}\n`);
      }
    }
  }

  #note(text: string): void {
    this.#endLine();
    this.#print(`(${text})\n`);
  }

  #endLine(): void {
    if (this.#open) this.#print("\n");
    this.#open = false;
  }
}

/** States that need no note. */
const QUIET = new Set<TaskState>([
  "TASK_STATE_SUBMITTED",
  "TASK_STATE_WORKING",
  "TASK_STATE_COMPLETED",
  "TASK_STATE_INPUT_REQUIRED",
]);
