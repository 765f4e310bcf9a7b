import type { ReceivedEvent } from "@a2a/bridge/json-rpc";
import {
  isA2AError,
  isTerminal,
  LocalError,
  pause,
  type SendMessageRequest,
  type SendMessageResponse,
  type StreamResponse,
  type Task,
  type TaskStatus,
} from "@a2a/types";
import { taskIdOf } from "../client/task-id-of.ts";
import { beforeRetry, delayMs, judge, type RepeatPolicy, type RetryOptions } from "../retry/retry.ts";
import type { StreamMeter } from "../transports/stream-watch.ts";
import type { CallOptions, Calls } from "../transports/transport.ts";
import { polled } from "./poll.ts";
import { TurnEnd } from "./turn-end.ts";

/** Told where events may be missing: the peer could not go on where the stream broke off. What follows is the task as it stands. */
export interface Gap {
  gap: { taskId: string; lastEventId?: string };
}

/** An event of a followed task. Narrow it by `"gap" in event`, `"task" in event` and so on. */
export type FollowedEvent = StreamResponse | Gap;

/** How a stream is followed. */
export interface FollowOptions extends CallOptions, RetryOptions {
  /** The polling interval where the peer cannot stream. Default 1,000. */
  pollIntervalMs?: number | undefined;
  /** Whether `send` polls the task of an agent that answers before the task is done. Default true. */
  awaitTask?: boolean | undefined;
  /** Called with the id of each event that has one, just before the event: a `subscribe` with this `lastEventId` resumes after it. */
  onEventId?: ((id: string) => void) | undefined;
}

/** The calls by which a task is followed. */
export interface Followed {
  readonly calls: Calls;
  /** Whether the agent says that it streams; where it does not, it is not even tried. */
  readonly streams: boolean;
  /** Told that the agent does not stream, although it said it would. */
  readonly onRefused: () => void;
  /** Reads the task, trying again where it fails. */
  readonly getTask: (id: string) => Promise<Task>;
  /** Sends without a stream and returns at once, where the peer has no streams. */
  readonly start: (request: SendMessageRequest) => Promise<SendMessageResponse>;
  /** How the message may be sent again. */
  readonly policy: RepeatPolicy;
}

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
  /** The first event with an id that the last connection brought, as text: callers may change what they are given. */
  #opening: { readonly id: string; readonly text: string } | undefined;
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
    try {
      const resuming = this.#begun;
      const subscribed = resuming || !this.#request;
      const stream = this.#open({ ...this.#options, signal: stop.signal, meter: this.#meter });
      let isNumbered = false;
      for await (const { event, id, led } of resuming ? this.#unseen(stream) : stream) {
        if ("gap" in event) {
          yield event;
          continue;
        }
        if (subscribed && this.#lacksSnapshot(led)) {
          yield* this.#bySnapshots(stream, stop);
          return;
        }
        // The task may be shown once more after its end; a peer that goes on otherwise is not listened to.
        if (this.#ended && !("task" in event && isTerminal(event.task.status.state))) return;
        if (id !== undefined && !isNumbered) {
          isNumbered = true;
          this.#opening = { id, text: JSON.stringify(event) };
        }
        yield* this.#led(event, id);
        this.#note(event, id);
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
  async *#unseen(
    stream: AsyncGenerator<ReceivedEvent, void, void>,
  ): AsyncGenerator<Omit<ReceivedEvent, "event"> & { event: FollowedEvent }, void, void> {
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
      goesOn = this.#lastEventId !== undefined && received.id === this.#lastEventId && !this.#isRenumbered(received);
      decided = goesOn || this.#lastEventId === undefined || received.id !== undefined || known.length > MAX_REPLAYED;
      if (!decided || goesOn) continue;
      yield { event: this.#gap() };
      yield* known;
    }
    if (decided || known.length === 0) return;
    yield { event: this.#gap() };
    yield* known;
  }

  /** Whether an event has the number that another event had at the beginning of the last connection. */
  #isRenumbered({ event, id }: ReceivedEvent): boolean {
    return this.#opening?.id === id && this.#opening?.text !== JSON.stringify(event);
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
   * The peer began without a snapshot, so that its events cannot be told from those that were seen before. They only say that the
   * task has changed: the task itself is read, once for all events that came meanwhile.
   */
  async *#bySnapshots(
    stream: AsyncIterable<ReceivedEvent>,
    stop: AbortController,
  ): AsyncGenerator<FollowedEvent, void, void> {
    let changed = true;
    let closed = false;
    let wake = () => {};
    const reading = (async () => {
      try {
        for await (const _ of stream) {
          changed = true;
          wake();
        }
      } finally {
        closed = true;
        wake();
      }
    })();
    // It is awaited below, unless the caller leaves first.
    reading.catch(() => undefined);
    try {
      while (changed || !closed) {
        if (!changed) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        changed = false;
        const task = await this.#followed.getTask(this.#taskId as string); // what is resumed has a task
        yield { task };
        this.#note({ task }, undefined);
        this.#failures = 0;
        if (this.#over) return;
      }
      await reading;
    } finally {
      // A stream that is waiting for its next event cannot be left otherwise.
      stop.abort(closedLate());
    }
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
      yield answer;
      this.#note(answer, undefined);
      if (this.#over) return;
    } else if (this.#begun) {
      yield this.#gap();
    }
    const id = this.#taskId as string; // a task that is not over has one
    for await (const { task, changed } of polled(() => this.#followed.getTask(id), this.#options)) {
      if (changed) yield { task };
      this.#note({ task }, undefined);
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
