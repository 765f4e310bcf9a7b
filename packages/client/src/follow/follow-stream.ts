import { MissingResultError, type ReceivedEvent } from "@a2a/bridge/json-rpc";
import {
  copyTask,
  isA2AError,
  isTerminal,
  LocalError,
  pause,
  type SendMessageRequest,
  type StreamResponse,
  type Task,
  type TaskStatus,
} from "@a2a/types";
import { taskIdOf } from "../client/task-id-of.ts";
import { beforeRetry, delayMs, judge } from "../retry/retry.ts";
import type { StreamMeter } from "../transports/stream-watch.ts";
import type { CallOptions } from "../transports/transport.ts";
import type { Followed, FollowedEvent, FollowOptions, Gap } from "./followed.ts";
import { replayed } from "./opened.ts";
import { polled } from "./poll.ts";
import { RenumberingDetector } from "./renumbering.ts";
import { taskInSilence } from "./silence.ts";
import { changesBetween } from "./task-changes.ts";
import { taskOnEvents } from "./task-on-events.ts";
import { TurnEnd } from "./turn-end.ts";

/** Sends a message and follows what comes of it, across broken connections. Ends with the turn. */
export function followSend(
  followed: Followed,
  request: SendMessageRequest,
  options: FollowOptions,
): AsyncGenerator<FollowedEvent, void, void> {
  return new Follower(followed, options, request).run();
}

/** Follows a task to its end, across broken connections. */
export function followTask(
  followed: Followed,
  id: string,
  options: FollowOptions,
): AsyncGenerator<FollowedEvent, void, void> {
  return new Follower(followed, options, undefined, id).run();
}

/** For how long a peer may keep a stream open whose task is over. */
const GRACE_MS = 1_000;

class Follower {
  readonly #followed: Followed;
  readonly #options: FollowOptions;
  readonly #request: SendMessageRequest | undefined;
  readonly #turn: TurnEnd | undefined;
  readonly #meter: StreamMeter = { events: 0, bytes: 0 };
  #taskId: string | undefined;
  #lastEventId: string | undefined;
  readonly #numbering = new RenumberingDetector();
  /** The task as the caller knows it, where it is read instead of streamed. */
  #shown: Task | undefined;
  #begun = false;
  #over = false;
  #ended = false;
  /** Connections in a row that brought nothing new. */
  #failures = 0;

  constructor(
    followed: Followed,
    options: FollowOptions,
    request: SendMessageRequest | undefined,
    subscribed?: string,
  ) {
    this.#followed = followed;
    this.#options = options;
    this.#request = request;
    this.#taskId = subscribed;
    this.#turn = request && new TurnEnd(request.message.taskId !== undefined);
  }

  async *run(): AsyncGenerator<FollowedEvent, void, void> {
    const { signal, maxRetries = 3 } = this.#options;
    if (!this.#followed.streams) return yield* this.#withoutStream();
    for (;;) {
      let broken: unknown;
      try {
        yield* this.#connection();
      } catch (error) {
        broken = error;
      }
      if (signal?.aborted) throw signal.reason;
      if (this.#over) return;
      const failure = broken ?? closedEarly();
      if (this.#cannotStream(failure)) return yield* this.#withoutStream();
      if (!this.#begun) {
        // Nothing came yet: opening again must not send a message twice.
        await beforeRetry(this.#failures++, failure, this.#followed.policy, this.#options);
        continue;
      }
      const { retryable, retryAfterMs } = judge(failure);
      if (!retryable) {
        // A peer may refuse to resume a task that ended while the connection was down, or is gone.
        const ended = await this.#endedTask();
        if (!ended) throw failure;
        yield ended;
        return;
      }
      if (this.#failures++ >= maxRetries) return yield* this.#withoutStream();
      await pause(delayMs(this.#failures - 1, retryAfterMs, this.#options), signal);
    }
  }

  /** The events of one connection, without those seen already. */
  async *#connection(): AsyncGenerator<FollowedEvent, void, void> {
    const stop = new AbortController();
    const { signal } = this.#options;
    const forward = () => stop.abort(signal?.reason);
    if (signal?.aborted) forward();
    else signal?.addEventListener("abort", forward, { once: true });
    let grace: ReturnType<typeof setTimeout> | undefined;
    this.#numbering.begin();
    try {
      const resuming = this.#begun;
      const subscribed = resuming || !this.#request;
      const stream = this.#open({ ...this.#options, signal: stop.signal, meter: this.#meter });
      const first = stream.next();
      const all = replayed(first, stream);
      const { chosenTaskId, getTask } = this.#followed;
      const task = subscribed ? undefined : await taskInSilence(first, chosenTaskId, getTask, this.#options);
      if (task) return yield* this.#onEvents(all, stop, task);
      for await (const received of resuming ? this.#unseen(all) : all) {
        if ("gap" in received) {
          yield received;
          continue;
        }
        const { event, id, led, notice, whole } = received;
        if (notice) {
          return yield* this.#onEvents(all, stop, await getTask(this.#taskId ?? taskIdOf(event) ?? ""));
        }
        if (subscribed && this.#lacksSnapshot(led)) return yield* this.#onEvents(all, stop);
        // The task may be shown once more after its end; a peer that goes on otherwise is not listened to.
        if (this.#ended && !("task" in event && isTerminal(event.task.status.state))) return;
        this.#numbering.note(received);
        const shown = whole && "task" in event ? copyTask(event.task) : undefined;
        this.#shown = undefined;
        yield* this.#led(event, id);
        this.#note(event, id);
        if (shown && !this.#over) {
          this.#shown = shown;
          return yield* this.#polled();
        }
        if (!resuming) this.#failures = 0;
        if (this.#over && !this.#ended) return;
        if (this.#ended) grace ??= setTimeout(() => stop.abort(closedLate()), GRACE_MS);
      }
    } finally {
      clearTimeout(grace);
      signal?.removeEventListener("abort", forward);
    }
  }

  #open(options: CallOptions): AsyncGenerator<ReceivedEvent, void, void> {
    const { calls } = this.#followed;
    if (!this.#begun && this.#request) return calls.stream("sendStreamingMessage", this.#request, options);
    const id = this.#taskId as string; // what has begun, or is no message, has a task
    return calls.stream(
      "subscribeToTask",
      { id },
      { ...options, lastEventId: this.#lastEventId ?? options.lastEventId },
    );
  }

  /**
   * A peer that can go on where the stream broke off begins with the task as of that event, which is known already. It is all that
   * comes before, and with, the number of the last event seen: an older protocol version shows it in several events. Any other number, or
   * none, says that the peer could not. So does the same number on another event: some peers number the events of each connection.
   */
  async *#unseen(stream: AsyncGenerator<ReceivedEvent, void, void>): AsyncGenerator<ReceivedEvent | Gap, void, void> {
    const known: ReceivedEvent[] = [];
    let goesOn = false;
    let decided = false;
    for await (const received of stream) {
      if (decided) {
        this.#failures = 0;
        yield received;
        continue;
      }
      if (this.#lacksSnapshot(received.led)) {
        yield received;
        return;
      }
      known.push(received);
      goesOn =
        this.#lastEventId !== undefined && received.id === this.#lastEventId && !this.#numbering.isRenumbered(received);
      decided = goesOn || this.#lastEventId === undefined || received.id !== undefined || known.length > MAX_REPLAYED;
      if (!decided || goesOn) continue;
      yield this.#gap();
      yield* known;
    }
    if (decided || known.length === 0) return;
    yield this.#gap();
    yield* known;
  }

  /**
   * Whether a resumed stream began without a snapshot. An event id does not make up for it: some peers write random ones and cannot
   * resume after them. In a version without task events, a peer that numbers its events shows the snapshot in them.
   */
  #lacksSnapshot(led: ReceivedEvent["led"]): boolean {
    const lastEventId = this.#lastEventId ?? this.#options.lastEventId;
    return led === true || (led === "unnumbered" && lastEventId === undefined);
  }

  /** An update that comes before its task is led by one, so that there is something to fold it into. */
  *#led(event: StreamResponse, eventId: string | undefined): Generator<FollowedEvent, void, void> {
    const id = taskIdOf(event);
    if (id !== undefined && this.#taskId !== undefined && id !== this.#taskId) {
      throw new LocalError("PROTOCOL", "the stream contained an event of another task");
    }
    if (!this.#begun && !("task" in event) && !("message" in event) && id !== undefined) {
      const { contextId } = "statusUpdate" in event ? event.statusUpdate : event.artifactUpdate;
      yield { task: { id, contextId, status: { state: "TASK_STATE_WORKING" } } };
    }
    if (eventId !== undefined) this.#options.onEventId?.(eventId);
    yield event;
  }

  /**
   * Follows a stream whose events cannot be told from those that were seen before, or are not all there. They only say that the task
   * has changed: the task itself is read. Where the peer leaves events out, it is given as it is now, and is also read from time to time.
   */
  async *#onEvents(
    stream: AsyncIterable<ReceivedEvent>,
    stop: AbortController,
    task?: Task,
  ): AsyncGenerator<FollowedEvent, void, void> {
    if (task && !this.#begun) {
      const { id, contextId } = task;
      yield* this.#read({ id, ...(contextId && { contextId }), status: { state: "TASK_STATE_SUBMITTED" } });
      yield* this.#read(task);
      if (this.#over) return stop.abort(closedLate());
    }
    const read = () => this.#followed.getTask(this.#taskId as string); // what was given or resumed has a task
    const { pollIntervalMs = 1_000 } = this.#options;
    const everyMs = task && pollIntervalMs;
    for await (const now of taskOnEvents(stream, read, () => stop.abort(closedLate()), everyMs)) {
      yield* this.#read(now);
      this.#failures = 0;
      if (this.#over) return;
    }
  }

  /** The task as it was read: its changes since the caller saw it last, or all of it. */
  *#read(task: Task): Generator<FollowedEvent, void, void> {
    const events = this.#shown ? changesBetween(this.#shown, task) : [{ task }];
    this.#shown = copyTask(task); // callers may change what they are given
    yield* events;
    this.#note({ task }, undefined);
  }

  /** The task, if it has ended. Throws if there is no such task: not every peer says so when it refuses to resume. */
  async #endedTask(): Promise<{ task: Task } | undefined> {
    const id = this.#taskId as string; // what has begun has a task
    const task = await this.#followed.getTask(id).catch((error: unknown) => {
      if (isA2AError(error, "TASK_NOT_FOUND")) throw error;
      return undefined;
    });
    if (!task) return undefined;
    this.#note({ task }, undefined);
    return this.#over ? { task } : undefined;
  }

  /** Whether the peer says that it has no such stream, of this task or at all, and so has carried nothing out. */
  #cannotStream(failure: unknown): boolean {
    const sending = !this.#begun && this.#request;
    if (!sending && failure instanceof MissingResultError) return true;
    // To a task that exists the same words may mean that it takes no more messages, or that something went wrong with this one.
    const unsupported =
      isA2AError(failure, "UNSUPPORTED_OPERATION") && !(sending && sending.message.taskId !== undefined);
    if (!unsupported && !isA2AError(failure, "METHOD_NOT_FOUND")) return false;
    if (sending) this.#followed.onRefused();
    return true;
  }

  /** The peer cannot be followed by a stream: it is asked again and again how the task stands. */
  async *#withoutStream(): AsyncGenerator<FollowedEvent, void, void> {
    if (!this.#begun && this.#request) {
      const { getTask, start } = this.#followed;
      const { taskId } = this.#request.message;
      if (taskId !== undefined) this.#turn?.startsFrom((await getTask(taskId)).status);
      const answer = await start(this.#request);
      if (!("task" in answer)) return yield answer;
      yield* this.#read(answer.task);
      if (this.#over) return;
    } else if (this.#begun && !this.#shown) {
      yield this.#gap();
    }
    yield* this.#polled();
  }

  async *#polled(): AsyncGenerator<FollowedEvent, void, void> {
    const id = this.#taskId as string; // a task that is not over has one
    for await (const { task, changed } of polled(() => this.#followed.getTask(id), this.#options)) {
      if (changed) yield* this.#read(task);
      else this.#note({ task }, undefined);
      if (this.#over) return;
    }
  }

  #note(event: StreamResponse, id: string | undefined): void {
    this.#begun = true;
    if (id !== undefined) this.#lastEventId = id;
    this.#taskId ??= taskIdOf(event);
    if ("message" in event) this.#over = true;
    if ("task" in event) this.#noteStatus(event.task.status, false);
    else if ("statusUpdate" in event) this.#noteStatus(event.statusUpdate.status, true);
  }

  /** A message is followed to the end of its turn, a subscription to the end of the task. */
  #noteStatus(status: TaskStatus, isNews: boolean): void {
    this.#ended = isTerminal(status.state);
    // Credentials come by another way, and the stream stays open for what follows.
    const asks = this.#turn?.isOver(status, isNews) && status.state !== "TASK_STATE_AUTH_REQUIRED";
    this.#over = this.#ended || asks === true;
  }

  #gap(): Gap {
    const lastEventId = this.#lastEventId;
    return { gap: { taskId: this.#taskId ?? "", ...(lastEventId !== undefined && { lastEventId }) } };
  }
}

// Events that show the task as it was, before one with a number comes.
const MAX_REPLAYED = 1_000;

function closedEarly(): LocalError {
  return new LocalError("NETWORK", "the stream ended before the task was done");
}

function closedLate(): LocalError {
  return new LocalError("TIMEOUT", "the server kept the stream open after the task ended");
}
