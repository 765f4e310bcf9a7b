import type { OneOf } from "./one-of.ts";

/** A key in a header, the query or a cookie. */
export type APIKeySecurityScheme = {
  /** How to get a key, for people. */
  description?: string;
  /** Where the key goes. */
  location: "query" | "header" | "cookie";
  /** The name of the header, parameter or cookie. */
  name: string;
};

/** An HTTP authentication scheme such as Basic or Bearer. */
export type HTTPAuthSecurityScheme = {
  /** How to get credentials, for people. */
  description?: string;
  /** The scheme of the `Authorization` header, such as `Bearer`. */
  scheme: string;
  /** The format of the bearer token, for people: `JWT`. */
  bearerFormat?: string;
};

/** The scopes of a flow, by name, each with what it allows. */
type FlowScopes = Record<string, string>;

/** One OAuth 2.0 flow. */
export type OAuthFlows = OneOf<{
  /** Users grant access in a browser. */
  authorizationCode: {
    /** Where users grant access. */
    authorizationUrl: string;
    /** Where tokens are issued. */
    tokenUrl: string;
    /** Where tokens are renewed. Default: `tokenUrl`. */
    refreshUrl?: string;
    /** The scopes, each with what it allows. */
    scopes: FlowScopes;
    /** Whether PKCE is required. */
    pkceRequired?: boolean;
  };
  /** A program gets access for itself. */
  clientCredentials: {
    /** Where tokens are issued. */
    tokenUrl: string;
    /** Where tokens are renewed. Default: `tokenUrl`. */
    refreshUrl?: string;
    /** The scopes, each with what it allows. */
    scopes: FlowScopes;
  };
  /** Deprecated by OAuth 2.1: use `authorizationCode`. */
  implicit: {
    /** Where users grant access. */
    authorizationUrl?: string;
    /** Where tokens are renewed. */
    refreshUrl?: string;
    /** The scopes, each with what it allows. */
    scopes?: FlowScopes;
  };
  /** Deprecated by OAuth 2.1: use `authorizationCode` or `deviceCode`. */
  password: {
    /** Where tokens are issued. */
    tokenUrl?: string;
    /** Where tokens are renewed. Default: `tokenUrl`. */
    refreshUrl?: string;
    /** The scopes, each with what it allows. */
    scopes?: FlowScopes;
  };
  /** Users grant access on another device. */
  deviceCode: {
    /** Where a device asks for a code. */
    deviceAuthorizationUrl: string;
    /** Where tokens are issued. */
    tokenUrl: string;
    /** Where tokens are renewed. Default: `tokenUrl`. */
    refreshUrl?: string;
    /** The scopes, each with what it allows. */
    scopes: FlowScopes;
  };
}>;

/** OAuth 2.0 with one flow. */
export type OAuth2SecurityScheme = {
  /** How to get access, for people. */
  description?: string;
  /** The flow by which tokens are obtained. */
  flows: OAuthFlows;
  /** The metadata of the authorization server (RFC 8414). */
  oauth2MetadataUrl?: string;
};

/** OpenID Connect. */
export type OpenIdConnectSecurityScheme = {
  /** How to get access, for people. */
  description?: string;
  /** The discovery document of the provider. */
  openIdConnectUrl: string;
};

/** A client certificate. */
export type MutualTlsSecurityScheme = {
  /** Which certificates are accepted, for people. */
  description?: string;
};

/** One way to authenticate. Of its members one is present, and testing it narrows. */
export type SecurityScheme = OneOf<{
  apiKeySecurityScheme: APIKeySecurityScheme;
  httpAuthSecurityScheme: HTTPAuthSecurityScheme;
  oauth2SecurityScheme: OAuth2SecurityScheme;
  openIdConnectSecurityScheme: OpenIdConnectSecurityScheme;
  mtlsSecurityScheme: MutualTlsSecurityScheme;
}>;

/** Schemes that are needed together, each with its scopes. */
export type SecurityRequirement = {
  /** The scopes that are needed of each scheme, by the name of the scheme in the card. */
  schemes: Record<string, { list?: string[] }>;
};
