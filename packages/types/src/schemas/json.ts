import { isJsonObject, type JsonObject, type JsonValue } from "../json/json.ts";
import * as s from "../schema/shapes.ts";

/** Any JSON value, `null` included. Its content is not validated, since `JSON.parse` returns only JSON (see `checkJson`). */
export const JsonValueSchema = s.custom<JsonValue>(isJson, "expected a JSON value");

/** Free-form data such as `metadata`, passed through untouched. */
export const JsonObjectSchema = s.custom<JsonObject>(isJsonObject, "expected a JSON object", { type: "object" });

/** Free-form data that may be absent. */
export const OptionalJsonObject = s.optional(JsonObjectSchema);

function isJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "object" || typeof value === "string" || typeof value === "boolean";
}
