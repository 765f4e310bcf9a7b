import { type AgentClient, delegateTo, type FollowedEvent, readDelegation } from "@a2a/client";
import {
  createMessage,
  extractText,
  isA2AError,
  isLocalError,
  type JsonObject,
  type Message,
  type Part,
  statusText,
  type Task,
} from "@a2a/types";
import type { AgentToolOptions, Progress, TaskOptions, TurnSettings } from "./agent-tool.ts";
import { KnownIds } from "./known-ids.ts";
import { endedBy, type Outcome, outcomeOf } from "./outcome.ts";
import { ProgressQueue } from "./progress-queue.ts";
import type { ToolInput } from "./tool-schema.ts";

/** The tasks that a tool delegates to its agent. */
export class Delegations {
  readonly #agent: AgentClient;
  readonly #name: string;
  readonly #options: AgentToolOptions;
  // Only tasks that the agent of this tool has created: a model may invent ids or confuse agents.
  readonly #tasks = new KnownIds();
  readonly #contexts = new KnownIds();

  constructor(agent: AgentClient, name: string, options: AgentToolOptions) {
    this.#agent = agent;
    this.#name = name;
    this.#options = options;
  }

  async run(input: ToolInput, options: TurnSettings = {}): Promise<Outcome> {
    let outcome: Outcome | undefined;
    for await (const event of this.stream(input, options)) {
      if (event.status === "progress") options.onProgress?.(event);
      else outcome = event;
    }
    return outcome ?? endedBy("failed", "The agent ended without a result");
  }

  async *stream(input: ToolInput, options: TurnSettings = {}): AsyncGenerator<Progress | Outcome, void, void> {
    this.#options.allow?.require(`a2a:${this.#name}`, "delegate");
    const metadata = delegateTo(this.#name, this.#options.delegation ?? readDelegation(undefined));
    let message = this.#message(this.#resolved(input, options), metadata, options);
    const { maxTurns = 5, onInput } = this.#options;
    for (let turn = 0; ; turn++) {
      const outcome = this.#remember(yield* this.#turn(message, options));
      const answer = outcome.status === "input-required" && turn < maxTurns ? await onInput?.(outcome) : undefined;
      if (answer === undefined || answer === "defer" || outcome.status !== "input-required") {
        yield outcome;
        return;
      }
      message = this.#message({ message: answer, taskId: outcome.taskId }, metadata);
    }
  }

  async status(shownTaskId: string, options: TaskOptions = {}): Promise<Outcome> {
    const taskId = this.#own(shownTaskId, options);
    return this.#report(() => this.#agent.getTask(taskId));
  }

  async result(shownTaskId: string, options: TurnSettings = {}): Promise<Outcome> {
    const taskId = this.#own(shownTaskId, options);
    const { signal } = options;
    return this.#report(async () => {
      for await (const _ of this.#agent.subscribe(taskId, signal ? { signal } : {}));
      return this.#agent.getTask(taskId);
    });
  }

  async cancel(shownTaskId: string, options: TaskOptions = {}): Promise<Outcome> {
    const taskId = this.#own(shownTaskId, options);
    return this.#report(() => this.#agent.cancelTask(taskId));
  }

  /** Sends one message and yields its progress and outcome. */
  async *#turn(message: Message, options: TurnSettings): AsyncGenerator<Progress, Outcome, void> {
    const { timeoutMs = 300_000, syncBudgetMs, progressIntervalMs = 100 } = this.#options;
    const queue = new ProgressQueue<Task>(progressIntervalMs);
    let taskId = message.taskId;
    let handOver: (late: "late") => void = () => {};
    const late = new Promise<"late">((resolve) => {
      handOver = resolve;
    });
    let overBudget = false;
    // Without its id the task could not be found later, so the call waits for the id.
    const endBudget = () => {
      overBudget = true;
      if (taskId !== undefined) handOver("late");
    };
    const timer = syncBudgetMs === undefined ? undefined : setTimeout(endBudget, syncBudgetMs);
    const observing = this.#agent
      .sendAndObserve(message, {
        timeoutMs,
        ...(options.signal && { signal: options.signal }),
        onEvent: (_: FollowedEvent, task: Task | undefined) => {
          if (task) {
            taskId = task.id;
            this.#tasks.add(task.id);
            queue.put(task);
            if (overBudget) handOver("late");
          }
        },
      })
      .finally(() => queue.end());
    try {
      const settled = Promise.race([observing.then((observed) => ({ observed })), late]);
      settled.catch(() => undefined).finally(() => queue.end());
      // The text so far is put together when it is reported, not with every event.
      for await (const task of queue.drain()) yield progressOf(task);
      const first = await settled;
      if (first === "late") {
        observing.catch(() => undefined);
        return { status: "working", taskId: taskId as string };
      }
      const { status, task, message: answer } = first.observed;
      if (answer) return outcomeOf({ message: answer });
      if (task) {
        this.#tasks.add(task.id);
        return outcomeOf({ task });
      }
      const ids = taskId === undefined ? {} : { taskId };
      return status === "timeout"
        ? endedBy("timeout", "Task timed out", { ...ids, retryable: true })
        : endedBy("canceled", "Task was cancelled", ids);
    } catch (error) {
      return failure(error, taskId);
    } finally {
      clearTimeout(timer);
    }
  }

  #message(input: ToolInput, delegation: JsonObject, options: TurnSettings = {}): Message {
    const { taskId, contextId, input: structuredInput } = input;
    const { idempotencyKey: messageId, data = structuredInput } = options;
    const { skill } = this.#options;
    const metadata = skill !== undefined && taskId === undefined ? { ...delegation, skillId: skill } : delegation;
    const message = input.message || JSON.stringify(structuredInput ?? "");
    // An agent that accepts only text would refuse the data part; the text says the same.
    const { defaultInputModes, skills } = this.#agent.card;
    const modes = [...defaultInputModes, ...(skills.find(({ id }) => id === skill)?.inputModes ?? [])];
    const structured = data !== undefined && modes.some((mode) => /^(application|\*)\/(json|\*)$/.test(mode));
    const parts: Part[] = [{ text: message }, ...(structured ? [{ data }] : [])];
    return createMessage(parts, {
      metadata,
      ...(taskId !== undefined && { taskId }),
      ...(contextId !== undefined && taskId === undefined && { contextId }),
      ...(messageId !== undefined && { messageId }),
    });
  }

  #remember(outcome: Outcome): Outcome {
    const contextId = "contextId" in outcome ? outcome.contextId : undefined;
    if (contextId !== undefined) this.#contexts.add(contextId);
    return outcome;
  }

  /** The input with the agent's own ids. */
  #resolved(input: ToolInput, options: TaskOptions): ToolInput {
    const { taskId, contextId } = input;
    return {
      ...input,
      ...(taskId !== undefined && { taskId: this.#own(taskId, options) }),
      ...(contextId !== undefined && { contextId: this.#contexts.find(contextId) ?? contextId }),
    };
  }

  /** The agent's own id of a task that this tool knows. */
  #own(taskId: string, { trustTaskId = false }: TaskOptions): string {
    const known = this.#tasks.find(taskId);
    if (known !== undefined) return known;
    if (trustTaskId) {
      this.#tasks.add(taskId);
      return taskId;
    }
    throw new TypeError(`task ${taskId.slice(0, 80)} is not a task of ${this.#name}`);
  }

  async #report(read: () => Promise<Task>): Promise<Outcome> {
    try {
      return outcomeOf({ task: await read() });
    } catch (error) {
      return failure(error, undefined);
    }
  }
}

/** The outcome for an error of the call. */
function failure(error: unknown, taskId: string | undefined): Outcome {
  if (!isA2AError(error) && !isLocalError(error)) throw error;
  if (isLocalError(error, "PERMISSION")) throw error;
  const retryable = isLocalError(error) ? error.retryable : error.retryAfterMs !== undefined;
  return {
    status: "failed",
    error: { code: error.code, message: error.message },
    retryable,
    ...(taskId !== undefined && { taskId }),
  };
}

function progressOf(task: Task): Progress {
  const activity = statusText(task);
  return {
    status: "progress",
    taskId: task.id,
    text: extractText(task) ?? "",
    ...(activity !== undefined && { activity }),
  };
}
