import * as fc from "fast-check";
import type { AgentCard, AgentExtension, AgentInterface, AgentSkill } from "../model/agent-card.ts";
import type { OAuthFlows, SecurityRequirement, SecurityScheme } from "../model/security.ts";
import { jsonObject, list, mapOf, mediaTypes, nonEmptyText, object, text, texts, url } from "./values.ts";

const scopes = mapOf(text);
const description = text;
const refreshUrl = url;

/** One OAuth 2.0 flow of any of the five kinds. */
export const oauthFlows: fc.Arbitrary<OAuthFlows> = fc.oneof(
  object({ authorizationUrl: url, tokenUrl: url, scopes }, { refreshUrl, pkceRequired: fc.boolean() }).map(
    (authorizationCode) => ({ authorizationCode }),
  ),
  object({ tokenUrl: url, scopes }, { refreshUrl }).map((clientCredentials) => ({ clientCredentials })),
  object({}, { authorizationUrl: url, refreshUrl, scopes }).map((implicit) => ({ implicit })),
  object({}, { tokenUrl: url, refreshUrl, scopes }).map((password) => ({ password })),
  object({ deviceAuthorizationUrl: url, tokenUrl: url, scopes }, { refreshUrl }).map((deviceCode) => ({ deviceCode })),
);

/** A security scheme of any of the five kinds. */
export const securityScheme: fc.Arbitrary<SecurityScheme> = fc.oneof(
  object(
    { location: fc.constantFrom("query" as const, "header" as const, "cookie" as const), name: nonEmptyText },
    { description },
  ).map((apiKeySecurityScheme) => ({ apiKeySecurityScheme })),
  object(
    { scheme: fc.constantFrom("Bearer", "Basic", "Digest", "DPoP") },
    { description, bearerFormat: fc.constant("JWT") },
  ).map((httpAuthSecurityScheme) => ({ httpAuthSecurityScheme })),
  object({ flows: oauthFlows }, { description, oauth2MetadataUrl: url }).map((oauth2SecurityScheme) => ({
    oauth2SecurityScheme,
  })),
  object({ openIdConnectUrl: url }, { description }).map((openIdConnectSecurityScheme) => ({
    openIdConnectSecurityScheme,
  })),
  object({}, { description }).map((mtlsSecurityScheme) => ({ mtlsSecurityScheme })),
);

/** Schemes that are needed together. */
export const securityRequirement: fc.Arbitrary<SecurityRequirement> = fc.record(
  { schemes: mapOf(object({}, { list: texts })) },
  { noNullPrototype: true },
);

/** A protocol extension. */
export const agentExtension: fc.Arbitrary<AgentExtension> = object(
  {},
  { uri: url, description, required: fc.boolean(), params: jsonObject },
);

/** An address of an agent, with binding and version. */
export const agentInterface: fc.Arbitrary<AgentInterface> = object(
  {
    url,
    protocolBinding: fc.constantFrom("JSONRPC", "HTTP+JSON", "GRPC", "https://bindings.example/queue"),
    protocolVersion: fc.constantFrom("1.0", "0.3", "0.2", "0.1"),
  },
  { tenant: nonEmptyText },
);

/** A skill. */
export const agentSkill: fc.Arbitrary<AgentSkill> = object(
  { id: nonEmptyText, name: nonEmptyText, description, tags: texts },
  {
    examples: texts,
    inputModes: mediaTypes,
    outputModes: mediaTypes,
    securityRequirements: list(securityRequirement),
  },
);

/** A card. */
export const agentCard: fc.Arbitrary<AgentCard> = object(
  {
    name: nonEmptyText,
    description,
    supportedInterfaces: list(agentInterface, 1),
    version: text,
    capabilities: object(
      {},
      {
        streaming: fc.boolean(),
        pushNotifications: fc.boolean(),
        extensions: list(agentExtension),
        extendedAgentCard: fc.boolean(),
      },
    ),
    defaultInputModes: mediaTypes,
    defaultOutputModes: mediaTypes,
    skills: list(agentSkill),
  },
  {
    provider: fc.record({ url, organization: text }, { noNullPrototype: true }),
    documentationUrl: url,
    securitySchemes: mapOf(securityScheme),
    securityRequirements: list(securityRequirement),
    signatures: list(object({ protected: nonEmptyText, signature: nonEmptyText }, { header: jsonObject })),
    iconUrl: url,
  },
);
