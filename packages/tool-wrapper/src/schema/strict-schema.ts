import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";

/**
 * A JSON Schema of an object in the form that strict function calling requires: every member is required, optional ones may be `null`, and
 * no others are allowed. Strict mode does not know examples, so they move to the description.
 */
export function strictSchema(schema: JsonObject): JsonObject {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const strict = Object.entries(properties).map(([name, property]): [string, JsonValue] => {
    if (!isJsonObject(property)) return [name, property];
    const described = withExamples(property);
    return [name, required.includes(name) ? described : nullable(described)];
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
  const text = `Examples: ${examples.map((example) => JSON.stringify(example)).join(", ")}`;
  return { ...schema, description: typeof schema.description === "string" ? `${schema.description} ${text}` : text };
}
