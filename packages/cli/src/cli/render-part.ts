import type { JsonValue, Part } from "@a2a/types";
import { line, shown } from "./io.ts";

/** How much is printed. */
export interface Detail {
  /** All details. */
  readonly verbose?: boolean;
}

/** A part of a message or an artifact. Files are described, never omitted. */
export function renderPart(part: Part, { verbose }: Detail = {}, label?: string): string {
  const lines = verbose ? aboutPart(part) : [];
  if ("text" in part) lines.push(block(label ?? "Text", part.text));
  else if ("data" in part) lines.push(dataBlock(label ?? "Data", part.data));
  else {
    const about = [part.filename, part.mediaType].filter((text) => text !== undefined).map(line);
    const what = "url" in part ? line(part.url) : `${rawBytes(part.raw)} bytes`;
    lines.push(`${"url" in part ? "Link" : "File"}: ${[what, ...about].join(", ")}`);
  }
  return lines.join("\n");
}

/** Text below its label: indented, so that no line can forge a field, and closed by an empty line. */
export function block(label: string, text: string): string {
  return `${label}:\n${shown(text).replace(/^/gm, "  ")}\n`;
}

/** A value below its label. */
export function dataBlock(label: string, value: JsonValue): string {
  return block(label, JSON.stringify(value, undefined, 2));
}

function aboutPart(part: Part): string[] {
  const lines = [`Part: ${["text", "data", "url", "raw"].find((kind) => kind in part)}`];
  if (!("raw" in part || "url" in part)) {
    if (part.mediaType !== undefined) lines.push(`Media type: ${line(part.mediaType)}`);
    if (part.filename !== undefined) lines.push(`File name: ${line(part.filename)}`);
  }
  if (part.metadata !== undefined) lines.push(dataBlock("Metadata", part.metadata));
  return lines;
}

/** The number of bytes that a base64 text encodes. */
function rawBytes(raw: string): number {
  return Math.floor((raw.replace(/(?<!=)=+$/, "").length * 3) / 4);
}
