import { field, type MessageType, map, oneof, repeated, required, requiredMap } from "./schema.ts";

/** Security schemes and requirements, which both versions number alike. */
export const securityMessages = {
  StringList: { list: repeated(1, "string") },
  SecurityScheme: oneof("scheme", {
    apiKeySecurityScheme: field(1, "APIKeySecurityScheme"),
    httpAuthSecurityScheme: field(2, "HTTPAuthSecurityScheme"),
    oauth2SecurityScheme: field(3, "OAuth2SecurityScheme"),
    openIdConnectSecurityScheme: field(4, "OpenIdConnectSecurityScheme"),
    mtlsSecurityScheme: field(5, "MutualTlsSecurityScheme"),
  }),
  APIKeySecurityScheme: {
    description: field(1, "string"),
    location: required(2, "string"),
    name: required(3, "string"),
  },
  HTTPAuthSecurityScheme: {
    description: field(1, "string"),
    scheme: required(2, "string"),
    bearerFormat: field(3, "string"),
  },
  OAuth2SecurityScheme: {
    description: field(1, "string"),
    flows: required(2, "OAuthFlows"),
    oauth2MetadataUrl: field(3, "string"),
  },
  OpenIdConnectSecurityScheme: { description: field(1, "string"), openIdConnectUrl: required(2, "string") },
  MutualTlsSecurityScheme: { description: field(1, "string") },
  ClientCredentialsOAuthFlow: {
    tokenUrl: required(1, "string"),
    refreshUrl: field(2, "string"),
    scopes: requiredMap(3, "string"),
  },
  ImplicitOAuthFlow: {
    authorizationUrl: field(1, "string"),
    refreshUrl: field(2, "string"),
    scopes: map(3, "string"),
  },
  PasswordOAuthFlow: { tokenUrl: field(1, "string"), refreshUrl: field(2, "string"), scopes: map(3, "string") },
} satisfies Record<string, MessageType>;
