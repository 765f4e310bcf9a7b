import { fetchAgentCard as fetchCard } from "@a2a/card";
import { fetchClient } from "@a2a/http";
import {
  type AgentCard,
  applyEvent,
  copyTask,
  type ListTasksRequest,
  type ListTasksResponse,
  LocalError,
  type Message,
  type Part,
  type SendMessageRequest,
  type SendMessageResponse,
  type Task,
  type TaskArtifactUpdateEvent,
  type TaskState,
  type TaskStatus,
} from "@a2a/types";
import type { AgentClient } from "../client/agent-client.ts";
import { type ConnectOptions, connect } from "../connect/connect.ts";
import type { FollowedEvent } from "../resume/followed.ts";

/** How one call is made: how to connect, and how long it may take in all (default 120,000). */
export type FunctionOptions = Omit<ConnectOptions, "agents" | "card" | "cardUrl">;

const DEFAULT_MS = 120_000;

/** The card of an agent, from the well-known place of its address. */
export async function fetchAgentCard(endpoint: string | URL, options: FunctionOptions = {}): Promise<AgentCard> {
  const { http = fetchClient(), headers, signal, timeoutMs } = options;
  const { card } = await fetchCard(endpoint, {
    http,
    ...(headers && { headers }),
    ...(signal && { signal }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  return card;
}

/** Sends a message to the agent of a card and waits for the answer. */
export function sendMessage(
  card: AgentCard,
  { message, configuration, metadata }: SendMessageRequest,
  options: FunctionOptions = {},
): Promise<SendMessageResponse> {
  return within(card, options, (client, signal) => client.send(message, { configuration, metadata, signal }));
}

/**
 * Sends a message to the agent of a card and tells how it goes: each piece of text as it comes, and each change of state. Resolves
 * with the task, or with the message of an agent that answers without one.
 */
export function sendStreamingMessage(
  card: AgentCard,
  { message, configuration, metadata }: SendMessageRequest,
  onChunk: (text: string) => void = () => {},
  onStatus: (state: TaskState, status: TaskStatus) => void = () => {},
  options: FunctionOptions = {},
): Promise<SendMessageResponse> {
  return within(card, options, async (client, signal) => {
    const reporter = new Reporter(onChunk, onStatus);
    for await (const event of client.stream(message, { configuration, metadata, signal })) reporter.report(event);
    return reporter.answer();
  });
}

/** Reads a task of the agent of a card. */
export function getTask(card: AgentCard, taskId: string, options: FunctionOptions = {}): Promise<Task> {
  return within(card, options, (client, signal) => client.getTask(taskId, { signal }));
}

/** Reads one page of the tasks of the agent of a card. */
export function listTasks(
  card: AgentCard,
  request: ListTasksRequest = {},
  options: FunctionOptions = {},
): Promise<ListTasksResponse> {
  return within(card, options, (client, signal) => client.listTasks(request, { signal }));
}

/** Cancels a task of the agent of a card. */
export function cancelTask(card: AgentCard, taskId: string, options: FunctionOptions = {}): Promise<Task> {
  return within(card, options, (client, signal) => client.cancelTask(taskId, { signal }));
}

/** One deadline for everything a call takes. */
async function within<T>(
  card: AgentCard,
  { timeoutMs = DEFAULT_MS, signal, ...options }: FunctionOptions,
  call: (client: AgentClient, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new LocalError("TIMEOUT", `the call did not finish within ${timeoutMs} ms`)),
    timeoutMs,
  );
  const both = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
  try {
    const client = await connect(card, { ...options, timeoutMs, signal: both });
    return await call(client, both);
  } finally {
    clearTimeout(timer);
  }
}

/** Reports text and states once each, also if a whole task arrives instead of the changes to it. */
class Reporter {
  readonly #onChunk: (text: string) => void;
  readonly #onStatus: (state: TaskState, status: TaskStatus) => void;
  /** The text reported so far, by artifact. */
  readonly #reported = new Map<string, string>();
  #task: Task | undefined;
  #message: Message | undefined;
  #state: TaskState | undefined;

  constructor(onChunk: (text: string) => void, onStatus: (state: TaskState, status: TaskStatus) => void) {
    this.#onChunk = onChunk;
    this.#onStatus = onStatus;
  }

  report(event: FollowedEvent): void {
    if ("gap" in event) return;
    if ("message" in event) {
      this.#message = event.message;
      for (const text of textsOf(event.message.parts)) this.#onChunk(text);
      return;
    }
    if (this.#task) applyEvent(this.#task, event);
    else if ("task" in event) this.#task = copyTask(event.task);
    if ("artifactUpdate" in event) this.#chunk(event.artifactUpdate);
    else if ("task" in event) this.#readTask(event.task);
    else this.#status(event.statusUpdate.status);
  }

  answer(): SendMessageResponse {
    if (this.#message) return { message: this.#message };
    if (this.#task) return { task: this.#task };
    throw new LocalError("PROTOCOL", "the stream ended without a task or a message");
  }

  #chunk({ artifact: { artifactId, parts }, append }: TaskArtifactUpdateEvent): void {
    const texts = textsOf(parts);
    const before = append ? (this.#reported.get(artifactId) ?? "") : "";
    this.#reported.set(artifactId, before + texts.join(""));
    for (const text of texts) this.#onChunk(text);
  }

  #readTask({ status, artifacts = [] }: Task): void {
    if (status.state !== this.#state) this.#status(status);
    for (const { artifactId, parts } of artifacts) {
      let reported = this.#reported.get(artifactId) ?? "";
      const texts = textsOf(parts);
      // What was reported is the beginning of the text, unless the artifact was replaced.
      if (!texts.join("").startsWith(reported)) reported = "";
      this.#reported.set(artifactId, texts.join(""));
      let skip = reported.length;
      for (const text of texts) {
        if (skip < text.length) this.#onChunk(text.slice(skip));
        skip = Math.max(0, skip - text.length);
      }
    }
  }

  #status(status: TaskStatus): void {
    this.#state = status.state;
    this.#onStatus(status.state, status);
  }
}

function textsOf(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => ("text" in part && part.text !== "" ? [part.text] : []));
}
