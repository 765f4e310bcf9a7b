import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { LocalError } from "../errors/local-error.ts";
import { type FileOptions, file as filePart, type RawPart, type UrlPart } from "../model/part.ts";
import { mediaTypeOf } from "./media-type.ts";

/**
 * Like `file` of `@a2a/types`, but also takes a path or a `file:` URL, and reads the file. Name and media type come from the path or
 * URL unless given. Rejects with a `LocalError` `CONFIG` when the file cannot be read.
 */
export function file(content: Uint8Array | ArrayBuffer, options?: FileOptions): RawPart;
export function file(content: string | Blob, options?: FileOptions): Promise<RawPart>;
export function file(content: URL, options?: FileOptions): UrlPart | Promise<RawPart>;
export function file(
  content: string | URL | Uint8Array | ArrayBuffer | Blob,
  options: FileOptions = {},
): RawPart | UrlPart | Promise<RawPart> {
  if (typeof content === "string") return fromPath(content, options);
  if (content instanceof URL) {
    if (content.protocol === "file:") return fromPath(fileURLToPath(content), options);
    return filePart(content, { ...namedAfter(decodeURI(content.pathname)), ...options });
  }
  return content instanceof Blob ? filePart(content, options) : filePart(content as Uint8Array, options); // or a buffer
}

async function fromPath(path: string, options: FileOptions): Promise<RawPart> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "unknown error";
    throw new LocalError("CONFIG", `cannot read the file ${path}: ${code}`, { cause });
  }
  return { raw: bytes.toString("base64"), ...namedAfter(path), ...options };
}

function namedAfter(path: string): FileOptions {
  const filename = basename(path);
  return { ...(filename !== "" && { filename }), mediaType: mediaTypeOf(filename) };
}
