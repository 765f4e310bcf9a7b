import {
  isJsonObject,
  type JsonObject,
  type Principal,
  type ProtocolVersion,
  protocolVersions,
  type SendMessageRequest,
} from "@a2a/types";
import type { CallFacts } from "../engine/port/task-engine.ts";

/** What a turn knows of the call that started it, also after a restart. Never credentials. */
export interface TurnCall {
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
  return {
    caller: { ...caller } as unknown as JsonObject, // a principal is plain data
    version,
    binding,
    ...(extensions.length > 0 && { extensions: [...extensions] }),
    ...(metadata && { metadata }),
    ...(trace && { trace }),
    ...(configuration?.acceptedOutputModes && { acceptedOutputModes: configuration.acceptedOutputModes }),
  };
}

/** The facts that were stored with a message. */
export function fromCallFacts(facts: CallFacts): TurnCall {
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
