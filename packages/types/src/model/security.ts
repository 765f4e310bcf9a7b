import * as z from "zod";
import { oneOf } from "./one-of.ts";
import { OptionalBoolean, OptionalString, OptionalStringList, RequiredString } from "./scalars.ts";

const Scopes = z.record(z.string(), z.string());

/** A key in a header, the query or a cookie. */
export const APIKeySecuritySchemeSchema = z.object({
  description: OptionalString,
  location: z.enum(["query", "header", "cookie"]),
  name: RequiredString,
});
/** A key in a header, the query or a cookie. */
export type APIKeySecurityScheme = { description?: string; location: "query" | "header" | "cookie"; name: string };

/** An HTTP authentication scheme such as Basic or Bearer. */
export const HTTPAuthSecuritySchemeSchema = z.object({
  description: OptionalString,
  scheme: RequiredString,
  bearerFormat: OptionalString,
});
/** An HTTP authentication scheme such as Basic or Bearer. */
export type HTTPAuthSecurityScheme = { description?: string; scheme: string; bearerFormat?: string };

/** One OAuth 2.0 flow: exactly one of the five. */
export const OAuthFlowsSchema = oneOf(
  {
    authorizationCode: z.object({
      authorizationUrl: RequiredString,
      tokenUrl: RequiredString,
      refreshUrl: OptionalString,
      scopes: Scopes,
      pkceRequired: OptionalBoolean,
    }),
    clientCredentials: z.object({ tokenUrl: RequiredString, refreshUrl: OptionalString, scopes: Scopes }),
    implicit: z.object({
      authorizationUrl: OptionalString,
      refreshUrl: OptionalString,
      scopes: z.exactOptional(Scopes),
    }),
    password: z.object({ tokenUrl: OptionalString, refreshUrl: OptionalString, scopes: z.exactOptional(Scopes) }),
    deviceCode: z.object({
      deviceAuthorizationUrl: RequiredString,
      tokenUrl: RequiredString,
      refreshUrl: OptionalString,
      scopes: Scopes,
    }),
  },
  {},
);
/** One OAuth 2.0 flow. */
export type OAuthFlows =
  | {
      authorizationCode: {
        authorizationUrl: string;
        tokenUrl: string;
        refreshUrl?: string;
        scopes: Record<string, string>;
        pkceRequired?: boolean;
      };
    }
  | { clientCredentials: { tokenUrl: string; refreshUrl?: string; scopes: Record<string, string> } }
  | { implicit: { authorizationUrl?: string; refreshUrl?: string; scopes?: Record<string, string> } }
  | { password: { tokenUrl?: string; refreshUrl?: string; scopes?: Record<string, string> } }
  | {
      deviceCode: {
        deviceAuthorizationUrl: string;
        tokenUrl: string;
        refreshUrl?: string;
        scopes: Record<string, string>;
      };
    };

/** OAuth 2.0 with one flow. */
export const OAuth2SecuritySchemeSchema = z.object({
  description: OptionalString,
  flows: OAuthFlowsSchema,
  oauth2MetadataUrl: OptionalString,
});
/** OAuth 2.0 with one flow. */
export type OAuth2SecurityScheme = { description?: string; flows: OAuthFlows; oauth2MetadataUrl?: string };

/** OpenID Connect. */
export const OpenIdConnectSecuritySchemeSchema = z.object({
  description: OptionalString,
  openIdConnectUrl: RequiredString,
});
/** OpenID Connect. */
export type OpenIdConnectSecurityScheme = { description?: string; openIdConnectUrl: string };

/** A client certificate. */
export const MutualTlsSecuritySchemeSchema = z.object({ description: OptionalString });
/** A client certificate. */
export type MutualTlsSecurityScheme = { description?: string };

/** One way to authenticate: exactly one of the five kinds. */
export const SecuritySchemeSchema = oneOf(
  {
    apiKeySecurityScheme: APIKeySecuritySchemeSchema,
    httpAuthSecurityScheme: HTTPAuthSecuritySchemeSchema,
    oauth2SecurityScheme: OAuth2SecuritySchemeSchema,
    openIdConnectSecurityScheme: OpenIdConnectSecuritySchemeSchema,
    mtlsSecurityScheme: MutualTlsSecuritySchemeSchema,
  },
  {},
);
/** One way to authenticate; narrow it by the name of its member. */
export type SecurityScheme =
  | { apiKeySecurityScheme: APIKeySecurityScheme }
  | { httpAuthSecurityScheme: HTTPAuthSecurityScheme }
  | { oauth2SecurityScheme: OAuth2SecurityScheme }
  | { openIdConnectSecurityScheme: OpenIdConnectSecurityScheme }
  | { mtlsSecurityScheme: MutualTlsSecurityScheme };

/** Schemes that are needed together, each with its scopes. Several requirements in a list are alternatives. */
export const SecurityRequirementSchema = z.object({
  schemes: z.record(z.string(), z.object({ list: OptionalStringList })),
});
/** Schemes that are needed together, each with its scopes. */
export type SecurityRequirement = { schemes: Record<string, { list?: string[] }> };
