import * as z from "zod/mini";
import { JsonObjectSchema } from "../schemas/json.ts";
import { RequiredString, StringListSchema } from "../schemas/scalars.ts";

const parts = z._default(z.array(JsonObjectSchema), () => []);

/** Something a task produced. Parts are kept as they came, such as `{ type: "text", text: "…" }`. */
export const A2AArtifactSchema = z.object({
  parts,
  name: z._default(z.string(), ""),
  description: z._default(z.string(), ""),
});
/** Something a task produced. */
export type A2AArtifact = z.output<typeof A2AArtifactSchema>;

/** A message exchanged during a task. */
export const A2AMessageSchema = z.object({ role: z.enum(["user", "agent"]), parts });
/** A message exchanged during a task. */
export type A2AMessage = z.output<typeof A2AMessageSchema>;

/**
 * The result of a task. `status` is `submitted`, `working`, `completed`, `failed` or `canceled`; a status this protocol version does
 * not know is kept as it came. `error` is there when the task failed and said why.
 */
export const A2ATaskResultSchema = z.object({
  taskId: z.string(),
  status: RequiredString,
  artifacts: z._default(z.array(A2AArtifactSchema), () => []),
  messages: z._default(z.array(A2AMessageSchema), () => []),
  error: z.exactOptional(z.string()),
});
/** The result of a task. */
export type A2ATaskResult = z.output<typeof A2ATaskResultSchema>;

/** How to reach one named agent. */
export const A2AAgentConfigSchema = z.object({
  /** The local name of the agent, as in the grant `a2a:{name}`. */
  name: RequiredString,
  /** The base address of the agent; its card is at `/.well-known/agent.json` below it. */
  url: RequiredString,
  /** Headers sent with every request. */
  headers: z._default(z.record(z.string(), z.string()), () => ({})),
  /** How long one request may take. Absent: the client's own default. */
  timeoutMs: z.exactOptional(z.int().check(z.positive())),
});
/** How to reach one named agent. */
export type A2AAgentConfig = z.output<typeof A2AAgentConfigSchema>;

/** Something an agent can do. */
export const AgentSkillSchema = z.object({
  id: RequiredString,
  name: RequiredString,
  description: z._default(z.string(), ""),
  tags: z._default(StringListSchema, () => []),
  examples: z._default(StringListSchema, () => []),
});
/** Something an agent can do. */
export type AgentSkill = z.output<typeof AgentSkillSchema>;

const modes = z._default(StringListSchema, () => ["text"]);
const identity = {
  name: RequiredString,
  description: z._default(z.string(), ""),
  url: RequiredString,
  version: z._default(z.string(), "1.0"),
  skills: z._default(z.array(AgentSkillSchema), () => []),
};

/** A card on the wire: the modes are in `capabilities`, in snake_case. */
export const AgentCardSchema = z.object({
  ...identity,
  capabilities: z.prefault(z.object({ input_modes: modes, output_modes: modes }), {}),
});
/** A card as it is on the wire. */
export type AgentCard = z.output<typeof AgentCardSchema>;

/** A card that has been read, in this toolkit's spelling. */
export const AgentCardInfoSchema = z.object({
  ...identity,
  capabilities: z.prefault(z.object({ inputModes: modes, outputModes: modes }), {}),
});
/** A card that has been read. */
export type AgentCardInfo = z.output<typeof AgentCardInfoSchema>;
