import { isJsonObject, type Part } from "@a2a/types";
import type * as v0_3 from "@a2a/types/v0_3";
import { optional, stash, unstash } from "../../stash/stash.ts";
import { namedPart, restoredNames, unwrapData, wrapData } from "../../stash/wrapped-data.ts";

/** 0.3 nests file content and calls the media type `mimeType`; the model is flat. */
export function decodePart(wire: v0_3.Part): Part {
  const { metadata, kept } = unstash(wire.metadata, "mediaType", "filename");
  switch (wire.kind) {
    case "text":
      if (wire.metadata === undefined) return { text: wire.text };
      return { text: wire.text, ...restoredNames(kept), ...optional("metadata", metadata) };
    case "data": {
      const unwrapped = unwrapData(wire.data, metadata);
      return { data: unwrapped.data, ...restoredNames(kept), ...optional("metadata", unwrapped.metadata) };
    }
    case "file":
      return {
        ...("bytes" in wire.file ? { raw: wire.file.bytes } : { url: wire.file.uri }),
        ...optional("filename", wire.file.name),
        ...optional("mediaType", wire.file.mimeType),
        ...optional("metadata", wire.metadata),
      };
  }
}

/** 0.3 has no media type and name for text and data; they are stashed in metadata. */
export function encodePart(part: Part): v0_3.Part {
  if ("text" in part) {
    const { text } = part;
    const metadata = stash(part.metadata, namedPart(part));
    return metadata ? { kind: "text", text, metadata } : { kind: "text", text };
  }
  if (part.data !== undefined) {
    const { data, metadata } = isJsonObject(part.data) ? { ...part, data: part.data } : wrapData(part);
    return { kind: "data", data, ...optional("metadata", stash(metadata, namedPart(part))) };
  }
  const about = { ...optional("name", part.filename), ...optional("mimeType", part.mediaType) };
  const file = "raw" in part ? { bytes: part.raw, ...about } : { uri: part.url, ...about };
  return { kind: "file", file, ...optional("metadata", part.metadata) };
}
