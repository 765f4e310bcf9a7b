import type { JsonObject, JsonValue } from "../../json/json.ts";
import * as s from "../../schema/older-shapes.ts";
import { JsonObjectSchema } from "../../schemas/json.ts";
import { Base64Schema } from "../../schemas/scalars.ts";

const metadata = s.optional(JsonObjectSchema);

/** The content of a file part: `bytes` (base64), a `uri`, or neither, as a bare reference. */
export const FileContentSchema = s.object({
  name: s.optional(s.string()),
  mimeType: s.optional(s.string()),
  bytes: s.optional(Base64Schema),
  uri: s.optional(s.string()),
});
/** The content of a file part. */
export type FileContent = s.Infer<typeof FileContentSchema>;

/** A part that holds text. */
export const TextPartSchema = s.object({ type: s.literal("text"), text: s.string(), metadata });
/** A part that holds text. */
export type TextPart = s.Infer<typeof TextPartSchema>;

/** A part that holds a file or points to one. */
export const FilePartSchema = s.object({ type: s.literal("file"), file: FileContentSchema, metadata });
/** A part that holds a file or points to one. */
export type FilePart = s.Infer<typeof FilePartSchema>;

/** A part that holds structured data: an object, or an array, which the long form of the specification allows. */
export const DataPartSchema = s.object({
  type: s.literal("data"),
  data: s.custom<JsonObject | JsonValue[]>(
    (value) => typeof value === "object" && value !== null,
    "expected a JSON object or array",
    { type: ["object", "array"] },
  ),
  metadata,
});
/** A part that holds structured data. */
export type DataPart = s.Infer<typeof DataPartSchema>;

/** One piece of content, discriminated by `type`. */
export const PartSchema = s.union("type", [TextPartSchema, FilePartSchema, DataPartSchema]);
/** One piece of content; narrow it by `type`. */
export type Part = s.Infer<typeof PartSchema>;
