import { isUtf8 } from "node:buffer";
import type { ByteReader } from "./byte-reader.ts";
import { malformed } from "./reading.ts";

/** Reads a string, which has to be UTF-8. */
export function readText(reader: ByteReader): string {
  const bytes = reader.bytes();
  const text = bytes.toString();
  // Invalid bytes are decoded as U+FFFD, which may also be in the text itself.
  if (text.includes("\uFFFD") && !isUtf8(bytes)) throw malformed("a string is not UTF-8");
  return text;
}

/** Reads bytes as base64. */
export function readBase64(reader: ByteReader): string {
  return reader.bytes().toString("base64");
}
