import {
  applyEvent,
  copyTask,
  isA2AError,
  isLocalError,
  isSettled,
  type Message,
  type Task,
  type TaskState,
} from "@a2a/types";
import type { FollowedEvent } from "./follow-stream.ts";
import { pause } from "./retry.ts";

/** What became of a task that was observed. */
export type ObservedStatus = "completed" | "failed" | "input-required" | "auth-required" | "cancelled" | "timeout";

/** An observed task. */
export interface Observed {
  readonly status: ObservedStatus;
  /** The task as it was last seen; absent when there never was one, or when it was given up. */
  readonly task?: Task;
  /** The answer of an agent that answers without a task. */
  readonly message?: Message;
}

/** How long and how a task is observed. */
export interface ObserveOptions {
  /** How long it may take in all. Default 300,000. */
  timeoutMs?: number;
  /** How often to look where the agent cannot stream. Default 1,000. */
  pollIntervalMs?: number;
  /** Asked on each cycle; `true` cancels the task. */
  isCancelled?: () => boolean;
  signal?: AbortSignal;
  /** Told of each event as it comes. */
  onEvent?: (event: FollowedEvent, task: Task | undefined) => void;
}

/** The calls that observing needs. */
export interface Observable {
  readonly streams: boolean;
  follow(signal: AbortSignal): AsyncIterable<FollowedEvent>;
  send(signal: AbortSignal): Promise<{ task: Task } | { message: Message }>;
  getTask(id: string, signal: AbortSignal): Promise<Task>;
  cancelTask(id: string): Promise<Task>;
}

/** Sends, then follows until an end or a question: by stream, else by waiting, else by asking again and again. */
export async function observe(agent: Observable, options: ObserveOptions): Promise<Observed> {
  const { timeoutMs = 300_000, signal } = options;
  const observation = new Observation(agent, options);
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort("timeout"), timeoutMs);
  const forward = () => stop.abort("cancelled");
  const watch = setInterval(
    () => {
      if (options.isCancelled?.()) stop.abort("cancelled");
    },
    Math.min(options.pollIntervalMs ?? 1_000, 250),
  );
  if (signal?.aborted) forward();
  else signal?.addEventListener("abort", forward, { once: true });
  try {
    if (options.isCancelled?.()) stop.abort("cancelled");
    return await observation.run(stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    return await observation.giveUp(stop.signal.reason === "timeout" ? "timeout" : "cancelled");
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal?.removeEventListener("abort", forward);
  }
}

class Observation {
  readonly #agent: Observable;
  readonly #options: ObserveOptions;
  #task: Task | undefined;

  constructor(agent: Observable, options: ObserveOptions) {
    this.#agent = agent;
    this.#options = options;
  }

  async run(signal: AbortSignal): Promise<Observed> {
    signal.throwIfAborted();
    const answer = this.#agent.streams ? await this.#follow(signal) : await this.#agent.send(signal);
    if ("message" in answer) return { status: "completed", message: answer.message };
    this.#task = answer.task;
    const { pollIntervalMs = 1_000 } = this.#options;
    while (!isSettled(this.#task.status.state)) {
      await pause(pollIntervalMs, signal);
      this.#task = await this.#agent.getTask(this.#task.id, signal);
    }
    return { status: statusOf(this.#task.status.state), task: this.#task };
  }

  /** The task is not waited for any longer: the agent is told, as far as it can be. */
  async giveUp(status: "timeout" | "cancelled"): Promise<Observed> {
    const id = this.#task?.id;
    if (id !== undefined) {
      await this.#agent.cancelTask(id).catch((error: unknown) => {
        // Best effort: the task may be over, or the agent out of reach.
        if (!isA2AError(error) && !isLocalError(error)) throw error;
      });
    }
    return { status };
  }

  async #follow(signal: AbortSignal): Promise<{ task: Task } | { message: Message }> {
    let message: Message | undefined;
    for await (const event of this.#agent.follow(signal)) {
      if ("message" in event) message = event.message;
      else if ("task" in event) this.#task = copyTask(event.task);
      else if (!("gap" in event) && this.#task) applyEvent(this.#task, event);
      this.#options.onEvent?.(event, this.#task);
    }
    if (message) return { message };
    if (this.#task) return { task: this.#task };
    return this.#agent.send(signal);
  }
}

function statusOf(state: TaskState): ObservedStatus {
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
