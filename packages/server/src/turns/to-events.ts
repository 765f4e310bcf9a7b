import {
  type AgentYield,
  agentMessage,
  isJsonObject,
  isSettled,
  type JsonValue,
  type LogEvent,
  type Message,
  type Part,
} from "@a2a/types";
import {
  checkContent,
  checkPart,
  kindOf,
  nonJson,
  refuseNonJson,
  shownValue,
  textDeltaMetadata,
} from "@a2a/types/internal";
import { MISFIT } from "@a2a/types/internal/schema";
import {
  MessageSchema,
  PartSchema,
  TaskArtifactUpdateEventSchema,
  TaskStatusUpdateEventSchema,
} from "@a2a/types/schemas";

/** The events of a yielded value. */
export type Step =
  | { readonly events: LogEvent[]; readonly ends: boolean; readonly isStatus: boolean }
  | { readonly checkpoint: JsonValue };

/** Turns what one turn of an agent yields into events of its task. */
export class Steps {
  readonly #ids: { taskId: string; contextId: string };
  /** The artifact of bare yields: text and parts that an agent yields just so are the chunks of one artifact. */
  readonly answerId: string;
  #answered = false;
  #works = false;

  constructor(taskId: string, contextId: string, turn: number) {
    this.#ids = { taskId, contextId };
    this.answerId = turn === 1 ? "response" : `response-${turn}`;
  }

  /** The task was shown as working before its agent yielded anything: it cannot go back to waiting for its turn. */
  works(): void {
    this.#works = true;
  }

  /** An earlier attempt has begun the artifact of bare yields: they continue it. */
  resume(): void {
    this.#answered = true;
  }

  /** The events of a yield. Throws a `TypeError` for what no agent may yield. */
  of(value: AgentYield): Step {
    if (typeof value === "string") return this.#delta(value);
    if (!isObject(value)) throw invalidYield(value);
    if ("save" in value) {
      refuseNonJson(value.save, "save");
      return { checkpoint: value.save };
    }
    if ("status" in value) return this.#status(value);
    if ("artifact" in value) return this.#artifact(value);
    checkPart(value);
    const part = PartSchema.safeParse(value);
    if (part.success) return this.#chunk(part.data);
    throw invalidYield(value);
  }

  /** Whether the agent has yielded text or parts in this turn. */
  get hasAnswered(): boolean {
    return this.#answered;
  }

  /** The events of a message with which an agent ends a task that exists already. */
  ofMessage(message: Message): LogEvent[] {
    const { taskId, contextId } = this.#ids;
    const artifact = { artifactId: this.answerId, name: "response", parts: message.parts };
    const status = { state: "TASK_STATE_COMPLETED" as const, message: this.#placed(message) };
    return [
      { artifactUpdate: { taskId, contextId, artifact, lastChunk: true } },
      { statusUpdate: { taskId, contextId, status } },
    ];
  }

  /** A string continues the text before it: chunks on the wire, one text part in the task (decision 012). */
  #delta(text: string): Step {
    if (!this.#answered) return this.#chunk({ text });
    const artifact = { artifactId: this.answerId, name: "response", parts: [{ text }] };
    const { taskId, contextId } = this.#ids;
    const artifactUpdate = { taskId, contextId, artifact, append: true, metadata: textDeltaMetadata };
    return { events: [{ artifactUpdate }], ends: false, isStatus: false };
  }

  #chunk(part: Part): Step {
    const append = this.#answered;
    this.#answered = true;
    const artifact = { artifactId: this.answerId, name: "response", parts: [part] };
    const { taskId, contextId } = this.#ids;
    // Whole literals: a stream consists of these, and spreading costs as much as the rest of the step.
    const artifactUpdate = append ? { taskId, contextId, artifact, append } : { taskId, contextId, artifact };
    return { events: [{ artifactUpdate }], ends: false, isStatus: false };
  }

  #status(step: Extract<AgentYield, { status: unknown }>): Step {
    const { message } = step.status;
    if (step.metadata !== undefined) refuseNonJson(step.metadata, "metadata");
    const state =
      this.#works && step.status.state === "TASK_STATE_SUBMITTED" ? "TASK_STATE_WORKING" : step.status.state;
    const status = { ...step.status, state, ...(message !== undefined && { message: this.#placed(message) }) };
    const statusUpdate = TaskStatusUpdateEventSchema.fit({ ...step, status, ...this.#ids });
    if (statusUpdate === MISFIT) throw invalidYield(step);
    return { events: [{ statusUpdate }], ends: isSettled(statusUpdate.status.state), isStatus: true };
  }

  #artifact(step: Extract<AgentYield, { artifact: unknown }>): Step {
    if (step.metadata !== undefined) refuseNonJson(step.metadata, "metadata");
    checkContent(step.artifact, "artifact");
    const artifactUpdate = TaskArtifactUpdateEventSchema.fit({ ...step, ...this.#ids });
    if (artifactUpdate === MISFIT) throw invalidYield(step);
    return { events: [{ artifactUpdate }], ends: false, isStatus: false };
  }

  #placed(message: Message): Message {
    checkContent(message, "message");
    const read = MessageSchema.safeParse({ ...message, ...this.#ids });
    if (!read.success) throw invalidYield(message);
    return read.data;
  }
}

/**
 * The message that a generator returned, if any. Agents without types return anything: text counts as a message, except where it would
 * replace output.
 */
export function returned(value: unknown, hasAnswered: boolean): Message | undefined {
  if (value === undefined || value === null) return undefined;
  if (isJsonObject(value)) return value as unknown as Message; // it is validated where it is stored
  if (typeof value === "string" && !hasAnswered) return agentMessage(value);
  const where = hasAnswered ? " after it had yielded output; yield it instead" : "; return a message, or yield text";
  throw new TypeError(`executor: returned ${kindOf(value)}${where}`);
}

/** The message with which an agent answers without a task. Throws a `TypeError` for anything else. */
export function toAnswer(value: Message, contextId: string): Message {
  checkContent(value, "message");
  const { taskId: _, ...message } = value;
  const read = MessageSchema.safeParse({ ...message, contextId, role: "ROLE_AGENT" });
  if (!read.success) throw invalidYield(value);
  return read.data;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function invalidYield(value: unknown): TypeError {
  const bytes = bytesIn(value);
  if (bytes === value && isBytes(bytes)) {
    return new TypeError(`${MAY_YIELD}; found ${kindOf(bytes)}: file(bytes) makes a part of it`);
  }
  if (bytes !== undefined) {
    return new TypeError(`raw: expected base64 text, found ${kindOf(bytes)}: file(bytes) makes a part of it`);
  }
  const problem = isObject(value) ? nonJson(value, "") : undefined;
  return new TypeError(`${MAY_YIELD}; found ${problem === undefined ? shownValue(value) : kindOf(value)}`);
}
const MAY_YIELD = "an agent yields text, parts, status(), artifact(), ask() or save()";

/** The bytes that were given where base64 belongs. */
function bytesIn(value: unknown): unknown {
  if (!isObject(value) || isBytes(value)) return isBytes(value) ? value : undefined;
  if ("raw" in value && isBytes(value.raw)) return value.raw;
  const inner = "artifact" in value ? value.artifact : "status" in value ? value.status : undefined;
  const holder = isObject(inner) && "message" in inner ? inner.message : (inner ?? value);
  const parts: unknown = isObject(holder) && "parts" in holder ? holder.parts : undefined;
  return Array.isArray(parts) ? parts.map(bytesIn).find((bytes) => bytes !== undefined) : undefined;
}

function isBytes(value: unknown): boolean {
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}
