import type { OAuthFlows, SecurityRequirement, SecurityScheme } from "@a2a/types";
import { unreachable } from "@a2a/types";
import type * as v0_3 from "@a2a/types/v0_3";
import { optional, pick } from "../../stash/stash.ts";

type Schemes = Record<string, SecurityScheme>;
type WireSchemes = Record<string, v0_3.SecurityScheme>;

/** The model's schemes, and for each scheme that was split, the names that replace it. */
export function decodeSchemes(wire: WireSchemes): { schemes: Schemes; split: Map<string, string[]> } {
  const schemes: Schemes = {};
  const split = new Map<string, string[]>();
  for (const [name, scheme] of Object.entries(wire)) {
    const variants = decodeScheme(scheme);
    const names = variants.map(({ flow }, index) => (index === 0 ? name : `${name}#${flow}`));
    variants.forEach((variant, index) => {
      schemes[names[index] as string] = variant.scheme; // one name for each variant
    });
    if (names.length > 1) split.set(name, names);
  }
  return { schemes, split };
}

/** One 0.3 scheme may hold several OAuth flows; the model has one scheme for each. */
function decodeScheme(wire: v0_3.SecurityScheme): { scheme: SecurityScheme; flow: string }[] {
  const one = (scheme: SecurityScheme) => [{ scheme, flow: "" }];
  switch (wire.type) {
    case "apiKey":
      return one({ apiKeySecurityScheme: { ...pick(wire, "description", "name"), location: wire.in } });
    case "http":
      return one({ httpAuthSecurityScheme: pick(wire, "description", "scheme", "bearerFormat") });
    case "openIdConnect":
      return one({ openIdConnectSecurityScheme: pick(wire, "description", "openIdConnectUrl") });
    case "mutualTLS":
      return one({ mtlsSecurityScheme: pick(wire, "description") });
    case "oauth2": {
      const flows = decodeFlows(wire.flows);
      // Without a flow a client cannot obtain a token; it presents an existing one as a bearer token.
      if (flows.length === 0)
        return one({ httpAuthSecurityScheme: { ...pick(wire, "description"), scheme: "Bearer" } });
      const about = pick(wire, "description", "oauth2MetadataUrl");
      return flows.map(([flow, flows]) => ({ scheme: { oauth2SecurityScheme: { ...about, flows } }, flow }));
    }
    default:
      return unreachable(wire);
  }
}

function decodeFlows(wire: v0_3.OAuthFlows): [string, OAuthFlows][] {
  const flows: [string, OAuthFlows][] = [];
  if (wire.authorizationCode) flows.push(["authorizationCode", { authorizationCode: wire.authorizationCode }]);
  if (wire.clientCredentials) flows.push(["clientCredentials", { clientCredentials: wire.clientCredentials }]);
  if (wire.implicit) flows.push(["implicit", { implicit: wire.implicit }]);
  if (wire.password) flows.push(["password", { password: wire.password }]);
  return flows;
}

/** 0.3 has a `type` member where the model uses member names. */
export function encodeScheme(scheme: SecurityScheme): v0_3.SecurityScheme {
  if ("apiKeySecurityScheme" in scheme) {
    const { location, ...rest } = scheme.apiKeySecurityScheme;
    return { type: "apiKey", in: location, ...rest };
  }
  if ("httpAuthSecurityScheme" in scheme) return { type: "http", ...scheme.httpAuthSecurityScheme };
  if ("openIdConnectSecurityScheme" in scheme) return { type: "openIdConnect", ...scheme.openIdConnectSecurityScheme };
  if ("mtlsSecurityScheme" in scheme) return { type: "mutualTLS", ...scheme.mtlsSecurityScheme };
  if ("oauth2SecurityScheme" in scheme) {
    const { flows, ...rest } = scheme.oauth2SecurityScheme;
    return { type: "oauth2", ...rest, flows: encodeFlow(flows) };
  }
  return unreachable(scheme);
}

/** The device code flow has no older form, and older flows require members that are optional in the model. */
function encodeFlow(flow: OAuthFlows): v0_3.OAuthFlows {
  if ("authorizationCode" in flow) {
    return { authorizationCode: pick(flow.authorizationCode, "authorizationUrl", "tokenUrl", "refreshUrl", "scopes") };
  }
  if ("clientCredentials" in flow) return { clientCredentials: flow.clientCredentials };
  if ("implicit" in flow) {
    const { authorizationUrl, refreshUrl, scopes = {} } = flow.implicit;
    return authorizationUrl ? { implicit: { authorizationUrl, ...optional("refreshUrl", refreshUrl), scopes } } : {};
  }
  if ("password" in flow) {
    const { tokenUrl, refreshUrl, scopes = {} } = flow.password;
    return tokenUrl ? { password: { tokenUrl, ...optional("refreshUrl", refreshUrl), scopes } } : {};
  }
  if ("deviceCode" in flow) return {};
  return unreachable(flow);
}

/** Requirements that name a split scheme become alternatives, one for each of its flows. */
export function decodeRequirements(
  wire: readonly v0_3.SecurityRequirement[],
  split: ReadonlyMap<string, readonly string[]>,
): SecurityRequirement[] {
  return wire.flatMap((requirement) => {
    let alternatives: SecurityRequirement["schemes"][] = [{}];
    for (const [name, list] of Object.entries(requirement)) {
      const names = split.get(name) ?? [name];
      alternatives = alternatives.flatMap((schemes) => names.map((variant) => ({ ...schemes, [variant]: { list } })));
      if (alternatives.length > MAX_ALTERNATIVES) alternatives = alternatives.slice(0, MAX_ALTERNATIVES);
    }
    return alternatives.map((schemes) => ({ schemes }));
  });
}
const MAX_ALTERNATIVES = 64;

/** Scopes are directly below the name of their scheme. */
export function encodeRequirement(requirement: SecurityRequirement): v0_3.SecurityRequirement {
  return Object.fromEntries(Object.entries(requirement.schemes).map(([name, { list = [] }]) => [name, list]));
}
