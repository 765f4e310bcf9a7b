import { type AgentCapabilities, type AgentCard, isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";

/**
 * The card extension that declares the JSON Schemas of skills. Its `params` map a skill's id to `{ input, output }`. A caller chooses a
 * skill by `skillId` in the metadata of a message, and passes the input as a data part.
 */
export const SKILL_SCHEMAS = "urn:a2a:skill-schemas:1";

/** The JSON Schemas of a skill. */
export interface SkillSchemas {
  readonly input?: JsonObject;
  readonly output?: JsonObject;
}

/** The schemas that a card declares for a skill, if it declares any. */
export function skillSchemas(card: Pick<AgentCard, "capabilities">, skillId: string): SkillSchemas | undefined {
  const declared = card.capabilities.extensions?.find(({ uri }) => uri === SKILL_SCHEMAS)?.params;
  const entry = isJsonObject(declared) && Object.hasOwn(declared, skillId) ? declared[skillId] : undefined;
  if (!isJsonObject(entry)) return undefined;
  const { input, output } = entry;
  return { ...(isJsonObject(input) && { input }), ...(isJsonObject(output) && { output }) };
}

/** Adds schemas to the capabilities of a card, beside those that are declared already. */
export function declareSchemas(
  capabilities: AgentCapabilities,
  schemas: Readonly<Record<string, SkillSchemas>>,
): AgentCapabilities {
  if (Object.keys(schemas).length === 0) return capabilities;
  const { extensions = [] } = capabilities;
  const declared = extensions.find(({ uri }) => uri === SKILL_SCHEMAS);
  const known = isJsonObject(declared?.params) ? declared.params : {};
  // The two types differ in `readonly` only.
  const params = { ...(schemas as Readonly<Record<string, JsonObject>>), ...known };
  return {
    ...capabilities,
    extensions: [...extensions.filter((each) => each !== declared), { uri: SKILL_SCHEMAS, params }],
  };
}

/**
 * Adopts schemas that a card states as members of its skills, `inputSchema` and `outputSchema`, as many agents do although the
 * protocol has no such members: the model would drop them.
 */
export function adoptSchemas(card: AgentCard, wire: JsonValue): AgentCard {
  const skills = isJsonObject(wire) && Array.isArray(wire.skills) ? wire.skills : [];
  const found = skills.flatMap((skill): [string, SkillSchemas][] => {
    if (!isJsonObject(skill) || typeof skill.id !== "string") return [];
    const input = skill.inputSchema ?? skill.input_schema;
    const output = skill.outputSchema ?? skill.output_schema;
    if (!isJsonObject(input) && !isJsonObject(output)) return [];
    return [[skill.id, { ...(isJsonObject(input) && { input }), ...(isJsonObject(output) && { output }) }]];
  });
  if (found.length === 0) return card;
  return { ...card, capabilities: declareSchemas(card.capabilities, Object.fromEntries(found)) };
}
