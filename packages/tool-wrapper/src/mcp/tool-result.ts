import { cleanText } from "@a2a/card";
import type { JsonObject } from "@a2a/types";
import { hasFailed, modelText, plainOutcome, type ShownFile, shownFiles, toBase64 } from "../wrap/model-content.ts";
import type { Outcome } from "../wrap/outcome.ts";

/** A content block of an MCP tool result. */
export type ContentBlock =
  | { type: "text"; text: string }
  | { type: "image" | "audio"; data: string; mimeType: string }
  | { type: "resource"; resource: { uri: string; mimeType: string; blob: string } }
  | { type: "resource_link"; uri: string; name: string; mimeType: string };

/** An MCP tool result. */
export interface ToolResult {
  [key: string]: unknown;
  content: ContentBlock[];
  structuredContent: JsonObject;
  isError?: boolean;
}

/** Converts an outcome to a tool result: text, files, links to remote files, and the outcome as structured content. */
export function toToolResult(outcome: Outcome): ToolResult {
  const files = outcome.status === "completed" ? outcome.files : [];
  const links = files.flatMap(({ url, name, mediaType }): ContentBlock[] =>
    url === undefined
      ? []
      : [{ type: "resource_link", uri: url, name: cleanText(name), mimeType: cleanText(mediaType) }],
  );
  const text = modelText(outcome);
  return {
    content: [{ type: "text", text: capped(text) }, ...blocksOf(outcome), ...links],
    structuredContent: withinCap(plainOutcome(outcome)),
    ...(hasFailed(outcome) && { isError: true }),
  };
}

/** How many characters of an agent's text, and of its data, one result holds. Hosts pass results to a model as they are. */
const MAX_TEXT = 100_000;
/** How many bytes of files one result holds. */
const MAX_FILES = 4 * 1024 * 1024;

function capped(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  const kept = text.slice(0, MAX_TEXT).toWellFormed();
  return `${kept}\n[${text.length - MAX_TEXT} more characters were left out: ask the agent for a shorter answer or a file]`;
}

/** The structured form of an outcome, with its text cut and data that is too long left out. */
function withinCap(outcome: JsonObject): JsonObject {
  const { text, data, ...rest } = outcome;
  const isLong = data !== undefined && JSON.stringify(data).length > MAX_TEXT;
  return {
    ...rest,
    ...(typeof text === "string" && { text: capped(text) }),
    ...(data !== undefined && !isLong && { data }),
    ...(isLong && { dataOmitted: `The data has more than ${MAX_TEXT} characters.` }),
  };
}

/** The files of an outcome as content; those beyond the cap are named in the text only. */
function blocksOf(outcome: Outcome): ContentBlock[] {
  let left = MAX_FILES;
  return shownFiles(outcome, /./).flatMap((file, index) => {
    left -= file.bytes.length;
    return left < 0 ? [] : [toBlock(file, index)];
  });
}

function toBlock({ name, mediaType, bytes }: ShownFile, index: number): ContentBlock {
  const data = toBase64(bytes);
  const kind = mediaType.split("/")[0];
  if (kind === "image" || kind === "audio") return { type: kind, data, mimeType: mediaType };
  const uri = `a2a:///${index}/${encodeURIComponent(name)}`;
  return { type: "resource", resource: { uri, mimeType: mediaType, blob: data } };
}
