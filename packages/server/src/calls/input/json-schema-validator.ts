import type { JsonObject } from "@a2a/types";
import { fromJSONSchema, type ZodType } from "zod";

/** Compiles a JSON Schema. Throws for one that is not supported. A module of its own, loaded by agents whose skills have schemas. */
export function compileJsonSchema(schema: JsonObject): ZodType {
  return fromJSONSchema(schema as Parameters<typeof fromJSONSchema>[0]); // checked by the call itself
}
