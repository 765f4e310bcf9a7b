import * as z from "zod/mini";
import { oneOf } from "./one-of.ts";
import { OptionalBoolean, OptionalString, OptionalStringList, RequiredString } from "./scalars.ts";

const Scopes = z.record(z.string(), z.string());

/** A key in a header, the query or a cookie. */
export const APIKeySecuritySchemeSchema = z.object({
  description: OptionalString,
  location: z.enum(["query", "header", "cookie"]),
  name: RequiredString,
});
/** An HTTP authentication scheme such as Basic or Bearer. */
export const HTTPAuthSecuritySchemeSchema = z.object({
  description: OptionalString,
  scheme: RequiredString,
  bearerFormat: OptionalString,
});
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
/** OAuth 2.0 with one flow. */
export const OAuth2SecuritySchemeSchema = z.object({
  description: OptionalString,
  flows: OAuthFlowsSchema,
  oauth2MetadataUrl: OptionalString,
});
/** OpenID Connect. */
export const OpenIdConnectSecuritySchemeSchema = z.object({
  description: OptionalString,
  openIdConnectUrl: RequiredString,
});
/** A client certificate. */
export const MutualTlsSecuritySchemeSchema = z.object({ description: OptionalString });
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
/** Schemes that are needed together, each with its scopes. Several requirements in a list are alternatives. */
export const SecurityRequirementSchema = z.object({
  schemes: z.record(z.string(), z.object({ list: OptionalStringList })),
});
