import { bearer, type Case, clean, flow, older, scheme } from "./changes.ts";

/** Cases for the rules about security. */
export const securityCases: Case[] = [
  {
    rule: "security/undeclared-scheme",
    bad: clean({ "/skills/0/securityRequirements": [{ schemes: { toString: {} } }] }),
    at: "/skills/0/securityRequirements/0",
    good: older,
  },
  {
    rule: "security/unused-scheme",
    bad: clean({ "/securitySchemes/spare": { mtlsSecurityScheme: {} } }),
    at: "/securitySchemes/spare",
    good: older,
  },
  {
    rule: "security/kind",
    bad: scheme({ httpAuthSecurityScheme: { scheme: "Bearer" }, mtlsSecurityScheme: {} }),
    at: bearer,
    good: older,
  },
  {
    rule: "security/undeclared-scope",
    bad: clean({ "/securityRequirements/1/schemes/login/list": ["tide:write"] }),
    at: "/securityRequirements/1",
    good: clean({ "/securityRequirements/0/schemes/bearer/list": ["anything"] }),
  },
  {
    rule: "security/empty-requirement",
    bad: clean({ "/securityRequirements/1": { schemes: {} } }),
    at: "/securityRequirements/1",
    good: clean({ "/securityRequirements": [] }),
  },
  {
    rule: "security/https",
    bad: clean({ [`${flow}/authorizationCode/tokenUrl`]: "http://login.tide.example/token" }),
    at: `${flow}/authorizationCode/tokenUrl`,
    good: clean({ [`${flow}/authorizationCode/tokenUrl`]: "http://localhost/token" }),
  },
  {
    rule: "security/deprecated-flow",
    bad: clean({ [flow]: { password: { tokenUrl: "https://login.tide.example/token" } } }),
    at: `${flow}/password`,
    good: clean({
      [flow]: { clientCredentials: { tokenUrl: "https://login.tide.example/token", scopes: { "tide:read": "x" } } },
    }),
  },
  {
    rule: "security/no-pkce",
    bad: clean({ [`${flow}/authorizationCode/pkceRequired`]: undefined }),
    at: `${flow}/authorizationCode`,
    good: older,
  },
  {
    rule: "security/key-in-query",
    bad: clean({ "/securitySchemes/key": { apiKeySecurityScheme: { location: "query", name: "key" } } }),
    at: "/securitySchemes/key",
    good: clean({ "/securitySchemes/key": { apiKeySecurityScheme: { location: "cookie", name: "key" } } }),
  },
  {
    rule: "security/http-scheme",
    bad: scheme({ httpAuthSecurityScheme: { scheme: "Beerer" } }),
    at: bearer,
    good: scheme({ httpAuthSecurityScheme: { scheme: "dpop" } }),
  },
];
