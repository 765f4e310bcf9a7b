import { lazily, type OpenStream } from "@a2a/bridge/internal/streams";
import { MissingResultError, type ReceivedEvent } from "@a2a/bridge/json-rpc";
import {
  isA2AError,
  isTerminal,
  LocalError,
  pause,
  type SendMessageRequest,
  type StreamResponse,
  type Task,
} from "@a2a/types";
import { taskIdOf } from "@a2a/types/internal";
import { beforeRetry, delayMs, judge } from "../retry/retry.ts";
import type { StreamMeter } from "../transports/stream-watch.ts";
import { Connection } from "./connection.ts";
import type { Followed, FollowedEvent, FollowOptions, Gap } from "./followed.ts";
import { Progress } from "./progress.ts";
import { isWithoutSnapshot, unseen } from "./resume-point.ts";
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
  #opening: ReceivedEvent | undefined;
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
        const opened = await this.#open(connection);
        if ("silent" in opened) yield* this.#onEvents(lazily(opened.silent), connection, opened.task);
        else {
          const { first, rest } = resuming ? await this.#unseen(opened) : opened;
          connection.stream = rest;
          for (let item = first; item !== undefined; item = (await rest.next()).value ?? undefined) {
            if ("gap" in item) {
              yield item;
              continue;
            }
            const { event, id } = item;
            const reading = this.#insteadOf(item, opened.rest, connection, resuming);
            if (reading) {
              yield* reading;
              break;
            }
            // The task may be shown once more after its end; a peer that continues otherwise is not listened to.
            if (progress.ended && !("task" in event && isTerminal(event.task.status.state))) break;
            this.#checkTask(event);
            if (id !== undefined) this.#opening = connection.numbered++ === 0 ? item : undefined;
            this.#reader = undefined; // what it knows of the task is out of date now
            const unstreamed = item.unstreamed && "task" in event && this.#read().polledFrom(event.task);
            if (!progress.begun && !("task" in event) && !("message" in event)) yield taskBefore(event);
            if (id !== undefined) this.#options.onEventId?.(id);
            yield event;
            progress.note(event, id);
            if (!resuming) this.#failures = 0;
            if (unstreamed && !progress.over) {
              yield* unstreamed;
              break;
            }
            if (progress.ended) connection.endSoon();
            else if (progress.over) break;
          }
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

  #checkTask(event: StreamResponse): void {
    const { taskId } = this.#progress;
    if (taskId === undefined) return;
    const id = taskIdOf(event);
    if (id === undefined || id === taskId) return;
    throw new LocalError("PROTOCOL", "the stream contained an event of another task");
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
    const silence = setTimeout(async () => {
      const task = await taskInSilence(opening, chosenTaskId, getTask, pollIntervalMs);
      if (task) resolve({ task, silent: () => opening });
    }, pollIntervalMs);
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

  /** Where events do not tell the whole task, it is read. */
  #insteadOf(
    received: ReceivedEvent,
    rest: AsyncIterable<ReceivedEvent>,
    connection: Connection,
    resuming: boolean,
  ): AsyncGenerator<FollowedEvent, void, void> | undefined {
    if (received.byRequest) {
      const id = this.#progress.taskId ?? taskIdOf(received.event) ?? "";
      return this.#onEvents(rest, connection, this.#followed.getTask(id));
    }
    if (!received.synthesized || (this.#request && !resuming)) return undefined;
    return isWithoutSnapshot(received, this.#knownEventId) ? this.#onEvents(rest, connection) : undefined;
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

/** The task that an update changes, for a caller who has not seen it. */
function taskBefore(event: Extract<StreamResponse, { statusUpdate: unknown } | { artifactUpdate: unknown }>): {
  task: Task;
} {
  const { taskId: id, contextId } = "statusUpdate" in event ? event.statusUpdate : event.artifactUpdate;
  return { task: { id, contextId, status: { state: "TASK_STATE_WORKING" } } };
}

function closedEarly(): LocalError {
  return new LocalError("NETWORK", "the stream ended before the task was done");
}
