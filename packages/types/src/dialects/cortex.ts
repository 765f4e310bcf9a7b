import * as s from "../schema/older-shapes.ts";
import { JsonObjectSchema } from "../schemas/json.ts";
import { RequiredString, StringListSchema } from "../schemas/scalars.ts";

const parts = s.withDefault(s.array(JsonObjectSchema), () => []);

/** Something a task produced. Parts are kept as they came, such as `{ type: "text", text: "…" }`. */
export const A2AArtifactSchema = s.object({
  parts,
  name: s.withDefault(s.string(), ""),
  description: s.withDefault(s.string(), ""),
});
/** Something a task produced. */
export type A2AArtifact = s.Infer<typeof A2AArtifactSchema>;

/** A message exchanged during a task. */
export const A2AMessageSchema = s.object({ role: s.choice(["user", "agent"]), parts });
/** A message exchanged during a task. */
export type A2AMessage = s.Infer<typeof A2AMessageSchema>;

/**
 * The result of a task. `status` is `submitted`, `working`, `completed`, `failed` or `canceled`; a status this protocol version does
 * not know is kept as it came. `error` is there when the task failed and said why.
 */
export const A2ATaskResultSchema = s.object({
  taskId: s.string(),
  status: RequiredString,
  artifacts: s.withDefault(s.array(A2AArtifactSchema), () => []),
  messages: s.withDefault(s.array(A2AMessageSchema), () => []),
  error: s.optional(s.string()),
});
/** The result of a task. */
export type A2ATaskResult = s.Infer<typeof A2ATaskResultSchema>;

/** How to reach one named agent. */
export const A2AAgentConfigSchema = s.object({
  /** The local name of the agent, as in the grant `a2a:{name}`. */
  name: RequiredString,
  /** The base address of the agent; its card is at `/.well-known/agent.json` below it. */
  url: RequiredString,
  /** Headers sent with every request. */
  headers: s.withDefault(s.record(s.string()), () => ({})),
  /** How long one request may take. Absent: the client's own default. */
  timeoutMs: s.optional(s.integer({ min: 1 })),
});
/** How to reach one named agent. */
export type A2AAgentConfig = s.Infer<typeof A2AAgentConfigSchema>;

/** Something an agent can do. */
export const AgentSkillSchema = s.object({
  id: RequiredString,
  name: RequiredString,
  description: s.withDefault(s.string(), ""),
  tags: s.withDefault(StringListSchema, () => []),
  examples: s.withDefault(StringListSchema, () => []),
});
/** Something an agent can do. */
export type AgentSkill = s.Infer<typeof AgentSkillSchema>;

const modes = s.withDefault(StringListSchema, () => ["text"]);
const identity = {
  name: RequiredString,
  description: s.withDefault(s.string(), ""),
  url: RequiredString,
  version: s.withDefault(s.string(), "1.0"),
  skills: s.withDefault(s.array(AgentSkillSchema), () => []),
};

/** A card on the wire: the modes are in `capabilities`, in snake_case. */
export const AgentCardSchema = s.object({
  ...identity,
  capabilities: s.withDefault(s.object({ input_modes: modes, output_modes: modes }), {}),
});
/** A card as it is on the wire. */
export type AgentCard = s.Infer<typeof AgentCardSchema>;

/** A card that has been read, in this toolkit's spelling. */
export const AgentCardInfoSchema = s.object({
  ...identity,
  capabilities: s.withDefault(s.object({ inputModes: modes, outputModes: modes }), {}),
});
/** A card that has been read. */
export type AgentCardInfo = s.Infer<typeof AgentCardInfoSchema>;
