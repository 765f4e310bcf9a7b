import * as s from "../../schema/older-shapes.ts";
import { JsonObjectSchema } from "../../schemas/json.ts";
import { oneOf } from "../../schemas/one-of.ts";
import { Base64Schema } from "../../schemas/scalars.ts";

const metadata = s.optional(JsonObjectSchema);

/** The content of a file part: exactly one of `bytes` (base64) and `uri`. */
export const FileContentSchema = oneOf(
  { bytes: Base64Schema, uri: s.string() },
  { name: s.optional(s.string()), mimeType: s.optional(s.string()) },
);
/** The content of a file part; narrow it by `"bytes" in file`. */
export type FileContent = s.Infer<typeof FileContentSchema>;

/** A part that holds text. */
export const TextPartSchema = s.object({ kind: s.literal("text"), text: s.string(), metadata });
/** A part that holds text. */
export type TextPart = s.Infer<typeof TextPartSchema>;

/** A part that holds a file or points to one. */
export const FilePartSchema = s.object({ kind: s.literal("file"), file: FileContentSchema, metadata });
/** A part that holds a file or points to one. */
export type FilePart = s.Infer<typeof FilePartSchema>;

/** A part that holds structured data, which has to be an object. */
export const DataPartSchema = s.object({ kind: s.literal("data"), data: JsonObjectSchema, metadata });
/** A part that holds structured data. */
export type DataPart = s.Infer<typeof DataPartSchema>;

/** One piece of content, discriminated by `kind`. */
export const PartSchema = s.union("kind", [TextPartSchema, FilePartSchema, DataPartSchema]);
/** One piece of content; narrow it by `kind`. */
export type Part = s.Infer<typeof PartSchema>;
