import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import {
  type Normalize,
  normalizeEach,
  normalizeMembers,
  normalizeObject,
  normalizeValues,
  withoutNulls,
} from "../../normalize/normalize-members.ts";

/** A 0.2 or 0.3 card as authors write it: missing members get defaults, and ProtoJSON becomes the schema's form. */
export const normalizeCard: Normalize = normalizeObject((wire) =>
  withCardDefaults(
    normalizeMembers(wire, {
      security: normalizeEach(normalizeRequirement),
      securitySchemes: normalizeValues(normalizeScheme),
      skills: normalizeEach(
        normalizeObject((skill) => normalizeMembers(skill, { security: normalizeEach(normalizeRequirement) })),
      ),
    }),
  ),
);

/** Required members that authors often omit. */
export function withCardDefaults(wire: JsonObject): JsonObject {
  return {
    protocolVersion: "0.3.0",
    description: "",
    version: "",
    capabilities: {},
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
    ...normalizeMembers(wire, {
      capabilities: normalizeObject((capabilities) => capabilities),
      skills: normalizeEach(normalizeObject((skill) => ({ description: "", tags: [], ...skill }))),
      provider: normalizeObject((provider) => ({ organization: "", url: "", ...provider })),
    }),
  };
}

/** ProtoJSON writes `{ schemes: { name: { list } } }`. */
function normalizeRequirement(wire: JsonValue): JsonValue {
  if (!isJsonObject(wire) || !isJsonObject(wire.schemes)) return wire;
  const entries = Object.entries(wire.schemes).map(([name, scopes]): [string, JsonValue] => [
    name,
    isJsonObject(scopes) && Array.isArray(scopes.list) ? scopes.list : [],
  ]);
  return Object.fromEntries(entries);
}

/** ProtoJSON uses the kind as member name, and `location` for `in`. */
function normalizeScheme(wire: JsonValue): JsonValue {
  if (!isJsonObject(wire)) return wire;
  const scheme = withoutNulls(wire);
  if (typeof scheme.type === "string") return scheme;
  for (const [member, type] of Object.entries(TYPES)) {
    const inner = scheme[member];
    if (isJsonObject(inner)) {
      const { location, ...rest } = withoutNulls(inner);
      return { type, ...rest, ...(location !== undefined && { in: location }) } satisfies JsonObject;
    }
  }
  return scheme;
}

const TYPES = {
  apiKeySecurityScheme: "apiKey",
  httpAuthSecurityScheme: "http",
  oauth2SecurityScheme: "oauth2",
  openIdConnectSecurityScheme: "openIdConnect",
  mtlsSecurityScheme: "mutualTLS",
};
