import * as s from "../../schema/older-shapes.ts";
import { JsonObjectSchema } from "../../schemas/json.ts";
import { RequiredString, StringListSchema } from "../../schemas/scalars.ts";
import { SecurityRequirementSchema, SecuritySchemeSchema } from "./security.ts";

/** One address at which an agent answers, with its transport: `JSONRPC`, `GRPC`, `HTTP+JSON` or another. */
export const AgentInterfaceSchema = s.object({ url: RequiredString, transport: RequiredString });
/** One address at which an agent answers. */
export type AgentInterface = s.Infer<typeof AgentInterfaceSchema>;

/** The provider of an agent. */
export const AgentProviderSchema = s.object({ organization: s.string(), url: s.string() });
/** The provider of an agent. */
export type AgentProvider = s.Infer<typeof AgentProviderSchema>;

/** A protocol extension an agent knows. */
export const AgentExtensionSchema = s.object({
  uri: RequiredString,
  description: s.optional(s.string()),
  required: s.optional(s.boolean()),
  params: s.optional(JsonObjectSchema),
});
/** A protocol extension an agent knows. */
export type AgentExtension = s.Infer<typeof AgentExtensionSchema>;

/** The optional parts of the protocol that an agent offers. */
export const AgentCapabilitiesSchema = s.object({
  streaming: s.optional(s.boolean()),
  pushNotifications: s.optional(s.boolean()),
  stateTransitionHistory: s.optional(s.boolean()),
  extensions: s.optional(s.array(AgentExtensionSchema)),
});
/** The optional parts of the protocol that an agent offers. */
export type AgentCapabilities = s.Infer<typeof AgentCapabilitiesSchema>;

/** Something an agent can do. */
export const AgentSkillSchema = s.object({
  id: RequiredString,
  name: RequiredString,
  description: s.string(),
  tags: StringListSchema,
  examples: s.optional(StringListSchema),
  inputModes: s.optional(StringListSchema),
  outputModes: s.optional(StringListSchema),
  security: s.optional(s.array(SecurityRequirementSchema)),
});
/** Something an agent can do. */
export type AgentSkill = s.Infer<typeof AgentSkillSchema>;

/** A JWS over a card. */
export const AgentCardSignatureSchema = s.object({
  protected: RequiredString,
  signature: RequiredString,
  header: s.optional(JsonObjectSchema),
});
/** A JWS over a card. */
export type AgentCardSignature = s.Infer<typeof AgentCardSignatureSchema>;

/** The card of an agent: its identity, skills and URLs. `preferredTransport` belongs to `url`; absent, it is `JSONRPC`. */
export const AgentCardSchema = s.object({
  protocolVersion: RequiredString,
  name: RequiredString,
  description: s.string(),
  url: RequiredString,
  preferredTransport: s.optional(s.string()),
  additionalInterfaces: s.optional(s.array(AgentInterfaceSchema)),
  iconUrl: s.optional(s.string()),
  provider: s.optional(AgentProviderSchema),
  version: s.string(),
  documentationUrl: s.optional(s.string()),
  capabilities: AgentCapabilitiesSchema,
  securitySchemes: s.optional(s.record(SecuritySchemeSchema)),
  security: s.optional(s.array(SecurityRequirementSchema)),
  defaultInputModes: StringListSchema,
  defaultOutputModes: StringListSchema,
  skills: s.array(AgentSkillSchema),
  supportsAuthenticatedExtendedCard: s.optional(s.boolean()),
  signatures: s.optional(s.array(AgentCardSignatureSchema)),
});
/** The card of an agent: its identity, skills and URLs. */
export type AgentCard = s.Infer<typeof AgentCardSchema>;
