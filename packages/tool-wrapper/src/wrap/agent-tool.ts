import { cardToDescription, cleanText, skillSchemas } from "@a2a/card";
import type { AgentClient, CapabilitySet, Delegation, FollowedEvent } from "@a2a/client";
import { delegateTo, readDelegation } from "@a2a/client";
import {
  applyEvent,
  copyTask,
  createMessage,
  extractText,
  isA2AError,
  isLocalError,
  type JsonObject,
  type JsonValue,
  type Message,
  type Part,
  statusText,
  type Task,
} from "@a2a/types";
import { cleanSchema } from "./clean-schema.ts";
import { endedBy, type Outcome, outcomeOf, type Waiting } from "./outcome.ts";
import { ProgressQueue } from "./progress-queue.ts";
import { shownId } from "./shown-id.ts";
import { checkToolName } from "./tool-name.ts";
import { inputSchema, outputSchema, type ToolInput, type ToolSchema } from "./tool-schema.ts";

/** The progress of a delegated task. */
export interface Progress {
  readonly status: "progress";
  readonly taskId?: string;
  /** All text so far. */
  readonly text: string;
  /** The latest status text of the agent. */
  readonly activity?: string;
}

/** Options for referring to a task. */
export interface TaskOptions {
  /** Accept a task id that this tool has not seen: it comes from this program's own records, not from a model. Default false. */
  trustTaskId?: boolean;
}

/** Options of one call. */
export interface RunOptions extends TaskOptions {
  /** Cancels the task at the agent. */
  signal?: AbortSignal | undefined;
  /** An idempotency key by which the agent recognizes a repeated call. */
  idempotencyKey?: string | undefined;
  onProgress?: (progress: Progress) => void;
  /** The message as structured data, such as an answer that matches the agent's schema. Sent as a data part if the card accepts JSON. */
  data?: JsonValue | undefined;
}

/** Options of an agent tool. */
export interface AgentToolOptions {
  /** The name the model sees. It comes from configuration, not from the card, so that no card can shadow another tool. */
  name: string;
  title?: string;
  /** The description for the model. Default: that of the card, marked as the agent's own words. */
  description?: string;
  /** Offers one skill only, by its id. If the card declares a schema for its input, the tool takes it as `input`. */
  skill?: string;
  /** Answers the agent's questions immediately; `"defer"` leaves them to the model. */
  onInput?: (question: Waiting) => Promise<string | "defer"> | string;
  /** The maximum number of questions that `onInput` may answer in one call. Default 5. */
  maxTurns?: number;
  /** The time limit of a call. Default 300,000. */
  timeoutMs?: number;
  /** The time after which a call returns with the task still working, for `result` to wait for. Default: never. */
  syncBudgetMs?: number;
  /** The capabilities of this program. Delegation to `a2a:{name}` must be granted. Default: everything is granted. */
  allow?: CapabilitySet;
  /** The chain of delegations that this tool is part of. */
  delegation?: Delegation;
  /** The minimum interval between progress reports. Default 100. */
  progressIntervalMs?: number;
}

/** A remote agent as a tool, in a framework-neutral form. */
export interface AgentTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ToolSchema<ToolInput>;
  /** The JSON Schema of an outcome. */
  readonly outputSchema: JsonObject;
  /** Delegates and waits for the outcome. Failures of the agent are outcomes too; rejects only with a `PermissionError`, without a grant. */
  run(input: ToolInput, options?: RunOptions): Promise<Outcome>;
  /** Delegates and yields progress, then the outcome. */
  stream(input: ToolInput, options?: RunOptions): AsyncGenerator<Progress | Outcome, void, void>;
  /** Reads the status of a task of this tool. */
  status(taskId: string, options?: TaskOptions): Promise<Outcome>;
  /** Waits for a task of this tool. */
  result(taskId: string, options?: RunOptions): Promise<Outcome>;
  /** Cancels a task of this tool. */
  cancel(taskId: string, options?: TaskOptions): Promise<Outcome>;
}

/** A remote agent as a tool. */
export function agentTool(agent: AgentClient, options: AgentToolOptions): AgentTool {
  const name = checkToolName(options.name);
  const { card } = agent;
  const skill = options.skill === undefined ? undefined : card.skills.find(({ id }) => id === options.skill);
  if (options.skill !== undefined && skill === undefined) {
    throw new TypeError(
      `${cleanText(card.name)} has no skill ${options.skill}: it has ${cleanText(card.skills.map(({ id }) => id).join(", "))}`,
    );
  }
  const described = skill ? { ...card, description: skill.description, skills: [skill] } : card;
  const declared = skill && skillSchemas(card, skill.id)?.input;
  const schema = declared && cleanSchema(declared);
  const work = new Delegations(agent, name, options);
  return {
    name,
    title: options.title ?? cleanText(skill?.name ?? card.name),
    description: options.description ?? cardToDescription(described),
    inputSchema: inputSchema(examplesOf(described.skills), schema),
    outputSchema,
    run: (input, run) => work.run(input, run),
    stream: (input, run) => work.stream(input, run),
    status: (taskId, task) => work.status(taskId, task),
    result: (taskId, run) => work.result(taskId, run),
    cancel: (taskId, task) => work.cancel(taskId, task),
  };
}

/** Some examples of the skills. They are an outsider's words, like the rest of the card. */
function examplesOf(skills: AgentClient["card"]["skills"]): string[] {
  const examples = skills.flatMap(({ examples: own = [] }) => own);
  return examples.slice(0, 5).map((example) => cleanText(example));
}

class Delegations {
  readonly #agent: AgentClient;
  readonly #name: string;
  readonly #options: AgentToolOptions;
  // Only tasks that the agent of this tool has created: a model may invent ids or confuse agents.
  // Keys are ids, and the aliases that a model sees in their place.
  readonly #known = new Map<string, string>();
  readonly #contexts = new Map<string, string>();

  constructor(agent: AgentClient, name: string, options: AgentToolOptions) {
    this.#agent = agent;
    this.#name = name;
    this.#options = options;
  }

  async run(input: ToolInput, options: RunOptions = {}): Promise<Outcome> {
    let outcome: Outcome | undefined;
    for await (const event of this.stream(input, options)) {
      if (event.status === "progress") options.onProgress?.(event);
      else outcome = event;
    }
    return outcome ?? endedBy("failed", "The agent ended without a result");
  }

  async *stream(input: ToolInput, options: RunOptions = {}): AsyncGenerator<Progress | Outcome, void, void> {
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
    return this.#told(() => this.#agent.getTask(taskId));
  }

  async result(shownTaskId: string, options: RunOptions = {}): Promise<Outcome> {
    const taskId = this.#own(shownTaskId, options);
    let task: Task | undefined;
    const { signal } = options;
    return this.#told(async () => {
      for await (const event of this.#agent.subscribe(taskId, signal ? { signal } : {})) {
        if ("task" in event) task = copyTask(event.task);
        else if (!("gap" in event) && task) applyEvent(task, event);
      }
      return this.#agent.getTask(taskId);
    });
  }

  async cancel(shownTaskId: string, options: TaskOptions = {}): Promise<Outcome> {
    const taskId = this.#own(shownTaskId, options);
    return this.#told(() => this.#agent.cancelTask(taskId));
  }

  /** Sends one message and yields its progress and outcome. */
  async *#turn(message: Message, options: RunOptions): AsyncGenerator<Progress, Outcome, void> {
    const { timeoutMs = 300_000, syncBudgetMs, progressIntervalMs = 100 } = this.#options;
    const queue = new ProgressQueue<Progress>(progressIntervalMs);
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
            this.#know(task.id);
            queue.put(progressOf(task));
            if (overBudget) handOver("late");
          }
        },
      })
      .finally(() => queue.end());
    try {
      const settled = Promise.race([observing.then((observed) => ({ observed })), late]);
      settled.catch(() => undefined).finally(() => queue.end());
      yield* queue.drain();
      const first = await settled;
      if (first === "late") {
        observing.catch(() => undefined);
        return { status: "working", taskId: taskId as string };
      }
      const { status, task, message: answer } = first.observed;
      if (answer) return outcomeOf({ message: answer });
      if (task) {
        this.#know(task.id);
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

  #message(input: ToolInput, delegation: JsonObject, options: RunOptions = {}): Message {
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

  #know(taskId: string): void {
    this.#known.set(taskId, taskId).set(shownId(taskId), taskId);
  }

  #remember(outcome: Outcome): Outcome {
    const contextId = "contextId" in outcome ? outcome.contextId : undefined;
    if (contextId !== undefined) this.#contexts.set(shownId(contextId), contextId);
    return outcome;
  }

  /** The input with the agent's own ids. */
  #resolved(input: ToolInput, options: TaskOptions): ToolInput {
    const { taskId, contextId } = input;
    return {
      ...input,
      ...(taskId !== undefined && { taskId: this.#own(taskId, options) }),
      ...(contextId !== undefined && { contextId: this.#contexts.get(contextId) ?? contextId }),
    };
  }

  /** The agent's own id of a task that this tool knows. */
  #own(taskId: string, { trustTaskId = false }: TaskOptions): string {
    const known = this.#known.get(taskId);
    if (known !== undefined) return known;
    if (trustTaskId) {
      this.#know(taskId);
      return taskId;
    }
    throw new TypeError(`task ${taskId.slice(0, 80)} is not a task of ${this.#name}`);
  }

  async #told(read: () => Promise<Task>): Promise<Outcome> {
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
