import type { JsonObject, JsonValue } from "../json/json.ts";
import type { Artifact } from "../model/artifact.ts";
import { createId } from "../model/ids.ts";
import { agentMessage, type Message, toParts } from "../model/message.ts";
import { type Part, textPart } from "../model/part.ts";
import type { ProtocolVersion } from "../model/protocol-version.ts";
import type { Task } from "../model/task.ts";
import type { TaskState } from "../model/task-state.ts";
import type { Logger } from "./logger.ts";
import type { Principal } from "./principal.ts";

/** The input of one turn: a message of the caller, and its context. */
export interface AgentTurn<Checkpoint extends JsonValue = JsonValue> {
  /** The message to answer. */
  message: Message;
  /** The current task of this turn; its history holds the earlier turns. */
  task: Task;
  /** The conversation, over all tasks of this caller in it. */
  contextId: string;
  /** Earlier messages of the conversation that belong to other tasks, oldest first. */
  context: readonly Message[];
  /** Metadata of the request, beside that of the message. */
  metadata: JsonObject;
  /**
   * Metadata of the caller under names reserved for secrets, such as `obo_token`, and as `callerToken` the caller's bearer token if the
   * server gives it to turns (`security.callerToken`). Only the turn that the message starts sees them: they are not in the history, and
   * are lost when a turn has to wait or runs again.
   */
  secrets: JsonObject;
  /** Media types the caller would like to receive; empty when it did not say. */
  acceptedOutputModes: readonly string[];
  /** The caller. */
  caller: Principal;
  /** The tenant that the request addresses; empty without tenants. */
  tenant: string;
  /** The protocol version of the caller. */
  version: ProtocolVersion;
  /** The binding the caller uses, such as `JSONRPC` or `HTTP+JSON`. */
  binding: string;
  /** The extensions that are active for this call. */
  extensions: readonly string[];
  /** Aborted when the task is canceled, its time is up, or the server stops. */
  signal: AbortSignal;
  /** A logger that names the task. */
  logger: Logger;
  /** The value of the last `save` of this task; survives restarts. */
  checkpoint: Checkpoint | undefined;
  /** 1 for the first run of this turn, more when it is run again after a crash. */
  attempt: number;
  /**
   * The stored output of earlier attempts, when the turn resumes after a crash (`turns: { recovery: "resume" }`): what the executor yields
   * now is appended to it. Empty in the first attempt and with `"retry"`, where new output replaces that of earlier attempts.
   */
  output: TurnOutput;
  /** Messages that arrived while this turn runs. Unread ones start the next turn. */
  inbox: Inbox;
}

/** The text and parts that earlier attempts of a turn yielded and that were stored, so that callers have them. */
export interface TurnOutput {
  /** How many texts and parts were stored: an executor that yields the same ones again skips as many. */
  readonly count: number;
  /** The stored text. */
  readonly text: string;
  /** The stored parts. Texts that were yielded one after the other are one part. */
  readonly parts: readonly Part[];
}

/** Messages that arrived while a turn runs. */
export interface Inbox {
  /** Takes the next message, or `undefined` when none is waiting. */
  take(): Promise<Message | undefined>;
}

/** A change of status. A terminal or interrupted state ends the turn. */
export interface StatusStep {
  status: { state: TaskState; message?: Message };
  metadata?: JsonObject;
}

/** An artifact, or a chunk of one. */
export interface ArtifactStep {
  artifact: Artifact;
  append?: boolean;
  lastChunk?: boolean;
  metadata?: JsonObject;
}

/** A value to keep for the next turn or the next attempt. */
export interface SaveStep<Checkpoint extends JsonValue = JsonValue> {
  save: Checkpoint;
}

/** The values that an agent may yield: text and parts become chunks of one artifact, steps set status, artifacts and more. */
export type AgentYield<Checkpoint extends JsonValue = JsonValue> =
  | string
  | Part
  | StatusStep
  | ArtifactStep
  | SaveStep<Checkpoint>;

/**
 * An agent: an async generator that is called once for every message. It yields its answer; a turn that ends without a final
 * status completes the task; a thrown error fails it. Returning a `Message` before anything was yielded answers without a task.
 * The type parameter is that of the values it saves and finds as its `checkpoint`.
 */
export type AgentExecutor<Checkpoint extends JsonValue = JsonValue> = Executes<Checkpoint>["execute"];

// A method's parameters are compared both ways, so that an agent with a checkpoint of its own fits wherever an agent is expected.
interface Executes<Checkpoint extends JsonValue> {
  // biome-ignore lint/suspicious/noConfusingVoidType: a generator that returns nothing has the return type void.
  execute(turn: AgentTurn<Checkpoint>): AsyncGenerator<AgentYield<Checkpoint>, Message | void, void>;
}

/** A change of status, with a message or a text to go with it. */
export function status(state: TaskState, message?: string | Part[] | Message, metadata?: JsonObject): StatusStep {
  const content = message === undefined ? {} : { message: toMessage(message) };
  return { status: { state, ...content }, ...(metadata && { metadata }) };
}

/** An artifact; its id is a fresh one unless given. `append` adds to the artifact of the same id. */
export function artifact(
  content: string | Part[] | (Omit<Artifact, "artifactId"> & { artifactId?: string }),
  options: Omit<ArtifactStep, "artifact"> = {},
): ArtifactStep {
  const body =
    typeof content === "string"
      ? { parts: [textPart(content)] }
      : Array.isArray(content)
        ? { parts: content }
        : content;
  return { ...options, artifact: { ...body, artifactId: body.artifactId ?? createId() } };
}

/**
 * Reports progress to callers that follow the task: a fraction from 0 to 1 for programs, in a data part `{ progress }`, and a text for
 * people.
 */
export function progress(fraction: number, text: string): StatusStep {
  if (!(fraction >= 0 && fraction <= 1)) {
    throw new RangeError(`progress: expected a fraction from 0 to 1, found ${fraction}`);
  }
  return status("TASK_STATE_WORKING", [textPart(text), { data: { progress: fraction } }]);
}

/** Asks the caller and ends the turn; the answer starts the next one. A `schema` says what form the answer should have. */
export function ask(question: string, options: { schema?: JsonObject } = {}): StatusStep {
  const parts: Part[] = [textPart(question)];
  if (options.schema) parts.push({ data: options.schema, mediaType: "application/schema+json" });
  return status("TASK_STATE_INPUT_REQUIRED", parts);
}

/**
 * Asks for credentials, which arrive out of band, and ends the turn: on the page at `url`, or as a token with further `scopes` that the caller's
 * next message carries. Both are for programs too: `oauth` of `@a2a/client/oauth` does what they ask for.
 */
export function requireAuth(message: string, options: { url?: string; scopes?: readonly string[] } = {}): StatusStep {
  const parts: Part[] = [textPart(message)];
  if (options.url !== undefined) parts.push({ url: options.url });
  if (options.scopes !== undefined) parts.push({ data: { scopes: [...options.scopes] } });
  return status("TASK_STATE_AUTH_REQUIRED", parts);
}

/** Declines the task, saying why. */
export function reject(reason: string): StatusStep {
  return status("TASK_STATE_REJECTED", reason);
}

/** Fails the task with a reason its caller may read. */
export function fail(reason: string): StatusStep {
  return status("TASK_STATE_FAILED", reason);
}

/** Keeps a value for the next turn or the next attempt. It is stored in one transaction with the output yielded just before it. */
export function save<Checkpoint extends JsonValue>(value: Checkpoint): SaveStep<Checkpoint> {
  return { save: value };
}

function toMessage(message: string | Part[] | Message): Message {
  if (typeof message === "string" || Array.isArray(message)) return agentMessage(toParts(message));
  return message;
}
