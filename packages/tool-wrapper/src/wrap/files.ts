import type { Part } from "@a2a/types";

/** A file of a result, by reference: its bytes are decoded on demand, and its URL is never fetched. */
export interface FileRef {
  readonly name: string;
  readonly mediaType: string;
  /** The size in bytes, if known. */
  readonly size?: number;
  /** The bytes, if the agent sent them inline. */
  bytes?(): Uint8Array;
  /** The URL, if the agent sent only a link. It comes from the agent: check it before you fetch it. */
  readonly url?: string;
}

/** The files among some parts. */
export function filesOf(parts: readonly Part[]): FileRef[] {
  return parts.flatMap((part): FileRef[] => {
    if ("raw" in part) {
      const { raw } = part;
      return [
        { ...about(part), size: sizeOf(raw), bytes: () => Uint8Array.from(atob(raw), (unit) => unit.charCodeAt(0)) },
      ];
    }
    return "url" in part ? [{ ...about(part), url: part.url }] : [];
  });
}

function about({ filename, mediaType = "application/octet-stream" }: Part) {
  // A name is a name and not a path.
  const name = filename?.split(/[/\\]/).at(-1) || "file";
  return { name, mediaType };
}

function sizeOf(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}
