import * as z from "zod";
import { type JsonValue, JsonValueSchema, OptionalJsonObject } from "./json.ts";
import { oneOf } from "./one-of.ts";
import { Base64Schema, OptionalString } from "./scalars.ts";

/** One piece of content in a message or an artifact: exactly one of `text`, `raw` (base64), `url` and `data` (any JSON). */
export const PartSchema = oneOf(
  { text: z.string(), raw: Base64Schema, url: z.string(), data: JsonValueSchema },
  {
    metadata: OptionalJsonObject,
    filename: OptionalString,
    mediaType: OptionalString,
  },
);
/** One piece of content; narrow it by `"text" in part`, `"raw" in part`, `"url" in part` or `"data" in part`. */
export type Part = z.output<typeof PartSchema>;
/** A part that holds text. */
export type TextPart = Extract<Part, { text: string }>;
/** A part that holds bytes as base64. */
export type RawPart = Extract<Part, { raw: string }>;
/** A part that points to a file. */
export type UrlPart = Extract<Part, { url: string }>;
/** A part that holds structured data. */
export type DataPart = Extract<Part, { data: JsonValue }>;

/** A text part. */
export function textPart(text: string): TextPart {
  return { text };
}

/** A structured data part. */
export function dataPart(data: JsonValue): DataPart {
  return { data };
}

/** Whether a part holds text. */
export function isTextPart(part: Part): part is TextPart {
  return "text" in part;
}

/** All text of a message, an artifact or a list of parts, joined without a separator, as streamed chunks want it. */
export function textOf(source: { parts: readonly Part[] } | readonly Part[]): string {
  const parts = "parts" in source ? source.parts : source;
  let text = "";
  for (const part of parts) if ("text" in part) text += part.text;
  return text;
}
