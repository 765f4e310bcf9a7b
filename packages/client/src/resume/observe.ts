import {
  applyEvent,
  copyTask,
  isA2AError,
  isLocalError,
  isTerminal,
  type Logger,
  type Message,
  type SendMessageResponse,
  silentLogger,
  type Task,
  type TaskState,
} from "@a2a/types";
import { onceAborted } from "@a2a/types/internal";
import type { FollowedEvent } from "./followed.ts";
import { type PollOptions, polled } from "./poll.ts";
import { stateName, TurnEnd } from "./turn-end.ts";

/** The outcome of an observed task. */
export type ObservedStatus = "completed" | "failed" | "input-required" | "auth-required" | "cancelled" | "timeout";

/** The result of observing a task; `status` tells which members there are. */
export type Observed =
  | {
      readonly status: "completed";
      readonly task: Task;
      readonly message?: undefined;
    }
  | {
      /** The agent answered with a message instead of a task. */
      readonly status: "completed";
      readonly task?: undefined;
      readonly message: Message;
    }
  | {
      readonly status: "failed" | "input-required" | "auth-required";
      readonly task: Task;
      readonly message?: undefined;
    }
  | {
      /** The agent canceled the task itself. */
      readonly status: "cancelled";
      readonly task: Task;
      readonly taskId?: undefined;
      readonly cancelError?: undefined;
      readonly message?: undefined;
    }
  | {
      /** This side gave up. */
      readonly status: "cancelled" | "timeout";
      readonly task?: undefined;
      readonly message?: undefined;
      /** The task that was given up, if one was known. */
      readonly taskId?: string;
      /** Why the cancellation did not reach the agent, which may still be working. */
      readonly cancelError?: unknown;
    };

/** How long and how a task is observed. */
export interface ObserveOptions {
  /** How long it may take in all. Default 300,000. */
  timeoutMs?: number | undefined;
  /** How often to look where the agent cannot stream. Default 1,000. */
  pollIntervalMs?: number | undefined;
  /** Asked on each cycle; `true` cancels the task. */
  isCancelled?: (() => boolean) | undefined;
  /** Cancels the task. */
  signal?: AbortSignal | undefined;
  /** Called for each event as it arrives, with the task after that event. */
  onEvent?: ((event: FollowedEvent, task: Task | undefined) => void) | undefined;
  logger?: Logger | undefined;
}

/** The calls that observing needs. */
export interface Observable {
  /** Follows by a stream; absent: the agent is polled. */
  readonly follow?: (signal: AbortSignal) => AsyncIterable<FollowedEvent>;
  /** Sends and returns immediately. */
  readonly send: (signal: AbortSignal) => Promise<SendMessageResponse>;
  readonly getTask: (id: string, signal: AbortSignal) => Promise<Task>;
  readonly cancelTask: (id: string) => Promise<Task>;
  /** The task that the message continues, if any. */
  readonly taskId: string | undefined;
  /** Poll at exactly the interval, ask `isCancelled` once per cycle, and keep polling while credentials are required. */
  readonly strictPolling?: boolean;
}

/** Sends, then follows the task until it ends or asks something: by a stream, else by polling. */
export async function observe(agent: Observable, options: ObserveOptions): Promise<Observed> {
  const { timeoutMs = 300_000, pollIntervalMs = 1_000, signal, isCancelled } = options;
  const observation = new Observation(agent, options);
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort("timeout"), timeoutMs);
  const cancel = () => stop.abort("cancelled");
  // A message in flight cannot be recalled: only a task that exists can be canceled.
  const look = () => observation.hasTask && isCancelled?.() && cancel();
  const watch = isCancelled && !agent.strictPolling && setInterval(look, Math.min(pollIntervalMs, 250));
  const release = onceAborted(signal, cancel);
  try {
    if (isCancelled?.()) cancel();
    return await observation.run(stop.signal, () => void look());
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    return await observation.giveUp(stop.signal.reason === "timeout" ? "timeout" : "cancelled");
  } finally {
    clearTimeout(timer);
    if (watch) clearInterval(watch);
    release();
  }
}

class Observation {
  readonly #agent: Observable;
  readonly #options: ObserveOptions;
  readonly #logger: Logger;
  readonly #turn: TurnEnd;
  #taskId: string | undefined;
  #task: Task | undefined;
  /** Whether events may be missing from the task. */
  #hadGap = false;

  constructor(agent: Observable, options: ObserveOptions) {
    this.#agent = agent;
    this.#options = options;
    this.#logger = options.logger ?? silentLogger;
    this.#turn = new TurnEnd(agent.taskId !== undefined);
    this.#taskId = agent.taskId;
  }

  /** Whether the agent is known to have a task. */
  get hasTask(): boolean {
    return this.#task !== undefined;
  }

  /** Follows the task. `look` asks whether to cancel, if the task is polled in strict cycles. */
  async run(signal: AbortSignal, look: () => void): Promise<Observed> {
    signal.throwIfAborted();
    const { follow } = this.#agent;
    const message = follow ? await this.#follow(follow(signal)) : await this.#poll(signal, look);
    if (message) return { status: "completed", message };
    const followed = this.#task as Task; // what ended without a message has shown a task
    const task = this.#hadGap ? await this.#reread(followed, signal) : followed;
    const status = statusOf(task.status.state);
    this.#logEnd(status, task);
    return { status, task };
  }

  /** The task as the agent has it: events may be missing from the one that was followed. */
  async #reread(followed: Task, signal: AbortSignal): Promise<Task> {
    try {
      return await this.#agent.getTask(followed.id, signal);
    } catch (error) {
      if (signal.aborted || (!isA2AError(error) && !isLocalError(error))) throw error;
      this.#log("warn", followed, "could not be read again after a gap", { error });
      return followed;
    }
  }

  /** Stops waiting and cancels the task, best effort. */
  async giveUp(status: "timeout" | "cancelled"): Promise<Observed> {
    const id = this.#taskId;
    if (id === undefined) return { status };
    if (status === "timeout") this.#log("error", { id }, "timed out");
    else this.#log("info", { id }, "cancelled by user");
    try {
      await this.#agent.cancelTask(id);
      return { status, taskId: id };
    } catch (error) {
      // Best effort: the task may be over, or the agent out of reach.
      if (!isA2AError(error) && !isLocalError(error)) throw error;
      this.#log("warn", { id }, "could not be canceled", { error });
      return { status, taskId: id, cancelError: error };
    }
  }

  async #follow(events: AsyncIterable<FollowedEvent>): Promise<Message | undefined> {
    for await (const event of events) {
      if ("message" in event) {
        this.#options.onEvent?.(event, this.#task);
        return event.message;
      }
      if ("gap" in event) {
        this.#hadGap = true;
        this.#options.onEvent?.(event, this.#task);
        continue;
      }
      if (this.#task) applyEvent(this.#task, event);
      else if ("task" in event) this.#task = this.#created(copyTask(event.task));
      if (this.#saw(event)) return undefined;
    }
    return undefined;
  }

  async #poll(signal: AbortSignal, look: () => void): Promise<Message | undefined> {
    const { getTask, send } = this.#agent;
    const { taskId } = this.#agent;
    if (taskId !== undefined) this.#turn.startsFrom((await getTask(taskId, signal)).status);
    const answer = await send(signal);
    if ("message" in answer) return answer.message;
    this.#task = this.#created(answer.task);
    const { id } = answer.task;
    if (this.#saw(answer)) return undefined;
    const fixed = this.#agent.strictPolling;
    const options: PollOptions = { pollIntervalMs: this.#options.pollIntervalMs, signal, fixed };
    const read = () => {
      if (fixed) look();
      signal.throwIfAborted();
      return getTask(id, signal);
    };
    for await (const { task, changed } of polled(read, options)) {
      this.#task = task;
      if (changed ? this.#saw({ task }) : this.#isOver(task, false)) return undefined;
    }
    return undefined;
  }

  #created(task: Task): Task {
    this.#taskId = task.id;
    this.#log("info", task, "created");
    return task;
  }

  /** Whether an event that is folded in already ends the turn. */
  #saw(event: FollowedEvent): boolean {
    const task = this.#task;
    if (task === undefined) return false;
    this.#options.onEvent?.(event, task);
    const isNews = "statusUpdate" in event;
    if (isNews || "task" in event) this.#logger.debug({ taskId: task.id }, `[A2A] Task ${task.id}: ${stateName(task)}`);
    const over = (isNews || "task" in event) && this.#isOver(task, isNews);
    // A stream may show the finished task once more, with everything in it.
    return over && !(this.#agent.follow && isTerminal(task.status.state));
  }

  #isOver({ status }: Task, isNews: boolean): boolean {
    const over = this.#turn.isOver(status, isNews);
    return over && !(this.#agent.strictPolling && status.state === "TASK_STATE_AUTH_REQUIRED");
  }

  #logEnd(status: ObservedStatus, task: Task): void {
    if (status === "completed") this.#log("info", task, "completed");
    else if (status === "failed") this.#log("error", task, stateName(task));
    else if (status === "input-required") this.#log("info", task, "needs input");
  }

  #log(level: keyof Logger, { id }: Pick<Task, "id">, text: string, facts?: object): void {
    this.#logger[level]({ taskId: id, ...facts }, `[A2A] Task ${id} ${text}`);
  }
}

function statusOf(state: TaskState): Exclude<ObservedStatus, "timeout"> {
  switch (state) {
    case "TASK_STATE_COMPLETED":
      return "completed";
    case "TASK_STATE_CANCELED":
      return "cancelled";
    case "TASK_STATE_INPUT_REQUIRED":
      return "input-required";
    case "TASK_STATE_AUTH_REQUIRED":
      return "auth-required";
    default:
      return "failed";
  }
}
