import { isJsonObject, type JsonObject, type OAuthFlows, type SecurityScheme } from "@a2a/types";
import { OAuthFlowsSchema } from "@a2a/types/schemas";
import type * as v0_1 from "@a2a/types/v0_1";

/** 0.1 has names for schemes; their parameters are in `credentials` as JSON, without secrets. */
export function decodeAuthentication(authentication: v0_1.AgentAuthentication): Record<string, SecurityScheme> {
  const parameters = parametersOf(authentication.credentials);
  const schemes: Record<string, SecurityScheme> = {};
  for (const word of authentication.schemes) schemes[word] = decodeWord(word, parameters);
  return schemes;
}

function decodeWord(word: string, parameters: JsonObject): SecurityScheme {
  const { location, in: place, name, scheme, bearerFormat, flows, openIdConnectUrl } = parameters;
  switch (word.toLowerCase()) {
    case "apikey":
      return {
        apiKeySecurityScheme: {
          location: oneOf(location ?? place, ["header", "query", "cookie"] as const) ?? "header",
          name: typeof name === "string" && name !== "" ? name : "X-API-Key",
        },
      };
    case "oauth2": {
      const read = OAuthFlowsSchema.safeParse(flows);
      // Without flow URLs a client cannot obtain a token; it presents an existing one as a bearer token.
      if (!read.success) return { httpAuthSecurityScheme: { scheme: "Bearer" } };
      return { oauth2SecurityScheme: { flows: read.data } };
    }
    case "openidconnect":
      if (typeof openIdConnectUrl !== "string" || openIdConnectUrl === "") {
        return { httpAuthSecurityScheme: { scheme: "Bearer" } };
      }
      return { openIdConnectSecurityScheme: { openIdConnectUrl } };
    case "mtls":
      return { mtlsSecurityScheme: {} };
    default:
      return {
        httpAuthSecurityScheme: {
          scheme: typeof scheme === "string" && scheme.toLowerCase() === word.toLowerCase() ? scheme : word || "Bearer",
          ...(typeof bearerFormat === "string" && { bearerFormat }),
        },
      };
  }
}

/** The 0.1 names for the schemes of a card, and their public parameters. */
export function encodeAuthentication(schemes: readonly SecurityScheme[]): v0_1.AgentAuthentication {
  const words = new Set<string>();
  const parameters: JsonObject = {};
  for (const scheme of schemes) {
    if ("httpAuthSecurityScheme" in scheme) {
      const { scheme: name, bearerFormat } = scheme.httpAuthSecurityScheme;
      words.add(name.charAt(0).toUpperCase() + name.slice(1));
      if (bearerFormat !== undefined) parameters.bearerFormat = bearerFormat;
    } else if ("apiKeySecurityScheme" in scheme) {
      words.add("ApiKey");
      parameters.location = scheme.apiKeySecurityScheme.location;
      parameters.name = scheme.apiKeySecurityScheme.name;
    } else if ("oauth2SecurityScheme" in scheme) {
      words.add("OAuth2");
      parameters.flows = flowsOf(scheme.oauth2SecurityScheme.flows);
    } else if ("openIdConnectSecurityScheme" in scheme) {
      words.add("OpenIdConnect");
      parameters.openIdConnectUrl = scheme.openIdConnectSecurityScheme.openIdConnectUrl;
    } else {
      words.add("mTLS");
    }
  }
  const hasParameters = Object.keys(parameters).length > 0;
  return { schemes: [...words], ...(hasParameters && { credentials: JSON.stringify(parameters) }) };
}

function flowsOf(flows: OAuthFlows): JsonObject {
  return { ...flows } as unknown as JsonObject; // a flow is plain JSON
}

function parametersOf(credentials: string | undefined): JsonObject {
  if (credentials === undefined || !credentials.startsWith("{")) return {};
  try {
    const parsed: unknown = JSON.parse(credentials);
    return isJsonObject(parsed) ? parsed : {};
  } catch {
    return {}; // free text, which 0.1 allows
  }
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((entry) => entry === value);
}
