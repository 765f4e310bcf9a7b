import * as s from "../../schema/older-shapes.ts";
import { RequiredString, StringListSchema } from "../../schemas/scalars.ts";
import { AgentAuthenticationSchema } from "./security.ts";

/** The provider of an agent. */
export const AgentProviderSchema = s.object({ organization: s.string(), url: s.optional(s.string()) });
/** The provider of an agent. */
export type AgentProvider = s.Infer<typeof AgentProviderSchema>;

/** The optional parts of the protocol that an agent offers; absent means `false`. */
export const AgentCapabilitiesSchema = s.object({
  streaming: s.optional(s.boolean()),
  pushNotifications: s.optional(s.boolean()),
  stateTransitionHistory: s.optional(s.boolean()),
});
/** The optional parts of the protocol that an agent offers. */
export type AgentCapabilities = s.Infer<typeof AgentCapabilitiesSchema>;

/** Something an agent can do. */
export const AgentSkillSchema = s.object({
  id: RequiredString,
  name: RequiredString,
  description: s.optional(s.string()),
  tags: s.optional(StringListSchema),
  examples: s.optional(StringListSchema),
  inputModes: s.optional(StringListSchema),
  outputModes: s.optional(StringListSchema),
});
/** Something an agent can do. */
export type AgentSkill = s.Infer<typeof AgentSkillSchema>;

/** The card of an agent: its identity, skills and URLs. `version` is the agent's own. */
export const AgentCardSchema = s.object({
  name: RequiredString,
  description: s.optional(s.string()),
  url: RequiredString,
  provider: s.optional(AgentProviderSchema),
  version: s.string(),
  documentationUrl: s.optional(s.string()),
  capabilities: AgentCapabilitiesSchema,
  authentication: s.optional(AgentAuthenticationSchema),
  defaultInputModes: s.optional(StringListSchema),
  defaultOutputModes: s.optional(StringListSchema),
  skills: s.array(AgentSkillSchema),
});
/** The card of an agent: its identity, skills and URLs. */
export type AgentCard = s.Infer<typeof AgentCardSchema>;
