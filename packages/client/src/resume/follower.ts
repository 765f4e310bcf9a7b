import { lazily, type OpenStream } from "@a2a/bridge/internal/streams";
import { MissingResultError, type ReceivedEvent } from "@a2a/bridge/json-rpc";
import { isA2AError, isTerminal, LocalError, pause, type SendMessageRequest, type Task } from "@a2a/types";
import { taskIdOf } from "@a2a/types/internal";
import { beforeRetry, delayMs, judge } from "../retry/retry.ts";
import type { StreamMeter } from "../transports/stream-watch.ts";
import { Connection } from "./connection.ts";
import type { Followed, FollowedEvent, FollowOptions, Gap } from "./followed.ts";
import { Progress } from "./progress.ts";
import { isWithoutSnapshot, type Opening, openingOf, unseen } from "./resume-point.ts";
import { taskInSilence } from "./silence.ts";
import { TaskReader } from "./task-reader.ts";

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

class Follower {
  readonly #followed: Followed;
  readonly #options: FollowOptions;
  readonly #request: SendMessageRequest | undefined;
  readonly #progress: Progress;
  readonly #meter: StreamMeter = { events: 0, bytes: 0 };
  /** Reads the task where it cannot be streamed. */
  #reader: TaskReader | undefined;
  /** The first numbered event of a connection, until there is a second one. */
  #opening: Opening | undefined;
  /** The event that the caller gets next. It is a member, since a generator holds on to its variables while it waits. */
  #current: ReceivedEvent | Gap | undefined;
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
    this.#progress = new Progress(request, subscribed);
  }

  async *run(): AsyncGenerator<FollowedEvent, void, void> {
    const { signal } = this.#options;
    if (!this.#followed.streams) return yield* this.#read().withoutStream(this.#request);
    const progress = this.#progress;
    for (;;) {
      let broken: unknown;
      const connection = new Connection(signal);
      try {
        const resuming = progress.begun;
        const silent = await this.#begin(connection, resuming);
        if (silent) yield* this.#onEvents(lazily(silent.silent), connection, silent.task);
        while (this.#current) {
          const instead = this.#instead(connection, resuming);
          if (instead === undefined) {
            const before = this.#taskBefore();
            if (before) yield before;
            yield this.#give();
          }
          const next = instead ?? this.#taken(connection, resuming);
          if (next) {
            if (next !== "stop") yield* next;
            break;
          }
          await this.#next(connection);
        }
      } catch (error) {
        broken = error;
      } finally {
        await connection.close();
      }
      if (signal?.aborted) throw signal.reason;
      if (progress.over) return;
      const instead = await this.#afterBreak(broken ?? closedEarly());
      if (instead) return yield* instead;
    }
  }

  #read(): TaskReader {
    this.#reader ??= new TaskReader(this.#followed, this.#options, this.#progress);
    return this.#reader;
  }

  /** Starts to read a connection. Its first event is not kept longer than the others. */
  async #begin(connection: Connection, resuming: boolean): Promise<Silent | undefined> {
    this.#current = undefined;
    const opened = await this.#open(connection);
    if ("silent" in opened) return opened;
    const { first, rest } = resuming ? await this.#unseen(opened) : opened;
    connection.events = opened.rest;
    connection.stream = rest;
    this.#current = first;
    return undefined;
  }

  async #next({ stream }: Connection): Promise<void> {
    const read = await stream?.next();
    this.#current = read?.done ? undefined : read?.value;
  }

  /** What is shown instead of the current event, if something is: events may not tell the whole task, which is then read. */
  #instead(connection: Connection, resuming: boolean): Instead {
    const received = this.#current;
    if (received === undefined || "gap" in received) return undefined;
    const { event, synthesized } = received;
    if (received.byRequest) {
      const id = this.#progress.taskId ?? taskIdOf(event) ?? "";
      return this.#onEvents(connection.events, connection, this.#followed.getTask(id));
    }
    if (synthesized && (resuming || !this.#request) && isWithoutSnapshot(received, this.#knownEventId)) {
      return this.#onEvents(connection.events, connection);
    }
    // The task may be shown once more after its end; a peer that continues otherwise is not listened to.
    if (this.#progress.ended && !("task" in event && isTerminal(event.task.status.state))) return "stop";
    const { taskId } = this.#progress;
    const id = taskIdOf(event);
    if (id === undefined || taskId === undefined || id === taskId) return undefined;
    throw new LocalError("PROTOCOL", "the stream contained an event of another task");
  }

  /** The task before the current event, if that is an update and the caller has not seen the task. */
  #taskBefore(): FollowedEvent | undefined {
    const received = this.#current;
    if (this.#progress.begun || received === undefined || "gap" in received) return undefined;
    const { statusUpdate, artifactUpdate } = received.event;
    const update = statusUpdate ?? artifactUpdate;
    if (update === undefined) return undefined;
    return { task: { id: update.taskId, contextId: update.contextId, status: { state: "TASK_STATE_WORKING" } } };
  }

  /** The current event, for the caller. */
  #give(): FollowedEvent {
    const received = this.#current as ReceivedEvent | Gap; // the loop ends without one
    if ("gap" in received) return received;
    if (received.id !== undefined) this.#options.onEventId?.(received.id);
    return received.event;
  }

  /** The caller has the current event, which is dropped before the next one is awaited. */
  #taken(connection: Connection, resuming: boolean): Instead {
    const received = this.#current as ReceivedEvent | Gap; // the loop ends without one
    this.#current = undefined;
    if ("gap" in received) return undefined;
    const { event, id, unstreamed } = received;
    if (id !== undefined) this.#opening = connection.numbered++ === 0 ? openingOf(received) : undefined;
    this.#reader = undefined; // what it knows of the task is out of date now
    this.#progress.note(event, id);
    if (!resuming) this.#failures = 0;
    const { over, ended } = this.#progress;
    if (unstreamed && "task" in event && !over) return this.#read().polledFrom(event.task);
    if (ended) connection.endSoon();
    return over && !ended ? "stop" : undefined;
  }

  /** Opens a connection. Gives the task itself where the peer works on it and shows nothing. */
  async #open(connection: Connection): Promise<OpenStream<ReceivedEvent> | Silent> {
    const { calls, chosenTaskId, getTask } = this.#followed;
    const options = { ...this.#options, signal: connection.signal, meter: this.#meter };
    if (this.#progress.begun || !this.#request) {
      const id = this.#progress.taskId as string; // a task that has begun, or that is subscribed to, has an id
      return calls.stream("subscribeToTask", { id }, { ...options, lastEventId: this.#knownEventId });
    }
    const opening = calls.stream("sendStreamingMessage", this.#request, options);
    const { promise, resolve, reject } = Promise.withResolvers<OpenStream<ReceivedEvent> | Silent>();
    const { pollIntervalMs = 1_000 } = this.#options;
    const look = async () => {
      const task = await taskInSilence(opening, chosenTaskId, getTask, pollIntervalMs);
      if (task) resolve({ task, silent: () => opening });
    };
    const silence = setTimeout(() => void look(), pollIntervalMs);
    opening.then(resolve, reject).finally(() => clearTimeout(silence));
    return promise;
  }

  /** A resumed stream without the events that were seen already. */
  #unseen(opened: OpenStream<ReceivedEvent>): Promise<OpenStream<ReceivedEvent | Gap>> {
    return unseen(opened, {
      lastEventId: this.#progress.lastEventId,
      opening: this.#opening,
      isWithoutSnapshot: (received) => isWithoutSnapshot(received, this.#knownEventId),
      gap: () => this.#progress.gap(),
      onNews: () => {
        this.#failures = 0;
      },
    });
  }

  get #knownEventId(): string | undefined {
    return this.#progress.lastEventId ?? this.#options.lastEventId;
  }

  async *#onEvents(
    stream: AsyncIterable<ReceivedEvent>,
    connection: Connection,
    task?: Task | Promise<Task>,
  ): AsyncGenerator<FollowedEvent, void, void> {
    for await (const event of this.#read().onEvents(stream, () => connection.end(), await task)) {
      yield event;
      this.#failures = 0;
    }
  }

  /** After a broken connection: waits until the next one may be opened, or gives what is there instead of one. */
  async #afterBreak(
    failure: unknown,
  ): Promise<AsyncGenerator<FollowedEvent, void, void> | FollowedEvent[] | undefined> {
    const { signal, maxRetries = 3 } = this.#options;
    if (this.#cannotStream(failure)) return this.#read().withoutStream(this.#request);
    if (!this.#progress.begun) {
      // Nothing came yet: opening again must not send a message twice.
      await beforeRetry(this.#failures++, failure, this.#followed.policy, this.#options);
      return undefined;
    }
    const { retryable, retryAfterMs } = judge(failure);
    if (!retryable) {
      // A peer may refuse to resume a task that ended while the connection was down, or is gone.
      const ended = await this.#read().endedTask();
      if (!ended) throw failure;
      return [ended];
    }
    if (this.#failures++ >= maxRetries) return this.#read().withoutStream(this.#request);
    await pause(delayMs(this.#failures - 1, retryAfterMs, this.#options), signal);
    return undefined;
  }

  /** Whether the peer says that it has no such stream, of this task or at all, and so has carried nothing out. */
  #cannotStream(failure: unknown): boolean {
    const sending = !this.#progress.begun && this.#request;
    if (!sending && failure instanceof MissingResultError) return true;
    // To a task that exists the same words may mean that it takes no more messages, or that something went wrong with this one.
    const unsupported =
      isA2AError(failure, "UNSUPPORTED_OPERATION") && !(sending && sending.message.taskId !== undefined);
    if (!unsupported && !isA2AError(failure, "METHOD_NOT_FOUND")) return false;
    if (sending) this.#followed.onRefused();
    return true;
  }
}

/** A task that is at work while its stream, which may yet open, shows nothing. */
interface Silent {
  readonly task: Task;
  readonly silent: () => Promise<OpenStream<ReceivedEvent>>;
}

/** The events that a caller gets instead of the current event and those that follow. */
type Instead = AsyncGenerator<FollowedEvent, void, void> | "stop" | undefined;

function closedEarly(): LocalError {
  return new LocalError("NETWORK", "the stream ended before the task was done");
}
