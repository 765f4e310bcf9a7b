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
  return {
    content: [{ type: "text", text: modelText(outcome) }, ...shownFiles(outcome, /./).map(toBlock), ...links],
    structuredContent: plainOutcome(outcome),
    ...(hasFailed(outcome) && { isError: true }),
  };
}

function toBlock({ name, mediaType, bytes }: ShownFile, index: number): ContentBlock {
  const data = toBase64(bytes);
  const kind = mediaType.split("/")[0];
  if (kind === "image" || kind === "audio") return { type: kind, data, mimeType: mediaType };
  const uri = `a2a:///${index}/${encodeURIComponent(name)}`;
  return { type: "resource", resource: { uri, mimeType: mediaType, blob: data } };
}
