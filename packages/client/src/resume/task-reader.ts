import type { ReceivedEvent } from "@a2a/bridge/json-rpc";
import { isA2AError, type SendMessageRequest, type Task } from "@a2a/types";
import type { Followed, FollowedEvent, FollowOptions } from "./followed.ts";
import { polled } from "./poll.ts";
import type { Progress } from "./progress.ts";
import { TaskDiff } from "./task-diff.ts";
import { taskOnEvents } from "./task-on-events.ts";

/** Follows a task by reading it, if its stream does not tell everything or there is none. */
export class TaskReader {
  readonly #followed: Followed;
  readonly #options: FollowOptions;
  readonly #progress: Progress;
  /** The task as the caller knows it. */
  #shown: TaskDiff | undefined;

  constructor(followed: Followed, options: FollowOptions, progress: Progress) {
    this.#followed = followed;
    this.#options = options;
    this.#progress = progress;
  }

  /**
   * Follows a stream whose events may repeat earlier ones or be incomplete. Such events only say that the task has changed, so the task
   * itself is read. If the peer omits events, the current task is yielded instead, and is also read from time to time.
   */
  async *onEvents(
    stream: AsyncIterable<ReceivedEvent>,
    leave: () => void,
    task: Task | undefined,
  ): AsyncGenerator<FollowedEvent, void, void> {
    if (task && !this.#progress.begun) {
      const { id, contextId } = task;
      yield* this.#read({ id, ...(contextId && { contextId }), status: { state: "TASK_STATE_SUBMITTED" } });
      yield* this.#read(task);
      if (this.#progress.over) return leave();
    }
    const read = () => this.#followed.getTask(this.#progress.taskId as string); // what was given or resumed has a task
    const { pollIntervalMs = 1_000 } = this.#options;
    const everyMs = task && pollIntervalMs;
    for await (const now of taskOnEvents(stream, read, leave, everyMs)) {
      yield* this.#read(now);
      if (this.#progress.over) return;
    }
  }

  /** The task as it was read: its changes since the caller saw it last, or all of it. */
  *#read(task: Task): Generator<FollowedEvent, void, void> {
    const events = this.#shown ? this.#shown.changesTo(task) : [{ task }];
    this.#shown ??= new TaskDiff(task);
    yield* events;
    this.#progress.note({ task }, undefined);
  }

  /** Sends the message without a stream, unless it has been sent, and polls its task. */
  async *withoutStream(request: SendMessageRequest | undefined): AsyncGenerator<FollowedEvent, void, void> {
    if (!this.#progress.begun && request) {
      const { getTask, start } = this.#followed;
      const { taskId } = request.message;
      if (taskId !== undefined) this.#progress.startsFrom((await getTask(taskId)).status);
      const answer = await start(request);
      if (!("task" in answer)) return yield answer;
      yield* this.#read(answer.task);
      if (this.#progress.over) return;
    } else if (this.#progress.begun && !this.#shown) {
      yield this.#progress.gap();
    }
    yield* this.#polled();
  }

  /** Polls a task that the peer showed once and does not stream. */
  polledFrom(task: Task): AsyncGenerator<FollowedEvent, void, void> {
    this.#shown = new TaskDiff(task);
    return this.#polled();
  }

  async *#polled(): AsyncGenerator<FollowedEvent, void, void> {
    const id = this.#progress.taskId as string; // a task that is not over has one
    for await (const { task, changed } of polled(() => this.#followed.getTask(id), this.#options)) {
      if (changed) yield* this.#read(task);
      else this.#progress.note({ task }, undefined);
      if (this.#progress.over) return;
    }
  }

  /** The task, if it has ended. Throws if there is no such task: not every peer says so when it refuses to resume. */
  async endedTask(): Promise<{ task: Task } | undefined> {
    const id = this.#progress.taskId as string; // what has begun has a task
    const task = await this.#followed.getTask(id).catch((error: unknown) => {
      if (isA2AError(error, "TASK_NOT_FOUND")) throw error;
      return undefined;
    });
    if (!task) return undefined;
    this.#progress.note({ task }, undefined);
    return this.#progress.over ? { task } : undefined;
  }
}
