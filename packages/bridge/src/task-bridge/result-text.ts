import type { JsonObject } from "@a2a/types";
import type { A2ATaskResult } from "@a2a/types/cortex";

/** All text of a result, artifacts first, then messages, one part a line. */
export function resultText({ artifacts, messages }: A2ATaskResult): string {
  return [...artifacts, ...messages].flatMap(({ parts }) => parts.flatMap(textOf)).join("\n");
}

/** Parts are kept as they came, and some servers leave their tag out. */
function textOf({ type, kind, text }: JsonObject): string[] {
  return typeof text === "string" && (type ?? kind ?? "text") === "text" ? [text] : [];
}
