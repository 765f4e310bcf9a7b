import { isJsonObject, type JsonObject, type JsonValue, type Part } from "@a2a/types";

/** Converts the result of a tool to the parts of an artifact. */
export function resultParts(result: unknown): Part[] {
  if (result === undefined || result === null) return [];
  if (typeof result === "string") return [{ text: result }];
  if (isJsonObject(result) && isContent(result.content)) return contentParts(result, result.content);
  // Values that are not JSON, such as functions, are dropped.
  const text: string | undefined = JSON.stringify(result);
  return text === undefined ? [] : [{ data: JSON.parse(text) as JsonValue }];
}

/** Converts the result of an MCP tool: each content block, and the structured content. */
function contentParts(result: JsonObject, content: readonly JsonObject[]): Part[] {
  const parts = content.flatMap((block): Part[] => {
    const { text, data, mimeType, uri, name, resource } = block;
    const about = typeof mimeType === "string" ? { mediaType: mimeType } : {};
    if (block.type === "text" && typeof text === "string") return [{ text }];
    if (typeof data === "string") return [{ raw: data, ...about }];
    if (typeof uri === "string") return [{ url: uri, ...about, ...(typeof name === "string" && { filename: name }) }];
    return isJsonObject(resource) ? resourceParts(resource) : [];
  });
  return result.structuredContent === undefined ? parts : [...parts, { data: result.structuredContent }];
}

function resourceParts({ text, blob, mimeType }: JsonObject): Part[] {
  const about = typeof mimeType === "string" ? { mediaType: mimeType } : {};
  if (typeof text === "string") return [{ text, ...about }];
  return typeof blob === "string" ? [{ raw: blob, ...about }] : [];
}

function isContent(value: unknown): value is JsonObject[] {
  return Array.isArray(value) && value.every((block) => isJsonObject(block) && typeof block.type === "string");
}
