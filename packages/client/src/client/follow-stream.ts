import type { ReceivedEvent } from "@a2a/bridge/json-rpc";
import {
  isA2AError,
  isLocalError,
  isSettled,
  isTerminal,
  LocalError,
  type SendMessageRequest,
  type StreamResponse,
  type Task,
  type TaskState,
} from "@a2a/types";
import type { CallOptions, Transport } from "../transports/transport.ts";
import { delayMs, judge, pause, type RetryOptions } from "./retry.ts";

/** Told where events may be missing: the peer could not go on where the stream broke off. What follows is the task as it stands. */
export interface Gap {
  gap: { taskId: string; lastEventId?: string };
}

/** What a followed task shows. Narrow it by `"gap" in event`, `"task" in event` and so on. */
export type FollowedEvent = StreamResponse | Gap;

/** How a stream is followed. */
export interface FollowOptions extends CallOptions, RetryOptions {
  /** How often to look where the peer cannot stream. Default 1,000. */
  pollIntervalMs?: number;
}

/** Sends a message and follows what comes of it, across broken connections. */
export function followSend(
  transport: Transport,
  request: SendMessageRequest,
  options: FollowOptions,
): AsyncGenerator<FollowedEvent, void, void> {
  const first = () => transport.stream("sendStreamingMessage", request, options);
  return new Follower(transport, options).run(first, undefined);
}

/** Follows a task, across broken connections. */
export function followTask(
  transport: Transport,
  id: string,
  options: FollowOptions,
): AsyncGenerator<FollowedEvent, void, void> {
  const first = () => transport.stream("subscribeToTask", { id }, options);
  return new Follower(transport, options).run(first, id);
}

class Follower {
  readonly #transport: Transport;
  readonly #options: FollowOptions;
  #taskId: string | undefined;
  #lastEventId: string | undefined;
  #state: TaskState | undefined;
  #answered = false;
  #waiting: boolean;

  constructor(transport: Transport, options: FollowOptions) {
    this.#transport = transport;
    this.#options = options;
    this.#waiting = false;
  }

  async *run(
    open: () => AsyncGenerator<ReceivedEvent, void, void>,
    subscribed: string | undefined,
  ): AsyncGenerator<FollowedEvent, void, void> {
    this.#waiting = subscribed !== undefined;
    this.#taskId = subscribed;
    let failures = 0;
    let stream = open();
    let resuming = false;
    for (;;) {
      let broken: unknown;
      try {
        for await (const event of this.#read(stream, resuming)) {
          failures = 0;
          yield event;
        }
      } catch (error) {
        broken = error;
      }
      if (this.#options.signal?.aborted) throw this.#options.signal.reason;
      if (broken === undefined && this.#isOver()) return;
      const { maxRetries = 3 } = this.#options;
      if (broken !== undefined && !this.#mayResume(broken)) throw broken;
      if (isA2AError(broken) && resuming) return yield* this.#poll();
      if (failures++ >= maxRetries) throw broken ?? closedEarly();
      await pause(delayMs(failures - 1, judge(broken).retryAfterMs, this.#options), this.#options.signal);
      stream = this.#resume();
      resuming = true;
    }
  }

  /** What a stream says, without what was seen already. */
  async *#read(
    stream: AsyncGenerator<ReceivedEvent, void, void>,
    resuming: boolean,
  ): AsyncGenerator<FollowedEvent, void, void> {
    let first = resuming;
    for await (const { event, id } of stream) {
      if (first) {
        first = false;
        // A peer that can go on where the stream broke off begins with the task as of that event, which is known already.
        const goesOn = "task" in event && id !== undefined && id === this.#lastEventId;
        if (goesOn) continue;
        yield this.#gap();
      }
      this.#note(event, id);
      yield event;
    }
  }

  #resume(): AsyncGenerator<ReceivedEvent, void, void> {
    const lastEventId = this.#lastEventId;
    return this.#transport.stream(
      "subscribeToTask",
      { id: this.#taskId as string },
      { ...this.#options, ...(lastEventId !== undefined && { lastEventId }) },
    );
  }

  /** The peer cannot be followed: it is asked again and again how the task stands. */
  async *#poll(): AsyncGenerator<FollowedEvent, void, void> {
    const { pollIntervalMs = 1_000, signal } = this.#options;
    let before = "";
    let told = false;
    for (;;) {
      const task = await this.#transport.unary("getTask", { id: this.#taskId as string }, this.#options);
      const now = JSON.stringify(task);
      if (now !== before) {
        before = now;
        if (!told) yield this.#gap();
        told = true;
        this.#note({ task }, undefined);
        yield { task };
      }
      if (this.#isOver()) return;
      await pause(pollIntervalMs, signal);
    }
  }

  #note(event: StreamResponse, id: string | undefined): void {
    if (id !== undefined) this.#lastEventId = id;
    if ("message" in event) this.#answered = true;
    else if ("task" in event) this.#noteTask(event.task);
    else if ("statusUpdate" in event) this.#state = event.statusUpdate.status.state;
  }

  #noteTask(task: Task): void {
    this.#taskId ??= task.id;
    this.#state = task.status.state;
  }

  /** A sent message is followed to a question, a subscription to the end. */
  #isOver(): boolean {
    if (this.#answered) return true;
    if (this.#state === undefined) return false;
    return isTerminal(this.#state) || (!this.#waiting && isSettled(this.#state));
  }

  /** Once the task is known, a broken connection loses nothing; before that, sending again might run it twice. */
  #mayResume(error: unknown): boolean {
    if (this.#taskId === undefined || this.#isOver()) return false;
    if (isA2AError(error)) {
      return error.code === "UNSUPPORTED_OPERATION" || error.code === "METHOD_NOT_FOUND" || judge(error).retryable;
    }
    return isLocalError(error, "NETWORK") || isLocalError(error, "TIMEOUT") || judge(error).retryable;
  }

  #gap(): Gap {
    const lastEventId = this.#lastEventId;
    return { gap: { taskId: this.#taskId ?? "", ...(lastEventId !== undefined && { lastEventId }) } };
  }
}

function closedEarly(): LocalError {
  return new LocalError("PROTOCOL", "the stream ended before the task did");
}
