import type { JsonObject, JsonValue } from "../json/json.ts";
import { isRequired } from "./compile.ts";
import type { Definition, Schema } from "./schema.ts";

/** A schema of a library that can write it as JSON Schema, such as zod. */
export interface StandardJsonSchema {
  readonly "~standard": { readonly jsonSchema: { input(options: { target: "draft-2020-12" }): object } };
}

/**
 * The JSON Schema (draft 2020-12) of what a schema accepts, one of this package or of another library. In those of this package, unknown
 * members are allowed, as they are on the wire; a protobuf `oneof` becomes "exactly one of these members".
 */
export function toJsonSchema(schema: Schema | StandardJsonSchema): JsonObject {
  if (!("def" in schema && "fit" in schema)) {
    return schema["~standard"].jsonSchema.input({ target: "draft-2020-12" }) as JsonObject; // a JSON document
  }
  return { $schema: "https://json-schema.org/draft/2020-12/schema", ...write(schema) };
}

function write({ def, meta }: Schema): JsonObject {
  return { ...writePlain(def), ...meta };
}

function writePlain(def: Definition): JsonObject {
  switch (def.type) {
    case "string":
    case "boolean":
      return { type: def.type };
    case "integer":
      return { type: "integer", minimum: def.min, maximum: def.max };
    case "enum":
      return def.values.length === 1
        ? { type: "string", const: def.values[0] ?? "" }
        : { type: "string", enum: [...def.values] };
    case "optional":
      return write(def.inner);
    case "nullable":
      return { anyOf: [write(def.inner), { type: "null" }] };
    case "default":
      return { ...write(def.inner), default: def.create() as JsonValue }; // it is given as JSON
    case "array":
      return { type: "array", items: write(def.element) };
    case "record":
      return { type: "object", additionalProperties: write(def.value) };
    case "object": {
      const required = Object.keys(def.shape).filter((name) => isRequired(def.shape[name]));
      return {
        type: "object",
        properties: Object.fromEntries(Object.entries(def.shape).map(([name, member]) => [name, write(member)])),
        ...(required.length > 0 && { required }),
        ...(def.others && { additionalProperties: write(def.others) }),
      };
    }
    case "union":
      return { oneOf: def.options.map(write) };
    case "custom":
      return {};
  }
}
