import * as z from "zod/mini";
import { JsonObjectSchema } from "../../schemas/json.ts";
import { oneOf } from "../../schemas/one-of.ts";
import { Base64Schema } from "../../schemas/scalars.ts";

const metadata = z.exactOptional(JsonObjectSchema);

/** The content of a file part: exactly one of `bytes` (base64) and `uri`. */
export const FileContentSchema = oneOf(
  { bytes: Base64Schema, uri: z.string() },
  { name: z.exactOptional(z.string()), mimeType: z.exactOptional(z.string()) },
);
/** The content of a file part; narrow it by `"bytes" in file`. */
export type FileContent = z.output<typeof FileContentSchema>;

/** A part that holds text. */
export const TextPartSchema = z.object({ kind: z.literal("text"), text: z.string(), metadata });
/** A part that holds text. */
export type TextPart = z.output<typeof TextPartSchema>;

/** A part that holds a file or points to one. */
export const FilePartSchema = z.object({ kind: z.literal("file"), file: FileContentSchema, metadata });
/** A part that holds a file or points to one. */
export type FilePart = z.output<typeof FilePartSchema>;

/** A part that holds structured data, which has to be an object. */
export const DataPartSchema = z.object({ kind: z.literal("data"), data: JsonObjectSchema, metadata });
/** A part that holds structured data. */
export type DataPart = z.output<typeof DataPartSchema>;

/** One piece of content, discriminated by `kind`. */
export const PartSchema = z.discriminatedUnion("kind", [TextPartSchema, FilePartSchema, DataPartSchema]);
/** One piece of content; narrow it by `kind`. */
export type Part = z.output<typeof PartSchema>;
