import * as z from "zod";
import { OptionalJsonObject } from "./json.ts";
import { OptionalBoolean, OptionalString, OptionalStringList, RequiredString, StringListSchema } from "./scalars.ts";
import { SecurityRequirementSchema, SecuritySchemeSchema } from "./security.ts";

/** One address at which an agent answers, with the binding and the protocol version it speaks there. */
export const AgentInterfaceSchema = z.object({
  url: RequiredString,
  protocolBinding: RequiredString,
  tenant: OptionalString,
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
  uri: OptionalString,
  description: OptionalString,
  required: OptionalBoolean,
  params: OptionalJsonObject,
});
/** A protocol extension an agent knows. */
export type AgentExtension = z.output<typeof AgentExtensionSchema>;

/** The optional parts of the protocol that an agent offers. */
export const AgentCapabilitiesSchema = z.object({
  streaming: OptionalBoolean,
  pushNotifications: OptionalBoolean,
  extensions: z.exactOptional(z.array(AgentExtensionSchema)),
  extendedAgentCard: OptionalBoolean,
});
/** The optional parts of the protocol that an agent offers. */
export type AgentCapabilities = z.output<typeof AgentCapabilitiesSchema>;

/** Something an agent can do. */
export const AgentSkillSchema = z.object({
  id: RequiredString,
  name: RequiredString,
  description: z.string(),
  tags: StringListSchema,
  examples: OptionalStringList,
  inputModes: OptionalStringList,
  outputModes: OptionalStringList,
  securityRequirements: z.exactOptional(z.array(SecurityRequirementSchema)),
});
/** Something an agent can do. */
export type AgentSkill = z.output<typeof AgentSkillSchema>;

/** A detached JWS over the canonical form of a card. */
export const AgentCardSignatureSchema = z.object({
  protected: RequiredString,
  signature: RequiredString,
  header: OptionalJsonObject,
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
  documentationUrl: OptionalString,
  capabilities: AgentCapabilitiesSchema,
  securitySchemes: z.exactOptional(z.record(z.string(), SecuritySchemeSchema)),
  securityRequirements: z.exactOptional(z.array(SecurityRequirementSchema)),
  defaultInputModes: StringListSchema,
  defaultOutputModes: StringListSchema,
  skills: z.array(AgentSkillSchema),
  signatures: z.exactOptional(z.array(AgentCardSignatureSchema)),
  iconUrl: OptionalString,
});
/** Who an agent is, what it can do, and where it answers. */
export type AgentCard = z.output<typeof AgentCardSchema>;
