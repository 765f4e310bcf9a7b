import type * as types from "../../src/schemas.ts";
import { ABSENT, type Rows } from "./row.ts";

const apiKey = { location: "header", name: "X-Key", description: "ask the harbour master" };
const http = { scheme: "Bearer", bearerFormat: "JWT" };
const deviceCode = { deviceAuthorizationUrl: "https://id.example/device", tokenUrl: "https://id.example/token" };
const flows = { deviceCode: { ...deviceCode, scopes: { read: "read tides" } } };
const oauth2 = { flows, oauth2MetadataUrl: "https://id.example/.well-known/oauth-authorization-server" };
const requirement = { schemes: { key: { list: [] }, id: { list: ["read"] }, cert: {} } };
const extension = { uri: "https://ext.example/tides", required: true, params: { port: "Kiel" } };
const iface = { url: "https://tides.example/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0", tenant: "north" };
const skill = { id: "low", name: "Low water", description: "", tags: ["sea"], securityRequirements: [requirement] };
const signature = { protected: "eyJhbGciOiJFUzI1NiJ9", signature: "c2ln", header: { kid: "1" } };
const card = {
  name: "Tide desk",
  description: "Knows the tides",
  supportedInterfaces: [iface],
  provider: { url: "https://tides.example", organization: "Tides" },
  version: "3",
  capabilities: { streaming: true, extensions: [extension] },
  securitySchemes: { key: { apiKeySecurityScheme: apiKey } },
  securityRequirements: [requirement],
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [skill],
  signatures: [signature],
};

/** Cards and security. */
export const rows = {
  AgentInterfaceSchema: {
    example: iface,
    wrong: [
      ["url", ABSENT],
      ["protocolBinding", ""],
      ["protocolVersion", 1],
    ],
  },
  AgentProviderSchema: {
    example: card.provider,
    wrong: [
      ["url", ABSENT],
      ["organization", ABSENT],
      ["organization", null],
    ],
  },
  AgentExtensionSchema: {
    example: extension,
    wrong: [
      ["uri", 5],
      ["required", "yes"],
      ["params", []],
    ],
  },
  AgentCapabilitiesSchema: {
    example: card.capabilities,
    wrong: [
      ["streaming", "true"],
      ["extensions", {}],
      ["extendedAgentCard", null],
    ],
  },
  AgentSkillSchema: {
    example: skill,
    wrong: [
      ["id", ""],
      ["description", ABSENT],
      ["tags", "sea"],
      ["securityRequirements.0.schemes.id.list", "read"],
    ],
  },
  AgentCardSignatureSchema: {
    example: signature,
    wrong: [
      ["protected", ABSENT],
      ["signature", ""],
      ["header", "kid"],
    ],
  },
  AgentCardSchema: {
    example: card,
    wrong: [
      ["name", ABSENT],
      ["supportedInterfaces", []],
      ["supportedInterfaces.0.url", ""],
      ["capabilities", ABSENT],
      ["skills.0.name", ABSENT],
      ["securitySchemes.key", {}],
      ["defaultInputModes", "text"],
    ],
  },
  APIKeySecuritySchemeSchema: {
    example: apiKey,
    wrong: [
      ["location", "body"],
      ["location", ABSENT],
      ["name", ""],
    ],
  },
  HTTPAuthSecuritySchemeSchema: {
    example: http,
    wrong: [
      ["scheme", ABSENT],
      ["scheme", ""],
      ["bearerFormat", null],
    ],
  },
  OAuthFlowsSchema: {
    example: flows,
    wrong: [
      ["", {}],
      ["implicit", {}, ""],
      ["deviceCode.scopes", ABSENT],
      ["deviceCode.scopes.read", true],
    ],
  },
  OAuth2SecuritySchemeSchema: {
    example: oauth2,
    wrong: [
      ["flows", ABSENT],
      ["flows", {}],
      ["flows.deviceCode.tokenUrl", ""],
      ["oauth2MetadataUrl", 1],
    ],
  },
  OpenIdConnectSecuritySchemeSchema: {
    example: { openIdConnectUrl: "https://id.example/.well-known/openid-configuration" },
    wrong: [
      ["openIdConnectUrl", ABSENT],
      ["openIdConnectUrl", ""],
      ["description", 1],
    ],
  },
  MutualTlsSecuritySchemeSchema: {
    example: { description: "ask for a certificate" },
    wrong: [
      ["description", 1],
      ["", null],
      ["", []],
    ],
  },
  SecuritySchemeSchema: {
    example: { httpAuthSecurityScheme: http },
    wrong: [
      ["", {}],
      ["mtlsSecurityScheme", {}, ""],
      ["httpAuthSecurityScheme.scheme", ABSENT],
    ],
  },
  SecurityRequirementSchema: {
    example: requirement,
    wrong: [
      ["schemes", ABSENT],
      ["schemes.id", ["read"]],
      ["schemes.id.list.0", 1],
    ],
  },
} satisfies Partial<Rows<typeof types>>;
