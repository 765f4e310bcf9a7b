import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";

/**
 * A JSON Schema of an object as strict function calling takes it: every member is required, those that were not may be `null`, no
 * others are allowed, and examples, which it does not know, are told in the description.
 */
export function strictSchema(schema: JsonObject): JsonObject {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const strict = Object.entries(properties).map(([name, property]): [string, JsonValue] => {
    if (!isJsonObject(property)) return [name, property];
    const told = withExamples(property);
    return [name, required.includes(name) ? told : nullable(told)];
  });
  return {
    ...schema,
    properties: Object.fromEntries(strict),
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

function nullable(schema: JsonObject): JsonObject {
  const { type } = schema;
  if (typeof type === "string") return { ...schema, type: [type, "null"] };
  return { anyOf: [schema, { type: "null" }] };
}

function withExamples({ examples, ...schema }: JsonObject): JsonObject {
  if (!Array.isArray(examples) || examples.length === 0) return schema;
  const told = `Examples: ${examples.map((example) => JSON.stringify(example)).join(", ")}`;
  return { ...schema, description: typeof schema.description === "string" ? `${schema.description} ${told}` : told };
}
