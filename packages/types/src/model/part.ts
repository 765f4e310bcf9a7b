import type { JsonObject, JsonValue } from "../json/json.ts";

// The types of the model are written out, and a test compares them with the schemas: editors and error messages then show `Part`,
// `Message` and `Task` instead of the schema library's types. They are aliases, since an interface is not assignable to `JsonObject`.

/**
 * One piece of content. `part.text` is its text, or `undefined` if it holds something else, and so are `part.raw`, `part.url` and
 * `part.data`. Compare with `undefined` to narrow it: a text may be empty, and data may be `null`.
 */
export type Part = TextPart | RawPart | UrlPart | DataPart;
/** A part that holds text. */
export type TextPart = {
  /** The text. */
  text: string;
  raw?: never;
  url?: never;
  data?: never;
  /** Further information, by names that extensions and applications agree on. */
  metadata?: JsonObject;
  /** A file name, for files. */
  filename?: string;
  /** The media type of the content, such as `text/markdown`. */
  mediaType?: string;
};
/** A part that holds bytes as base64. */
export type RawPart = {
  /** The bytes in base64. */
  raw: string;
  text?: never;
  url?: never;
  data?: never;
  /** Further information, by names that extensions and applications agree on. */
  metadata?: JsonObject;
  /** A file name, for files. */
  filename?: string;
  /** The media type of the content, such as `text/markdown`. */
  mediaType?: string;
};
/** A part that points to a file. */
export type UrlPart = {
  /** Where the file is. */
  url: string;
  text?: never;
  raw?: never;
  data?: never;
  /** Further information, by names that extensions and applications agree on. */
  metadata?: JsonObject;
  /** A file name, for files. */
  filename?: string;
  /** The media type of the content, such as `text/markdown`. */
  mediaType?: string;
};
/** A part that holds structured data. */
export type DataPart = {
  /** Any JSON value. */
  data: JsonValue;
  text?: never;
  raw?: never;
  url?: never;
  /** Further information, by names that extensions and applications agree on. */
  metadata?: JsonObject;
  /** A file name, for files. */
  filename?: string;
  /** The media type of the content, such as `text/markdown`. */
  mediaType?: string;
};

/** A text part. */
export function textPart(text: string): TextPart {
  return { text };
}

/** Name, media type and metadata of a file part. */
export interface FileOptions {
  filename?: string;
  /** Default: that of a `Blob`, else none. */
  mediaType?: string;
  metadata?: JsonObject;
}

/**
 * A file part from bytes (`Uint8Array`, which a `Buffer` is, or `ArrayBuffer`), from a `Blob` or `File`, or from the URL of a file
 * that is elsewhere. A `Blob` is read, hence the promise.
 */
export function file(content: Uint8Array | ArrayBuffer, options?: FileOptions): RawPart;
export function file(content: URL, options?: FileOptions): UrlPart;
export function file(content: Blob, options?: FileOptions): Promise<RawPart>;
export function file(
  content: Uint8Array | ArrayBuffer | URL | Blob,
  options: FileOptions = {},
): RawPart | UrlPart | Promise<RawPart> {
  if (content instanceof URL) return { url: content.href, ...options };
  if (content instanceof Uint8Array) return { raw: toBase64(content), ...options };
  if (content instanceof ArrayBuffer) return { raw: toBase64(new Uint8Array(content)), ...options };
  if (content instanceof Blob) return fromBlob(content, options);
  throw new TypeError("file() takes a Uint8Array, an ArrayBuffer, a Blob or a URL");
}

async function fromBlob(blob: Blob, options: FileOptions): Promise<RawPart> {
  const raw = toBase64(new Uint8Array(await blob.arrayBuffer()));
  const filename = "name" in blob && typeof blob.name === "string" ? { filename: blob.name } : {};
  return { raw, ...filename, ...(blob.type !== "" && { mediaType: blob.type }), ...options };
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  // The number of arguments of a call is limited.
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(binary);
}

/** A structured data part. */
export function dataPart(data: JsonValue): DataPart {
  return { data };
}

/** All text of a message, an artifact or a list of parts, joined without a separator, as streamed chunks require. */
export function textOf(source: { parts: readonly Part[] } | readonly Part[]): string {
  const parts = "parts" in source ? source.parts : source;
  let text = "";
  for (const part of parts) text += part.text ?? "";
  return text;
}

/** The bytes of a part with `raw` content; `undefined` for text, data and files that are elsewhere. */
export function bytesOf(part: Part): Uint8Array<ArrayBuffer> | undefined {
  if (part.raw === undefined) return undefined;
  return Uint8Array.from(atob(part.raw), (unit) => unit.charCodeAt(0));
}
