import { isTerminal, type SendMessageRequest, type StreamResponse, type TaskStatus } from "@a2a/types";
import { taskIdOf } from "@a2a/types/internal";
import type { Gap } from "./followed.ts";
import { TurnEnd } from "./turn-end.ts";

/** How far a followed task has come, as the caller has seen it. */
export class Progress {
  taskId: string | undefined;
  lastEventId: string | undefined;
  /** Something was shown. */
  begun = false;
  /** Nothing is left to show: of a message at the end of its turn, of a subscription at the end of the task. */
  over = false;
  /** The task is in a terminal state. */
  ended = false;
  readonly #isTurn: boolean;
  /** Only a task that exists already may have asked something before the message. */
  readonly #turn: TurnEnd | undefined;

  constructor(request: SendMessageRequest | undefined, subscribed: string | undefined) {
    this.#isTurn = request !== undefined;
    this.taskId = subscribed;
    this.#turn = request?.message.taskId === undefined ? undefined : new TurnEnd(true);
  }

  /** The status of the task before the message was sent, if it is known. */
  startsFrom(status: TaskStatus): void {
    this.#turn?.startsFrom(status);
  }

  /** The caller has seen an event. */
  note(event: StreamResponse, id: string | undefined): void {
    this.begun = true;
    if (id !== undefined) this.lastEventId = id;
    this.taskId ??= taskIdOf(event);
    if ("message" in event) this.over = true;
    if ("task" in event) this.#noteStatus(event.task.status, false);
    else if ("statusUpdate" in event) this.#noteStatus(event.statusUpdate.status, true);
  }

  #noteStatus(status: TaskStatus, isNews: boolean): void {
    this.ended = isTerminal(status.state);
    const turnIsOver = this.#turn ? this.#turn.isOver(status, isNews) : this.#isTurn;
    // Credentials come by another way, and the stream stays open for what follows.
    this.over = this.ended || (turnIsOver && status.state === "TASK_STATE_INPUT_REQUIRED");
  }

  /** Says that events may be missing after those that were seen. */
  gap(): Gap {
    const { lastEventId } = this;
    return { gap: { taskId: this.taskId ?? "", ...(lastEventId !== undefined && { lastEventId }) } };
  }
}
