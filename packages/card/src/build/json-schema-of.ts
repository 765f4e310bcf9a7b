import { isJsonObject, type JsonObject } from "@a2a/types";

/** A schema that can be written as JSON Schema: one already, or one of a library that implements Standard Schema, such as zod. */
export type SchemaSource = JsonObject | { readonly "~standard": object };

/** Extracts the JSON Schema from a schema: a JSON Schema, a Standard Schema that can emit one, or the AI SDK's wrapper. */
export function jsonSchemaOf(schema: unknown): JsonObject | undefined {
  const emitted = standardOf(schema)?.jsonSchema?.input({ target: "draft-2020-12" }) ?? wrapped(schema);
  if (isJsonObject(emitted)) return emitted;
  return isJsonObject(schema) && typeof schema.type === "string" && standardOf(schema) === undefined
    ? schema
    : undefined;
}

function wrapped(schema: unknown): unknown {
  return isJsonObject(schema) && "jsonSchema" in schema ? schema.jsonSchema : undefined;
}

interface Standard {
  jsonSchema?: { input(options: { target: string }): unknown };
}

function standardOf(schema: unknown): Standard | undefined {
  if ((typeof schema !== "object" && typeof schema !== "function") || schema === null) return undefined;
  return (schema as { "~standard"?: Standard })["~standard"]; // absent, or what Standard Schema says it is
}
