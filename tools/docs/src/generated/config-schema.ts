import { configJsonSchema } from "@a2a/client/config";
import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";

/** The schema at a path of members; `*` stands for any name. Throws when there is none. */
export function schemaAt(...path: string[]): JsonObject {
  let schema = configJsonSchema();
  for (const member of path) {
    schema = asObject(member === "*" ? schema.additionalProperties : asObject(schema.properties)[member]);
  }
  return schema;
}

/** The members an object may have, by name. */
export function membersOf(schema: JsonObject): Record<string, JsonObject> {
  return Object.fromEntries(
    Object.entries(asObject(schema.properties)).map(([name, value]) => [name, asObject(value)]),
  );
}

/** The forms of `auth`, by their `type`, without that member. */
export function authForms(): Record<string, { members: Record<string, JsonObject>; required: readonly string[] }> {
  const forms = asArray(schemaAt("a2a", "clients", "*", "auth").oneOf).map(asObject);
  return Object.fromEntries(
    forms.map((form) => {
      const { type, ...members } = membersOf(form);
      const required = asArray(form.required).map(String);
      return [String(type?.const), { members, required: required.filter((name) => name !== "type") }];
    }),
  );
}

/** A human-readable type of a value. */
export function describeType(schema: JsonObject): string {
  switch (schema.type) {
    case "boolean":
      return "`true` or `false`";
    case "integer":
    case "number":
      return describeNumber(schema);
    case "array":
      return `list of ${describeType(asObject(schema.items))}`;
    case "string":
      return schema.enum
        ? asArray(schema.enum)
            .map((value) => `\`${String(value)}\``)
            .join(", ")
        : "text";
    default:
      return schema.oneOf ? "object" : "names and texts";
  }
}

function describeNumber({ type, minimum, maximum, exclusiveMinimum }: JsonObject): string {
  const kind = type === "integer" ? "whole number" : "number";
  if (exclusiveMinimum !== undefined) return `${kind} above ${String(exclusiveMinimum)}`;
  if (maximum === undefined || maximum === Number.MAX_SAFE_INTEGER) return `${kind} from ${String(minimum)}`;
  return `${kind} from ${String(minimum)} to ${String(maximum)}`;
}

function asObject(value: JsonValue | undefined): JsonObject {
  if (isJsonObject(value)) return value;
  throw new Error(`the schema has another form than expected: ${JSON.stringify(value)}`);
}

function asArray(value: JsonValue | undefined): JsonValue[] {
  if (Array.isArray(value)) return value;
  throw new Error(`the schema has another form than expected: ${JSON.stringify(value)}`);
}
