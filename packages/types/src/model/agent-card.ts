import * as z from "zod";
import { type JsonObject, OptionalJsonObject } from "../json/json.ts";
import { OptionalBoolean, OptionalString, OptionalStringList, RequiredString, StringListSchema } from "./scalars.ts";
import {
  type SecurityRequirement,
  SecurityRequirementSchema,
  type SecurityScheme,
  SecuritySchemeSchema,
} from "./security.ts";

/** A URL of an agent, with its binding and protocol version. */
export const AgentInterfaceSchema = z.object({
  url: RequiredString,
  protocolBinding: RequiredString,
  tenant: OptionalString,
  protocolVersion: RequiredString,
});
/** A URL of an agent, with its binding and protocol version. */
export type AgentInterface = { url: string; protocolBinding: string; tenant?: string; protocolVersion: string };

/** The provider of an agent. */
export const AgentProviderSchema = z.object({ url: z.string(), organization: z.string() });
/** The provider of an agent. */
export type AgentProvider = { url: string; organization: string };

/** A protocol extension that an agent supports. */
export const AgentExtensionSchema = z.object({
  uri: OptionalString,
  description: OptionalString,
  required: OptionalBoolean,
  params: OptionalJsonObject,
});
/** A protocol extension that an agent supports. */
export type AgentExtension = { uri?: string; description?: string; required?: boolean; params?: JsonObject };

/** The optional features that an agent supports. */
export const AgentCapabilitiesSchema = z.object({
  streaming: OptionalBoolean,
  pushNotifications: OptionalBoolean,
  extensions: z.exactOptional(z.array(AgentExtensionSchema)),
  extendedAgentCard: OptionalBoolean,
});
/** The optional features that an agent supports. */
export type AgentCapabilities = {
  streaming?: boolean;
  pushNotifications?: boolean;
  extensions?: AgentExtension[];
  extendedAgentCard?: boolean;
};

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
/** A skill of an agent. */
export type AgentSkill = {
  id: string;
  name: string;
  description: string;
  tags: string[];
  examples?: string[];
  inputModes?: string[];
  outputModes?: string[];
  securityRequirements?: SecurityRequirement[];
};

/** A detached JWS over the canonical form of a card. */
export const AgentCardSignatureSchema = z.object({
  protected: RequiredString,
  signature: RequiredString,
  header: OptionalJsonObject,
});
/** A detached JWS over the canonical form of a card. */
export type AgentCardSignature = { protected: string; signature: string; header?: JsonObject };

/** The card of an agent: its identity, skills and interfaces. */
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
/** The card of an agent: its identity, skills and interfaces. */
export type AgentCard = {
  name: string;
  description: string;
  supportedInterfaces: AgentInterface[];
  provider?: AgentProvider;
  version: string;
  documentationUrl?: string;
  capabilities: AgentCapabilities;
  securitySchemes?: Record<string, SecurityScheme>;
  securityRequirements?: SecurityRequirement[];
  defaultInputModes: string[];
  defaultOutputModes: string[];
  skills: AgentSkill[];
  signatures?: AgentCardSignature[];
  iconUrl?: string;
};
