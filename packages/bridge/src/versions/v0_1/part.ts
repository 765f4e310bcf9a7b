import { type DataPart, isJsonObject, type JsonObject, type Part } from "@a2a/types";
import type * as v0_1 from "@a2a/types/v0_1";
import type { CodecOptions } from "../../codec/version-codec.ts";
import { keptText, optional, pick, stash, unstash } from "../../stash/stash.ts";
import { namedPart, restoredNames, unwrapData, wrapData } from "../../stash/wrapped-data.ts";

/** 0.1 tags parts with `type`, allows arrays as data, and has files that are only a reference. */
export function decodePart(wire: v0_1.Part): Part {
  switch (wire.type) {
    case "text": {
      if (wire.metadata === undefined) return { text: wire.text };
      const { metadata, kept } = unstash(wire.metadata, "mediaType", "filename");
      return { text: wire.text, ...restoredNames(kept), ...optional("metadata", metadata) };
    }
    case "data": {
      const { metadata, kept } = unstash(wire.metadata, "mediaType", "filename");
      const data = isJsonObject(wire.data) ? unwrapData(wire.data, metadata) : { data: wire.data, metadata };
      return { data: data.data, ...restoredNames(kept), ...optional("metadata", data.metadata) };
    }
    case "file":
      return decodeFile(wire);
  }
}

/** 0.1 has no media type and name for text and data; they are stashed in metadata. */
export function encodePart(part: Part, options?: CodecOptions): v0_1.Part {
  if ("text" in part) {
    const { text } = part;
    const metadata = stash(part.metadata, namedPart(part));
    return metadata ? { type: "text", text, metadata } : { type: "text", text };
  }
  if (part.data !== undefined) return encodeData(part, options);
  const taken = unstash(part.metadata, "uri");
  const about = { ...optional("name", part.filename), ...optional("mimeType", part.mediaType) };
  const uri = "url" in part ? part.url : keptText(taken.kept, "uri");
  const file = { ...about, ...("raw" in part && { bytes: part.raw }), ...optional("uri", uri) };
  return { type: "file", file, ...optional("metadata", taken.metadata) };
}

function decodeFile({ file, metadata }: v0_1.FilePart): Part {
  const about = { ...optional("filename", file.name), ...optional("mediaType", file.mimeType) };
  if (file.bytes !== undefined) {
    return { raw: file.bytes, ...about, ...optional("metadata", stash(metadata, { uri: file.uri })) };
  }
  if (file.uri !== undefined) return { url: file.uri, ...about, ...optional("metadata", metadata) };
  const reference: JsonObject = pick(file, "name", "mimeType");
  return { data: { file: reference }, ...optional("metadata", stash(metadata, { fileReference: true })) };
}

/** Data is an object or an array, unless a dialect allows objects only. */
function encodeData(part: DataPart, options: CodecOptions | undefined): v0_1.Part {
  const { metadata, kept } = unstash(part.metadata, "fileReference");
  const reference = kept.fileReference === true && isJsonObject(part.data) ? part.data.file : undefined;
  if (isJsonObject(reference)) {
    const { name, mimeType } = reference;
    const file = {
      ...(typeof name === "string" && { name }),
      ...(typeof mimeType === "string" && { mimeType }),
    };
    return { type: "file", file, ...optional("metadata", metadata) };
  }
  const fitting =
    isJsonObject(part.data) || (Array.isArray(part.data) && !options?.dialect?.objectDataOnly)
      ? { data: part.data, metadata }
      : wrapData({ data: part.data, metadata });
  return { type: "data", data: fitting.data, ...optional("metadata", stash(fitting.metadata, namedPart(part))) };
}
