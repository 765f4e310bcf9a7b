import * as z from "zod/mini";
import { JsonObjectSchema } from "../../schemas/json.ts";
import { RequiredString, StringListSchema } from "../../schemas/scalars.ts";
import { SecurityRequirementSchema, SecuritySchemeSchema } from "./security.ts";

/** One address at which an agent answers, with its transport: `JSONRPC`, `GRPC`, `HTTP+JSON` or another. */
export const AgentInterfaceSchema = z.object({ url: RequiredString, transport: RequiredString });
/** One address at which an agent answers. */
export type AgentInterface = z.output<typeof AgentInterfaceSchema>;

/** The provider of an agent. */
export const AgentProviderSchema = z.object({ organization: z.string(), url: z.string() });
/** The provider of an agent. */
export type AgentProvider = z.output<typeof AgentProviderSchema>;

/** A protocol extension an agent knows. */
export const AgentExtensionSchema = z.object({
  uri: RequiredString,
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
  stateTransitionHistory: z.exactOptional(z.boolean()),
  extensions: z.exactOptional(z.array(AgentExtensionSchema)),
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
  security: z.exactOptional(z.array(SecurityRequirementSchema)),
});
/** Something an agent can do. */
export type AgentSkill = z.output<typeof AgentSkillSchema>;

/** A JWS over a card. */
export const AgentCardSignatureSchema = z.object({
  protected: RequiredString,
  signature: RequiredString,
  header: z.exactOptional(JsonObjectSchema),
});
/** A JWS over a card. */
export type AgentCardSignature = z.output<typeof AgentCardSignatureSchema>;

/** The card of an agent: its identity, skills and URLs. `preferredTransport` belongs to `url`; absent, it is `JSONRPC`. */
export const AgentCardSchema = z.object({
  protocolVersion: RequiredString,
  name: RequiredString,
  description: z.string(),
  url: RequiredString,
  preferredTransport: z.exactOptional(z.string()),
  additionalInterfaces: z.exactOptional(z.array(AgentInterfaceSchema)),
  iconUrl: z.exactOptional(z.string()),
  provider: z.exactOptional(AgentProviderSchema),
  version: z.string(),
  documentationUrl: z.exactOptional(z.string()),
  capabilities: AgentCapabilitiesSchema,
  securitySchemes: z.exactOptional(z.record(z.string(), SecuritySchemeSchema)),
  security: z.exactOptional(z.array(SecurityRequirementSchema)),
  defaultInputModes: StringListSchema,
  defaultOutputModes: StringListSchema,
  skills: z.array(AgentSkillSchema),
  supportsAuthenticatedExtendedCard: z.exactOptional(z.boolean()),
  signatures: z.exactOptional(z.array(AgentCardSignatureSchema)),
});
/** The card of an agent: its identity, skills and URLs. */
export type AgentCard = z.output<typeof AgentCardSchema>;
