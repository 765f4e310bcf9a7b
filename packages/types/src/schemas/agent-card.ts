import * as z from "zod/mini";
import { OptionalJsonObject } from "./json.ts";
import { OptionalBoolean, OptionalString, OptionalStringList, RequiredString, StringListSchema } from "./scalars.ts";
import { SecurityRequirementSchema, SecuritySchemeSchema } from "./security.ts";

/** A URL of an agent, with its binding and protocol version. */
export const AgentInterfaceSchema = z.object({
  url: RequiredString,
  protocolBinding: RequiredString,
  tenant: OptionalString,
  protocolVersion: RequiredString,
});
/** The provider of an agent. */
export const AgentProviderSchema = z.object({ url: z.string(), organization: z.string() });
/** A protocol extension that an agent supports. */
export const AgentExtensionSchema = z.object({
  uri: OptionalString,
  description: OptionalString,
  required: OptionalBoolean,
  params: OptionalJsonObject,
});
/** The optional features that an agent supports. */
export const AgentCapabilitiesSchema = z.object({
  streaming: OptionalBoolean,
  pushNotifications: OptionalBoolean,
  extensions: z.exactOptional(z.array(AgentExtensionSchema)),
  extendedAgentCard: OptionalBoolean,
});
/** A skill of an agent. */
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
/** A detached JWS over the canonical form of a card. */
export const AgentCardSignatureSchema = z.object({
  protected: RequiredString,
  signature: RequiredString,
  header: OptionalJsonObject,
});
/** The card of an agent: its identity, skills and interfaces. */
export const AgentCardSchema = z.object({
  name: RequiredString,
  description: z.string(),
  supportedInterfaces: z
    .array(AgentInterfaceSchema)
    .check(z.minLength(1, { error: "expected at least one interface" })),
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
