import { A2AError } from "../errors/a2a-error.ts";
import { invalidParams } from "../errors/refusals.ts";
import { isJsonObject, type JsonObject } from "../json/json.ts";
import { createMessage, type Message, type MessageOptions } from "../model/message.ts";
import * as s from "../schema/older-shapes.ts";
import { JsonObjectSchema, JsonValueSchema } from "../schemas/json.ts";
import { RequiredString } from "../schemas/scalars.ts";

/** The member of a message's metadata that makes it a directive. */
export const SWARM_KIND = "swarmKind";

/** Starts another agent. */
export const SpawnAgentSchema = s.object({
  kind: s.literal("spawn_agent"),
  /** The kind of agent to start. */
  agent: RequiredString,
  /** A name for it; the receiver finds one when it is left out. */
  name: s.optional(RequiredString),
  options: s.optional(JsonObjectSchema),
});

/** Has a task carried out. */
export const ExecuteTaskSchema = s.object({
  kind: s.literal("execute_task"),
  /** The instruction. */
  task: RequiredString,
  input: s.optional(JsonValueSchema),
});

/** Asks what a member of the swarm has to offer. */
export const QueryResourcesSchema = s.object({
  kind: s.literal("query_resources"),
  /** The resources of interest; all when left out. */
  resources: s.optional(s.array(RequiredString)),
});

/** Has a message passed on. */
export const ForwardMessageSchema = s.object({
  kind: s.literal("forward_message"),
  /** The member of the swarm it is for. */
  to: RequiredString,
  text: RequiredString,
});

/** Brings the state of two members into line. */
export const SyncStateSchema = s.object({
  kind: s.literal("sync_state"),
  state: JsonObjectSchema,
  /** Counts up with every change, so that an older state does not overwrite a newer one. */
  revision: s.optional(s.integer({ min: 0 })),
});

/** A directive of a distributed swarm: one of five kinds. */
export const SwarmDirectiveSchema = s.union("kind", [
  SpawnAgentSchema,
  ExecuteTaskSchema,
  QueryResourcesSchema,
  ForwardMessageSchema,
  SyncStateSchema,
]);
/** A directive of a distributed swarm. */
export type SwarmDirective = s.Infer<typeof SwarmDirectiveSchema>;
/** The kinds of directives. */
export type SwarmKind = SwarmDirective["kind"];

/** Every kind of directive. */
export const swarmKinds: readonly SwarmKind[] = SwarmDirectiveSchema.options.flatMap(({ shape }) => shape.kind.options);

/** A directive as a message, to be sent like any other: the kind in its metadata, the rest as data. */
export function swarmMessage(directive: SwarmDirective, options: MessageOptions = {}): Message {
  const { kind, ...data } = directive;
  return createMessage({ data }, { ...options, metadata: { ...options.metadata, [SWARM_KIND]: kind } });
}

/** Whether a message is meant as a directive, known or not. */
export function isSwarmMessage(message: Message): boolean {
  return message.metadata?.[SWARM_KIND] !== undefined;
}

/**
 * The directive in a message as it was sent, of any kind and with any members: the types describe what this toolkit sends. Throws an
 * `A2AError` for a kind that is not a text. `readSwarmDirective` checks the members, too.
 */
export function swarmDirectiveOf(message: Message): SwarmDirective {
  const kind = message.metadata?.[SWARM_KIND];
  if (typeof kind !== "string") throw invalidParams(`message.metadata.${SWARM_KIND}`, "expected a string");
  return { ...bodyOf(message), kind } as SwarmDirective; // or one of another kind
}

/** The directive in a message. Throws an `A2AError` that names the members that are wrong. */
export function readSwarmDirective(message: Message): SwarmDirective {
  const read = SwarmDirectiveSchema.safeParse({ ...bodyOf(message), kind: message.metadata?.[SWARM_KIND] });
  if (read.success) return read.data;
  const violations = read.error.issues.map(({ path, message: description }) =>
    path[0] === "kind"
      ? { field: `message.metadata.${SWARM_KIND}`, description: `expected one of ${swarmKinds.join(", ")}` }
      : { field: `message.parts.data.${path.join(".")}`, description },
  );
  const [first] = violations;
  throw new A2AError("INVALID_PARAMS", `Invalid parameters: ${first?.field}: ${first?.description}`, { violations });
}

function bodyOf({ parts }: Message): JsonObject {
  const part = parts.find((candidate) => "data" in candidate);
  return part && "data" in part && isJsonObject(part.data) ? part.data : {};
}
