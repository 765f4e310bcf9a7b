import * as s from "../schema/shapes.ts";
import { OptionalJsonObject } from "./json.ts";
import { OptionalBoolean, OptionalString, OptionalStringList, RequiredString, StringListSchema } from "./scalars.ts";
import { SecurityRequirementSchema, SecuritySchemeSchema } from "./security.ts";

/** A URL of an agent, with its binding and protocol version. */
export const AgentInterfaceSchema = s.object({
  url: RequiredString,
  protocolBinding: RequiredString,
  tenant: OptionalString,
  protocolVersion: RequiredString,
});
/** The provider of an agent. */
export const AgentProviderSchema = s.object({ url: s.string(), organization: s.string() });
/** A protocol extension that an agent supports. */
export const AgentExtensionSchema = s.object({
  uri: OptionalString,
  description: OptionalString,
  required: OptionalBoolean,
  params: OptionalJsonObject,
});
/** The optional features that an agent supports. */
export const AgentCapabilitiesSchema = s.object({
  streaming: OptionalBoolean,
  pushNotifications: OptionalBoolean,
  extensions: s.optional(s.array(AgentExtensionSchema)),
  extendedAgentCard: OptionalBoolean,
});
/** A skill of an agent. */
export const AgentSkillSchema = s.object({
  id: RequiredString,
  name: RequiredString,
  description: s.string(),
  tags: StringListSchema,
  examples: OptionalStringList,
  inputModes: OptionalStringList,
  outputModes: OptionalStringList,
  securityRequirements: s.optional(s.array(SecurityRequirementSchema)),
});
/** A detached JWS over the canonical form of a card. */
export const AgentCardSignatureSchema = s.object({
  protected: RequiredString,
  signature: RequiredString,
  header: OptionalJsonObject,
});
/** The card of an agent: its identity, skills and interfaces. */
export const AgentCardSchema = s.object({
  name: RequiredString,
  description: s.string(),
  supportedInterfaces: s.array(AgentInterfaceSchema, { min: 1, expected: "expected at least one interface" }),
  provider: s.optional(AgentProviderSchema),
  version: s.string(),
  documentationUrl: OptionalString,
  capabilities: AgentCapabilitiesSchema,
  securitySchemes: s.optional(s.record(SecuritySchemeSchema)),
  securityRequirements: s.optional(s.array(SecurityRequirementSchema)),
  defaultInputModes: StringListSchema,
  defaultOutputModes: StringListSchema,
  skills: s.array(AgentSkillSchema),
  signatures: s.optional(s.array(AgentCardSignatureSchema)),
  iconUrl: OptionalString,
});
