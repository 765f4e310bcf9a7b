import { compile, MISFIT } from "@a2a/bridge";
import {
  type AgentYield,
  agentMessage,
  isJsonObject,
  isSettled,
  type JsonValue,
  type LogEvent,
  type Message,
  MessageSchema,
  type Part,
  PartSchema,
  TaskArtifactUpdateEventSchema,
  TaskStatusUpdateEventSchema,
  textDeltaMetadata,
} from "@a2a/types";

const readArtifactUpdate = compile(TaskArtifactUpdateEventSchema);
const readStatusUpdate = compile(TaskStatusUpdateEventSchema);

/** What one yield of an agent means for its task. */
export type Step =
  | { readonly events: LogEvent[]; readonly ends: boolean; readonly isStatus: boolean }
  | { readonly checkpoint: JsonValue };

/** Turns what one turn of an agent yields into events of its task. */
export class Steps {
  readonly #ids: { taskId: string; contextId: string };
  // Text and parts that an agent yields just so belong together: they are the chunks of one artifact.
  readonly #answerId: string;
  #answered = false;

  constructor(taskId: string, contextId: string, turn: number) {
    this.#ids = { taskId, contextId };
    this.#answerId = turn === 1 ? "response" : `response-${turn}`;
  }

  /** The events of a yield. Throws a `TypeError` for what no agent may yield. */
  of(value: AgentYield): Step {
    if (typeof value === "string") return this.#delta(value);
    if (!isObject(value)) throw garbage(value);
    if ("save" in value) return { checkpoint: value.save };
    if ("status" in value) return this.#status(value);
    if ("artifact" in value) return this.#artifact(value);
    const part = PartSchema.safeParse(value);
    if (part.success) return this.#chunk(part.data);
    throw garbage(value);
  }

  /** The events of a message with which an agent ends a task that exists already. */
  ofMessage(message: Message): LogEvent[] {
    const { taskId, contextId } = this.#ids;
    const artifact = { artifactId: this.#answerId, name: "response", parts: message.parts };
    const status = { state: "TASK_STATE_COMPLETED" as const, message: this.#placed(message) };
    return [
      { artifactUpdate: { taskId, contextId, artifact, lastChunk: true } },
      { statusUpdate: { taskId, contextId, status } },
    ];
  }

  /** A string continues the text before it: chunks on the wire, one text part in the task (decision 012). */
  #delta(text: string): Step {
    if (!this.#answered) return this.#chunk({ text });
    const artifact = { artifactId: this.#answerId, name: "response", parts: [{ text }] };
    const { taskId, contextId } = this.#ids;
    const artifactUpdate = { taskId, contextId, artifact, append: true, metadata: textDeltaMetadata };
    return { events: [{ artifactUpdate }], ends: false, isStatus: false };
  }

  #chunk(part: Part): Step {
    const append = this.#answered;
    this.#answered = true;
    const artifact = { artifactId: this.#answerId, name: "response", parts: [part] };
    const { taskId, contextId } = this.#ids;
    // Whole literals: a stream consists of these, and spreading costs as much as the rest of the step.
    const artifactUpdate = append ? { taskId, contextId, artifact, append } : { taskId, contextId, artifact };
    return { events: [{ artifactUpdate }], ends: false, isStatus: false };
  }

  #status(step: Extract<AgentYield, { status: unknown }>): Step {
    const { message } = step.status;
    const status = message === undefined ? step.status : { ...step.status, message: this.#placed(message) };
    const statusUpdate = readStatusUpdate({ ...step, status, ...this.#ids });
    if (statusUpdate === MISFIT) throw garbage(step);
    return { events: [{ statusUpdate }], ends: isSettled(statusUpdate.status.state), isStatus: true };
  }

  #artifact(step: Extract<AgentYield, { artifact: unknown }>): Step {
    const artifactUpdate = readArtifactUpdate({ ...step, ...this.#ids });
    if (artifactUpdate === MISFIT) throw garbage(step);
    return { events: [{ artifactUpdate }], ends: false, isStatus: false };
  }

  #placed(message: Message): Message {
    const read = MessageSchema.safeParse({ ...message, ...this.#ids });
    if (!read.success) throw garbage(message);
    return read.data;
  }
}

/** The message with which an agent answers without a task. Throws a `TypeError` for what is none. */
export function toAnswer(value: Message, contextId: string): Message {
  const { taskId: _, ...message } = isJsonObject(value) ? value : agentMessage(String(value));
  const read = MessageSchema.safeParse({ ...message, contextId, role: "ROLE_AGENT" });
  if (!read.success) throw garbage(value);
  return read.data;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function garbage(value: unknown): TypeError {
  const shown = JSON.stringify(value)?.slice(0, 200) ?? String(value);
  return new TypeError(`an agent yields text, parts, status(), artifact(), ask() or save(); found ${shown}`);
}
