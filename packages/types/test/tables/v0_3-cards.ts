import type * as v0_3 from "../../src/v0_3.ts";
import { ABSENT, type Rows } from "./row.ts";

const apiKey = { type: "apiKey", in: "query", name: "key" };
const http = { type: "http", scheme: "bearer", bearerFormat: "JWT" };
const flows = {
  clientCredentials: { tokenUrl: "https://id.example/token", scopes: {} },
  implicit: { authorizationUrl: "https://id.example/authorize", scopes: { read: "read levels" } },
};
const oauth2 = { type: "oauth2", flows, oauth2MetadataUrl: "https://id.example/metadata" };
const openId = { type: "openIdConnect", openIdConnectUrl: "https://id.example/openid" };
const requirement = { o: ["read"], k: [] };
const extension = { uri: "https://ext.example/levels", required: false };
const skill = { id: "level", name: "Level", description: "Water level", tags: [], security: [requirement] };
const signature = { protected: "eyJ9", signature: "c2ln", header: {} };
const card = {
  protocolVersion: "0.3.0",
  name: "Quay",
  description: "",
  url: "https://quay.example/rpc",
  preferredTransport: "JSONRPC",
  additionalInterfaces: [{ url: "https://quay.example/v1", transport: "HTTP+JSON" }],
  provider: { organization: "Quay", url: "https://quay.example" },
  version: "9",
  capabilities: { streaming: true, stateTransitionHistory: false, extensions: [extension] },
  securitySchemes: { o: oauth2, k: apiKey },
  security: [requirement],
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [skill],
  supportsAuthenticatedExtendedCard: true,
  signatures: [signature],
};

/** Cards and security. */
export const rows = {
  APIKeySecuritySchemeSchema: {
    example: apiKey,
    wrong: [
      ["in", "body"],
      ["name", ABSENT],
      ["type", "http"],
    ],
  },
  HTTPAuthSecuritySchemeSchema: {
    example: http,
    wrong: [
      ["scheme", ""],
      ["type", ABSENT],
      ["bearerFormat", 1],
    ],
  },
  OAuthFlowsSchema: {
    example: flows,
    wrong: [
      ["implicit.authorizationUrl", ABSENT],
      ["clientCredentials.scopes", ABSENT],
      ["password", {}, "password.tokenUrl"],
    ],
  },
  OAuth2SecuritySchemeSchema: {
    example: oauth2,
    wrong: [
      ["flows", ABSENT],
      ["flows.implicit.scopes", []],
      ["description", null],
    ],
  },
  OpenIdConnectSecuritySchemeSchema: {
    example: openId,
    wrong: [
      ["openIdConnectUrl", ABSENT],
      ["openIdConnectUrl", ""],
      ["type", "openid"],
    ],
  },
  MutualTLSSecuritySchemeSchema: {
    example: { type: "mutualTLS" },
    wrong: [
      ["type", "mtls"],
      ["type", ABSENT],
      ["description", 1],
    ],
  },
  SecuritySchemeSchema: {
    example: oauth2,
    wrong: [
      ["type", ABSENT],
      ["type", "OAuth2"],
      ["flows", null],
    ],
  },
  SecurityRequirementSchema: {
    open: true,
    example: requirement,
    wrong: [
      ["o", "read"],
      ["o", { list: [] }],
      ["k.0", 1],
    ],
  },
  AgentInterfaceSchema: {
    example: { url: "https://quay.example/v1", transport: "HTTP+JSON" },
    wrong: [
      ["url", ABSENT],
      ["transport", ABSENT],
      ["transport", ""],
    ],
  },
  AgentProviderSchema: {
    example: card.provider,
    wrong: [
      ["organization", ABSENT],
      ["url", ABSENT],
      ["url", 1],
    ],
  },
  AgentExtensionSchema: {
    example: extension,
    wrong: [
      ["uri", ABSENT],
      ["required", 0],
      ["params", "x"],
    ],
  },
  AgentCapabilitiesSchema: {
    example: card.capabilities,
    wrong: [
      ["streaming", 1],
      ["stateTransitionHistory", "no"],
      ["extensions.0.uri", ""],
    ],
  },
  AgentSkillSchema: {
    example: skill,
    wrong: [
      ["name", ABSENT],
      ["tags", ABSENT],
      ["security.0.o", 1],
    ],
  },
  AgentCardSignatureSchema: {
    example: signature,
    wrong: [
      ["protected", ABSENT],
      ["signature", ABSENT],
      ["header", []],
    ],
  },
  AgentCardSchema: {
    example: card,
    wrong: [
      ["protocolVersion", ABSENT],
      ["url", ""],
      ["skills", ABSENT],
      ["additionalInterfaces.0.transport", ABSENT],
      ["securitySchemes.k.in", ABSENT],
      ["securitySchemes.k.type", ABSENT],
      ["security.0.o.0", 7],
      ["capabilities", null],
    ],
  },
} satisfies Partial<Rows<typeof v0_3>>;
