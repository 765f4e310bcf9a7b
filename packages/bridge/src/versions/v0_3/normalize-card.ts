import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import type { Schema, UnionSchema } from "@a2a/types/internal/schema";
import * as v0_3 from "@a2a/types/v0_3";
import type { Normalizers } from "../../normalize/normalizer.ts";
import { forUnion, withDefaults, withoutNulls } from "../../normalize/older-values.ts";
import type { Normalize } from "../../normalize/read.ts";

/** The members of a card that authors often omit. */
const CARD = {
  protocolVersion: "0.3.0",
  description: "",
  version: "",
  capabilities: {},
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};

const FLOWS = Object.values(v0_3.OAuthFlowsSchema.shape);

/** Defaults for the cards of a schema, and their skills. */
export function cardDefaults(card: Schema, skill: Schema, defaults: JsonObject = CARD): [Schema, Normalize][] {
  return [
    [card, withDefaults(defaults)],
    [skill, withDefaults({ description: "", tags: [] })],
    [v0_3.AgentProviderSchema, withDefaults({ organization: "", url: "" })],
    ...FLOWS.map((flow): [Schema, Normalize] => [flow.inner, withDefaults({ scopes: {} })]),
  ];
}

/** The same without the protocol version, which cards before 0.2.5 do not have. */
export function unversionedCardDefaults(card: Schema, skill: Schema) {
  const { protocolVersion: _, ...defaults } = CARD;
  return cardDefaults(card, skill, defaults);
}

/** A security scheme: ProtoJSON uses the kind as member name, and `location` for `in`. */
export function schemeUnion(schema: UnionSchema, known = () => cardNormalizers): Normalize {
  return forUnion(schema, toScheme, known);
}

/** Cards of 0.3 as authors write them: missing members get defaults, and ProtoJSON becomes the schema's form. */
export const cardNormalizers: Normalizers = new Map<Schema, Normalize>([
  ...cardDefaults(v0_3.AgentCardSchema, v0_3.AgentSkillSchema),
  [v0_3.SecurityRequirementSchema, normalizeRequirement],
  [v0_3.SecuritySchemeSchema, schemeUnion(v0_3.SecuritySchemeSchema)],
]);

/** ProtoJSON writes `{ schemes: { name: { list } } }`. */
function normalizeRequirement(wire: JsonValue): JsonValue {
  if (!isJsonObject(wire) || !isJsonObject(wire.schemes)) return wire;
  const entries = Object.entries(wire.schemes).map(([name, scopes]): [string, JsonValue] => [
    name,
    isJsonObject(scopes) && Array.isArray(scopes.list) ? scopes.list : [],
  ]);
  return Object.fromEntries(entries);
}

function toScheme(scheme: JsonObject): JsonObject {
  if (typeof scheme.type === "string") return scheme;
  for (const [member, type] of Object.entries(TYPES)) {
    const inner = scheme[member];
    if (isJsonObject(inner)) {
      const { location, ...rest } = withoutNulls(inner);
      return { type, ...rest, ...(location !== undefined && { in: location }) };
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
