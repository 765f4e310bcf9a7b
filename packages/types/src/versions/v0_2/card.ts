import * as s from "../../schema/older-shapes.ts";
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
export const AgentSkillSchema = s.omit(LaterAgentSkillSchema, "security");
/** Something an agent can do. */
export type AgentSkill = s.Infer<typeof AgentSkillSchema>;

/** The card of an agent: its identity, skills and URLs. `protocolVersion` is a full patch version, absent before 0.2.5. */
export const AgentCardSchema = s.extend(s.omit(LaterAgentCardSchema, "signatures"), {
  protocolVersion: s.optional(RequiredString),
  securitySchemes: s.optional(s.record(SecuritySchemeSchema)),
  skills: s.array(AgentSkillSchema),
});
/** The card of an agent: its identity, skills and URLs. */
export type AgentCard = s.Infer<typeof AgentCardSchema>;
