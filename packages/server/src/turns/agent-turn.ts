import {
  type AgentTurn,
  isJsonObject,
  type JsonObject,
  type Logger,
  type Message,
  type Principal,
  type ProtocolVersion,
  protocolVersions,
  type SendMessageRequest,
  type Task,
  type TurnOutput,
} from "@a2a/types";
import type { CallFacts, Lease, StoredTask } from "../engine/port/task-engine.ts";

/** The data of the call that started a turn, also after a restart. Never credentials. */
interface TurnCall {
  readonly caller: Principal;
  readonly version: ProtocolVersion;
  readonly binding: string;
  readonly extensions: readonly string[];
  readonly metadata: JsonObject;
  readonly acceptedOutputModes: readonly string[];
}

/** The facts to store with a message. */
export function toCallFacts(
  { caller, version, binding, extensions }: Pick<TurnCall, "caller" | "version" | "binding" | "extensions">,
  { metadata, configuration }: SendMessageRequest,
  trace: JsonObject | undefined,
): CallFacts {
  const facts: CallFacts = { caller: { ...caller } as unknown as JsonObject, version, binding }; // a principal is plain data
  if (extensions.length > 0) facts.extensions = [...extensions];
  if (metadata) facts.metadata = metadata;
  if (trace) facts.trace = trace;
  if (configuration?.acceptedOutputModes) facts.acceptedOutputModes = configuration.acceptedOutputModes;
  return facts;
}

/** The data of a turn that only the running server has. */
export interface TurnSurroundings {
  readonly secrets: JsonObject;
  readonly signal: AbortSignal;
  readonly logger: Logger;
  /** The next message that waits for the task. */
  take(): Promise<Message | undefined>;
}

/** The turn as its agent sees it. */
export function toAgentTurn(
  { scope, contextId, message, call, attempt, checkpoint }: Lease,
  { stored, context, output }: { stored: StoredTask | undefined; context: Message[]; output: TurnOutput },
  { secrets, signal, logger, take }: TurnSurroundings,
): AgentTurn {
  const { caller, version, binding, extensions, metadata, acceptedOutputModes } = fromCallFacts(call);
  const turn = {
    caller,
    version,
    binding,
    extensions,
    metadata,
    acceptedOutputModes,
    message,
    task: newTask(message),
    contextId,
    context,
    secrets,
    tenant: scope.tenant,
    signal,
    logger,
    checkpoint,
    attempt,
    output,
    inbox: { take },
  };
  // Parsed on first use: most agents read the message only.
  return stored ? Object.defineProperty(turn, "task", { get: () => stored.task, enumerable: true }) : turn;
}

/** A task as it is when its first message arrives. */
function newTask(message: Message): Task {
  const { taskId = "", contextId = "" } = message;
  return { id: taskId, contextId, status: { state: "TASK_STATE_SUBMITTED" }, history: [message] };
}

/** The facts that were stored with a message. */
function fromCallFacts(facts: CallFacts): TurnCall {
  const { caller, version, binding, extensions, metadata, acceptedOutputModes } = facts;
  return {
    caller:
      isJsonObject(caller) && typeof caller.subject === "string" ? { ...caller, subject: caller.subject } : NOBODY,
    version: typeof version === "string" ? version : protocolVersions[0],
    binding: typeof binding === "string" ? binding : "JSONRPC",
    extensions: textsOf(extensions),
    metadata: isJsonObject(metadata) ? metadata : {},
    acceptedOutputModes: textsOf(acceptedOutputModes),
  };
}
const NOBODY: Principal = { subject: "anonymous" };

function textsOf(value: CallFacts[string] | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : NONE;
}
const NONE: readonly string[] = Object.freeze([]);
