import * as s from "../../schema/older-shapes.ts";
import {
  APIKeySecuritySchemeSchema,
  HTTPAuthSecuritySchemeSchema,
  OAuth2SecuritySchemeSchema as LaterOAuth2SecuritySchemeSchema,
  OpenIdConnectSecuritySchemeSchema,
} from "../v0_3/security.ts";

export {
  type APIKeySecurityScheme,
  APIKeySecuritySchemeSchema,
  type HTTPAuthSecurityScheme,
  HTTPAuthSecuritySchemeSchema,
  type OAuthFlows,
  OAuthFlowsSchema,
  type OpenIdConnectSecurityScheme,
  OpenIdConnectSecuritySchemeSchema,
  type SecurityRequirement,
  SecurityRequirementSchema,
} from "../v0_3/security.ts";

/** OAuth 2.0. The address of the authorization server's metadata came with 0.3. */
export const OAuth2SecuritySchemeSchema = s.omit(LaterOAuth2SecuritySchemeSchema, "oauth2MetadataUrl");
/** OAuth 2.0. */
export type OAuth2SecurityScheme = s.Infer<typeof OAuth2SecuritySchemeSchema>;

/** One way to authenticate, discriminated by `type`. Client certificates came with 0.3. */
export const SecuritySchemeSchema = s.union("type", [
  APIKeySecuritySchemeSchema,
  HTTPAuthSecuritySchemeSchema,
  OAuth2SecuritySchemeSchema,
  OpenIdConnectSecuritySchemeSchema,
]);
/** One way to authenticate; narrow it by `type`. */
export type SecurityScheme = s.Infer<typeof SecuritySchemeSchema>;
