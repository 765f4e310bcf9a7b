import * as z from "zod/mini";
import type { JsonObject } from "./json.ts";

/**
 * The JSON Schema (draft 2020-12) of what a schema of this package accepts. Unknown members are allowed, as they are on the
 * wire; a protobuf `oneof` becomes "exactly one of these members".
 */
export function toJsonSchema(schema: z.ZodMiniType): JsonObject {
  const document = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      // The helper `oneOf` leaves the names of its members here, which zod copies without knowing what they mean.
      const names: readonly unknown[] = jsonSchema.oneOf ?? [];
      if (typeof names[0] === "string") jsonSchema.oneOf = names.map((name) => ({ required: [String(name)] }));
    },
  });
  // zod attaches helpers to the document. Serializing it leaves only the schema.
  return JSON.parse(JSON.stringify(document)) as JsonObject;
}
