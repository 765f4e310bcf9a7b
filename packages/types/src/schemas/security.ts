import * as s from "../schema/shapes.ts";
import { oneOf } from "./one-of.ts";
import { OptionalBoolean, OptionalString, OptionalStringList, RequiredString } from "./scalars.ts";

const Scopes = s.record(s.string());

/** A key in a header, the query or a cookie. */
export const APIKeySecuritySchemeSchema = s.object({
  description: OptionalString,
  location: s.choice(["query", "header", "cookie"]),
  name: RequiredString,
});
/** An HTTP authentication scheme such as Basic or Bearer. */
export const HTTPAuthSecuritySchemeSchema = s.object({
  description: OptionalString,
  scheme: RequiredString,
  bearerFormat: OptionalString,
});
/** One OAuth 2.0 flow: exactly one of the five. */
export const OAuthFlowsSchema = oneOf(
  {
    authorizationCode: s.object({
      authorizationUrl: RequiredString,
      tokenUrl: RequiredString,
      refreshUrl: OptionalString,
      scopes: Scopes,
      pkceRequired: OptionalBoolean,
    }),
    clientCredentials: s.object({ tokenUrl: RequiredString, refreshUrl: OptionalString, scopes: Scopes }),
    implicit: s.object({
      authorizationUrl: OptionalString,
      refreshUrl: OptionalString,
      scopes: s.optional(Scopes),
    }),
    password: s.object({ tokenUrl: OptionalString, refreshUrl: OptionalString, scopes: s.optional(Scopes) }),
    deviceCode: s.object({
      deviceAuthorizationUrl: RequiredString,
      tokenUrl: RequiredString,
      refreshUrl: OptionalString,
      scopes: Scopes,
    }),
  },
  {},
);
/** OAuth 2.0 with one flow. */
export const OAuth2SecuritySchemeSchema = s.object({
  description: OptionalString,
  flows: OAuthFlowsSchema,
  oauth2MetadataUrl: OptionalString,
});
/** OpenID Connect. */
export const OpenIdConnectSecuritySchemeSchema = s.object({
  description: OptionalString,
  openIdConnectUrl: RequiredString,
});
/** A client certificate. */
export const MutualTlsSecuritySchemeSchema = s.object({ description: OptionalString });
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
export const SecurityRequirementSchema = s.object({
  schemes: s.record(s.object({ list: OptionalStringList })),
});
