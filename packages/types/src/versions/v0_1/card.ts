import * as z from "zod/mini";
import { RequiredString, StringListSchema } from "../../schemas/scalars.ts";
import { AgentAuthenticationSchema } from "./security.ts";

/** The provider of an agent. */
export const AgentProviderSchema = z.object({ organization: z.string(), url: z.exactOptional(z.string()) });
/** The provider of an agent. */
export type AgentProvider = z.output<typeof AgentProviderSchema>;

/** The optional parts of the protocol that an agent offers; absent means `false`. */
export const AgentCapabilitiesSchema = z.object({
  streaming: z.exactOptional(z.boolean()),
  pushNotifications: z.exactOptional(z.boolean()),
  stateTransitionHistory: z.exactOptional(z.boolean()),
});
/** The optional parts of the protocol that an agent offers. */
export type AgentCapabilities = z.output<typeof AgentCapabilitiesSchema>;

/** Something an agent can do. */
export const AgentSkillSchema = z.object({
  id: RequiredString,
  name: RequiredString,
  description: z.exactOptional(z.string()),
  tags: z.exactOptional(StringListSchema),
  examples: z.exactOptional(StringListSchema),
  inputModes: z.exactOptional(StringListSchema),
  outputModes: z.exactOptional(StringListSchema),
});
/** Something an agent can do. */
export type AgentSkill = z.output<typeof AgentSkillSchema>;

/** The card of an agent: its identity, skills and URLs. `version` is the agent's own. */
export const AgentCardSchema = z.object({
  name: RequiredString,
  description: z.exactOptional(z.string()),
  url: RequiredString,
  provider: z.exactOptional(AgentProviderSchema),
  version: z.string(),
  documentationUrl: z.exactOptional(z.string()),
  capabilities: AgentCapabilitiesSchema,
  authentication: z.exactOptional(AgentAuthenticationSchema),
  defaultInputModes: z.exactOptional(StringListSchema),
  defaultOutputModes: z.exactOptional(StringListSchema),
  skills: z.array(AgentSkillSchema),
});
/** The card of an agent: its identity, skills and URLs. */
export type AgentCard = z.output<typeof AgentCardSchema>;
