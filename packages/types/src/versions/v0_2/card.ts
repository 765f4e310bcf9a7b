import * as z from "zod/mini";
import { RequiredString } from "../../schemas/scalars.ts";
import { AgentCardSchema as LaterAgentCardSchema, AgentSkillSchema as LaterAgentSkillSchema } from "../v0_3/card.ts";
import { SecuritySchemeSchema } from "./security.ts";

export {
  type AgentCapabilities,
  AgentCapabilitiesSchema,
  type AgentExtension,
  AgentExtensionSchema,
  type AgentInterface,
  AgentInterfaceSchema,
  type AgentProvider,
  AgentProviderSchema,
} from "../v0_3/card.ts";

/** Something an agent can do. */
export const AgentSkillSchema = z.omit(LaterAgentSkillSchema, { security: true });
/** Something an agent can do. */
export type AgentSkill = z.output<typeof AgentSkillSchema>;

/** The card of an agent: its identity, skills and URLs. `protocolVersion` is a full patch version, absent before 0.2.5. */
export const AgentCardSchema = z.extend(z.omit(LaterAgentCardSchema, { signatures: true }), {
  protocolVersion: z.exactOptional(RequiredString),
  securitySchemes: z.exactOptional(z.record(z.string(), SecuritySchemeSchema)),
  skills: z.array(AgentSkillSchema),
});
/** The card of an agent: its identity, skills and URLs. */
export type AgentCard = z.output<typeof AgentCardSchema>;
