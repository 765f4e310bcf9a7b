import { isJsonObject, type JsonObject, type JsonValue, unreachable } from "@a2a/types";
import type * as v0_3 from "@a2a/types/v0_3";
import { keptText, optional, stash, unstash } from "../../../stash/stash.ts";
import type * as proto from "./shapes.ts";

/** The parts of a message or an artifact, and its metadata. */
interface Holder<P> {
  parts: P[];
  metadata: JsonObject | undefined;
}

/**
 * Parts with their tags. Readers of the initial release drop later additions, the metadata and names of parts, so these are stashed a
 * second time in the enclosing metadata, by position; the copy counts where the part itself has no value.
 */
export function tagParts(parts: readonly proto.Part[], around: JsonObject | undefined): Holder<v0_3.Part> {
  const { metadata, kept } = unstash(around, "parts");
  const entries = isJsonObject(kept.parts) ? kept.parts : {};
  return { parts: parts.map((part, index) => tagPart(part, entryOf(entries[index]))), metadata };
}

/**
 * Parts without their tags; members that peers of the initial release drop are stashed in the enclosing metadata. `initial` leaves them
 * out of the parts, for a peer that refuses what it does not know.
 */
export function untagParts(
  parts: readonly v0_3.Part[],
  around: JsonObject | undefined,
  initial = false,
): Holder<proto.Part> {
  const entries: JsonObject = {};
  for (const [index, part] of parts.entries()) {
    const entry = droppedOf(part, initial);
    if (Object.keys(entry).length > 0) entries[index] = entry;
  }
  const lost = Object.keys(entries).length > 0 ? entries : undefined;
  return { parts: parts.map((part) => untagPart(part, initial)), metadata: stash(around, { parts: lost }) };
}

/** The stash of one part in the enclosing metadata. */
interface Entry {
  metadata?: JsonObject;
  filename?: string;
  mediaType?: string;
}

function tagPart(part: proto.Part, entry: Entry): v0_3.Part {
  if ("file" in part) {
    const { mimeType = entry.mediaType, name = entry.filename, ...content } = part.file;
    const about = { ...optional("name", name), ...optional("mimeType", mimeType) };
    return {
      kind: "file",
      file:
        "fileWithBytes" in content
          ? { bytes: content.fileWithBytes, ...about }
          : { uri: content.fileWithUri, ...about },
      ...optional("metadata", part.metadata ?? entry.metadata),
    };
  }
  const { filename, mediaType } = entry;
  const metadata = optional("metadata", part.metadata ?? stash(entry.metadata, { filename, mediaType }));
  if ("text" in part) return { kind: "text", text: part.text, ...metadata };
  if ("data" in part) return { kind: "data", data: part.data.data, ...metadata };
  return unreachable(part);
}

function untagPart(part: v0_3.Part, initial: boolean): proto.Part {
  const metadata = initial ? {} : optional("metadata", part.metadata);
  switch (part.kind) {
    case "text":
      return { text: part.text, ...metadata };
    case "data":
      return { data: { data: part.data }, ...metadata };
    case "file": {
      const { file } = part;
      const name = initial ? {} : optional("name", file.name);
      const about = { ...optional("mimeType", file.mimeType), ...name };
      const content = "bytes" in file ? { fileWithBytes: file.bytes } : { fileWithUri: file.uri };
      return { file: { ...content, ...about }, ...metadata };
    }
  }
}

/** A peer that knows the initial release only was seen to drop the media types of files as well (a2a-java 0.3). */
function droppedOf(part: v0_3.Part, initial: boolean): JsonObject {
  if (part.kind === "file") {
    const about = { ...optional("metadata", part.metadata), ...optional("filename", part.file.name) };
    return initial ? { ...about, ...optional("mediaType", part.file.mimeType) } : about;
  }
  const { metadata, kept } = unstash(part.metadata, "filename", "mediaType");
  return { ...optional("metadata", metadata), ...kept };
}

function entryOf(value: JsonValue | undefined): Entry {
  if (!isJsonObject(value)) return {};
  return {
    ...(isJsonObject(value.metadata) && { metadata: value.metadata }),
    ...optional("filename", keptText(value, "filename")),
    ...optional("mediaType", keptText(value, "mediaType")),
  };
}
