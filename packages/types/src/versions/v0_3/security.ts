import * as z from "zod/mini";
import { RequiredString, StringListSchema } from "../../schemas/scalars.ts";

const description = z.exactOptional(z.string());
const refreshUrl = z.exactOptional(z.string());
const scopes = z.record(z.string(), z.string());

/** A key in a header, the query or a cookie. */
export const APIKeySecuritySchemeSchema = z.object({
  type: z.literal("apiKey"),
  description,
  in: z.enum(["query", "header", "cookie"]),
  name: RequiredString,
});
/** A key in a header, the query or a cookie. */
export type APIKeySecurityScheme = z.output<typeof APIKeySecuritySchemeSchema>;

/** An HTTP authentication scheme such as Basic or Bearer. */
export const HTTPAuthSecuritySchemeSchema = z.object({
  type: z.literal("http"),
  description,
  scheme: RequiredString,
  bearerFormat: z.exactOptional(z.string()),
});
/** An HTTP authentication scheme such as Basic or Bearer. */
export type HTTPAuthSecurityScheme = z.output<typeof HTTPAuthSecuritySchemeSchema>;

/** The OAuth 2.0 flows an agent takes: any of the four, also several. */
export const OAuthFlowsSchema = z.object({
  authorizationCode: z.exactOptional(
    z.object({ authorizationUrl: RequiredString, tokenUrl: RequiredString, refreshUrl, scopes }),
  ),
  clientCredentials: z.exactOptional(z.object({ tokenUrl: RequiredString, refreshUrl, scopes })),
  implicit: z.exactOptional(z.object({ authorizationUrl: RequiredString, refreshUrl, scopes })),
  password: z.exactOptional(z.object({ tokenUrl: RequiredString, refreshUrl, scopes })),
});
/** The OAuth 2.0 flows an agent takes. */
export type OAuthFlows = z.output<typeof OAuthFlowsSchema>;

/** OAuth 2.0. */
export const OAuth2SecuritySchemeSchema = z.object({
  type: z.literal("oauth2"),
  description,
  flows: OAuthFlowsSchema,
  oauth2MetadataUrl: z.exactOptional(z.string()),
});
/** OAuth 2.0. */
export type OAuth2SecurityScheme = z.output<typeof OAuth2SecuritySchemeSchema>;

/** OpenID Connect. */
export const OpenIdConnectSecuritySchemeSchema = z.object({
  type: z.literal("openIdConnect"),
  description,
  openIdConnectUrl: RequiredString,
});
/** OpenID Connect. */
export type OpenIdConnectSecurityScheme = z.output<typeof OpenIdConnectSecuritySchemeSchema>;

/** A client certificate. */
export const MutualTLSSecuritySchemeSchema = z.object({ type: z.literal("mutualTLS"), description });
/** A client certificate. */
export type MutualTLSSecurityScheme = z.output<typeof MutualTLSSecuritySchemeSchema>;

/** One way to authenticate, discriminated by `type`. */
export const SecuritySchemeSchema = z.discriminatedUnion("type", [
  APIKeySecuritySchemeSchema,
  HTTPAuthSecuritySchemeSchema,
  OAuth2SecuritySchemeSchema,
  OpenIdConnectSecuritySchemeSchema,
  MutualTLSSecuritySchemeSchema,
]);
/** One way to authenticate; narrow it by `type`. */
export type SecurityScheme = z.output<typeof SecuritySchemeSchema>;

/** Schemes that are needed together, each with its scopes. Several requirements in a list are alternatives. */
export const SecurityRequirementSchema = z.record(z.string(), StringListSchema);
/** Schemes that are needed together, each with its scopes. */
export type SecurityRequirement = z.output<typeof SecurityRequirementSchema>;
