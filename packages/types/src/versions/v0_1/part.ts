import * as z from "zod/mini";
import type { JsonObject, JsonValue } from "../../json/json.ts";
import { JsonObjectSchema } from "../../schemas/json.ts";
import { Base64Schema } from "../../schemas/scalars.ts";

const metadata = z.exactOptional(JsonObjectSchema);

/** The content of a file part: `bytes` (base64), a `uri`, or neither, as a bare reference. */
export const FileContentSchema = z.object({
  name: z.exactOptional(z.string()),
  mimeType: z.exactOptional(z.string()),
  bytes: z.exactOptional(Base64Schema),
  uri: z.exactOptional(z.string()),
});
/** The content of a file part. */
export type FileContent = z.output<typeof FileContentSchema>;

/** A part that holds text. */
export const TextPartSchema = z.object({ type: z.literal("text"), text: z.string(), metadata });
/** A part that holds text. */
export type TextPart = z.output<typeof TextPartSchema>;

/** A part that holds a file or points to one. */
export const FilePartSchema = z.object({ type: z.literal("file"), file: FileContentSchema, metadata });
/** A part that holds a file or points to one. */
export type FilePart = z.output<typeof FilePartSchema>;

/** A part that holds structured data: an object, or an array, which the long form of the specification allows. */
export const DataPartSchema = z.object({
  type: z.literal("data"),
  data: z
    .custom<JsonObject | JsonValue[]>((value) => typeof value === "object" && value !== null, {
      error: "expected a JSON object or array",
    })
    .check(z.meta({ type: ["object", "array"] })),
  metadata,
});
/** A part that holds structured data. */
export type DataPart = z.output<typeof DataPartSchema>;

/** One piece of content, discriminated by `type`. */
export const PartSchema = z.discriminatedUnion("type", [TextPartSchema, FilePartSchema, DataPartSchema]);
/** One piece of content; narrow it by `type`. */
export type Part = z.output<typeof PartSchema>;
