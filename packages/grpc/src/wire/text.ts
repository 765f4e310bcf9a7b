import { isUtf8 } from "node:buffer";
import type protobuf from "protobufjs/minimal.js";
import { malformed } from "./reading.ts";

/** Reads a string, which has to be UTF-8. */
export function readText(reader: protobuf.Reader): string {
  const bytes = reader.bytes();
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString("utf8");
  // Invalid bytes are decoded as U+FFFD, which may also be in the text itself.
  if (text.includes("\uFFFD") && !isUtf8(buffer)) throw malformed("a string is not UTF-8");
  return text;
}

/** Reads bytes as base64. */
export function readBase64(reader: protobuf.Reader): string {
  const bytes = reader.bytes();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}
