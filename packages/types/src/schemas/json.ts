import * as z from "zod/mini";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json.ts";

/** Any JSON value, `null` included. Its content is not validated, since `JSON.parse` returns only JSON (see `checkJson`). */
export const JsonValueSchema = z.custom<JsonValue>(isJson, { error: "expected a JSON value" });

/** Free-form data such as `metadata`, passed through untouched. */
export const JsonObjectSchema = z
  .custom<JsonObject>(isJsonObject, { error: "expected a JSON object" })
  .check(z.meta({ type: "object" }));

/** Free-form data that may be absent. */
export const OptionalJsonObject = z.exactOptional(JsonObjectSchema);

function isJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "object" || typeof value === "string" || typeof value === "boolean";
}
