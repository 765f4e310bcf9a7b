import * as z from "zod";
import { JsonObjectSchema } from "./json.ts";
import { RequiredString, StringListSchema } from "./scalars.ts";
import { SecurityRequirementSchema, SecuritySchemeSchema } from "./security.ts";

/** One address at which an agent answers, with the binding and the protocol version it speaks there. */
export const AgentInterfaceSchema = z.object({
  url: RequiredString,
  protocolBinding: RequiredString,
  tenant: z.exactOptional(z.string()),
  protocolVersion: RequiredString,
});
/** One address at which an agent answers. */
export type AgentInterface = z.output<typeof AgentInterfaceSchema>;

/** Who offers an agent. */
export const AgentProviderSchema = z.object({ url: z.string(), organization: z.string() });
/** Who offers an agent. */
export type AgentProvider = z.output<typeof AgentProviderSchema>;

/** A protocol extension an agent knows. */
export const AgentExtensionSchema = z.object({
  uri: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  required: z.exactOptional(z.boolean()),
  params: z.exactOptional(JsonObjectSchema),
});
/** A protocol extension an agent knows. */
export type AgentExtension = z.output<typeof AgentExtensionSchema>;

/** The optional parts of the protocol that an agent offers. */
export const AgentCapabilitiesSchema = z.object({
  streaming: z.exactOptional(z.boolean()),
  pushNotifications: z.exactOptional(z.boolean()),
  extensions: z.exactOptional(z.array(AgentExtensionSchema)),
  extendedAgentCard: z.exactOptional(z.boolean()),
});
/** The optional parts of the protocol that an agent offers. */
export type AgentCapabilities = z.output<typeof AgentCapabilitiesSchema>;

/** Something an agent can do. */
export const AgentSkillSchema = z.object({
  id: RequiredString,
  name: RequiredString,
  description: z.string(),
  tags: StringListSchema,
  examples: z.exactOptional(StringListSchema),
  inputModes: z.exactOptional(StringListSchema),
  outputModes: z.exactOptional(StringListSchema),
  securityRequirements: z.exactOptional(z.array(SecurityRequirementSchema)),
});
/** Something an agent can do. */
export type AgentSkill = z.output<typeof AgentSkillSchema>;

/** A detached JWS over the canonical form of a card. */
export const AgentCardSignatureSchema = z.object({
  protected: RequiredString,
  signature: RequiredString,
  header: z.exactOptional(JsonObjectSchema),
});
/** A detached JWS over the canonical form of a card. */
export type AgentCardSignature = z.output<typeof AgentCardSignatureSchema>;

/** Who an agent is, what it can do, and where it answers. */
export const AgentCardSchema = z.object({
  name: RequiredString,
  description: z.string(),
  supportedInterfaces: z.array(AgentInterfaceSchema).min(1, { error: "expected at least one interface" }),
  provider: z.exactOptional(AgentProviderSchema),
  version: z.string(),
  documentationUrl: z.exactOptional(z.string()),
  capabilities: AgentCapabilitiesSchema,
  securitySchemes: z.exactOptional(z.record(z.string(), SecuritySchemeSchema)),
  securityRequirements: z.exactOptional(z.array(SecurityRequirementSchema)),
  defaultInputModes: StringListSchema,
  defaultOutputModes: StringListSchema,
  skills: z.array(AgentSkillSchema),
  signatures: z.exactOptional(z.array(AgentCardSignatureSchema)),
  iconUrl: z.exactOptional(z.string()),
});
/** Who an agent is, what it can do, and where it answers. */
export type AgentCard = z.output<typeof AgentCardSchema>;
