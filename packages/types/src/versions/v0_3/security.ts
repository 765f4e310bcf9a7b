import * as s from "../../schema/older-shapes.ts";
import { RequiredString, StringListSchema } from "../../schemas/scalars.ts";

const description = s.optional(s.string());
const refreshUrl = s.optional(s.string());
const scopes = s.record(s.string());

/** A key in a header, the query or a cookie. */
export const APIKeySecuritySchemeSchema = s.object({
  type: s.literal("apiKey"),
  description,
  in: s.choice(["query", "header", "cookie"]),
  name: RequiredString,
});
/** A key in a header, the query or a cookie. */
export type APIKeySecurityScheme = s.Infer<typeof APIKeySecuritySchemeSchema>;

/** An HTTP authentication scheme such as Basic or Bearer. */
export const HTTPAuthSecuritySchemeSchema = s.object({
  type: s.literal("http"),
  description,
  scheme: RequiredString,
  bearerFormat: s.optional(s.string()),
});
/** An HTTP authentication scheme such as Basic or Bearer. */
export type HTTPAuthSecurityScheme = s.Infer<typeof HTTPAuthSecuritySchemeSchema>;

/** The OAuth 2.0 flows an agent takes: any of the four, also several. */
export const OAuthFlowsSchema = s.object({
  authorizationCode: s.optional(
    s.object({ authorizationUrl: RequiredString, tokenUrl: RequiredString, refreshUrl, scopes }),
  ),
  clientCredentials: s.optional(s.object({ tokenUrl: RequiredString, refreshUrl, scopes })),
  implicit: s.optional(s.object({ authorizationUrl: RequiredString, refreshUrl, scopes })),
  password: s.optional(s.object({ tokenUrl: RequiredString, refreshUrl, scopes })),
});
/** The OAuth 2.0 flows an agent takes. */
export type OAuthFlows = s.Infer<typeof OAuthFlowsSchema>;

/** OAuth 2.0. */
export const OAuth2SecuritySchemeSchema = s.object({
  type: s.literal("oauth2"),
  description,
  flows: OAuthFlowsSchema,
  oauth2MetadataUrl: s.optional(s.string()),
});
/** OAuth 2.0. */
export type OAuth2SecurityScheme = s.Infer<typeof OAuth2SecuritySchemeSchema>;

/** OpenID Connect. */
export const OpenIdConnectSecuritySchemeSchema = s.object({
  type: s.literal("openIdConnect"),
  description,
  openIdConnectUrl: RequiredString,
});
/** OpenID Connect. */
export type OpenIdConnectSecurityScheme = s.Infer<typeof OpenIdConnectSecuritySchemeSchema>;

/** A client certificate. */
export const MutualTLSSecuritySchemeSchema = s.object({ type: s.literal("mutualTLS"), description });
/** A client certificate. */
export type MutualTLSSecurityScheme = s.Infer<typeof MutualTLSSecuritySchemeSchema>;

/** One way to authenticate, discriminated by `type`. */
export const SecuritySchemeSchema = s.union("type", [
  APIKeySecuritySchemeSchema,
  HTTPAuthSecuritySchemeSchema,
  OAuth2SecuritySchemeSchema,
  OpenIdConnectSecuritySchemeSchema,
  MutualTLSSecuritySchemeSchema,
]);
/** One way to authenticate; narrow it by `type`. */
export type SecurityScheme = s.Infer<typeof SecuritySchemeSchema>;

/** Schemes that are needed together, each with its scopes. Several requirements in a list are alternatives. */
export const SecurityRequirementSchema = s.record(StringListSchema);
/** Schemes that are needed together, each with its scopes. */
export type SecurityRequirement = s.Infer<typeof SecurityRequirementSchema>;
