import type { Part } from "@a2a/types";

/** A file of a result, by reference: its bytes are only made when they are asked for, and its address is never fetched. */
export interface FileRef {
  readonly name: string;
  readonly mediaType: string;
  /** How large it is, where that is known. */
  readonly size?: number;
  /** The bytes, where the agent sent them along. */
  bytes?(): Uint8Array;
  /** Where the file is, when the agent only points to it. It comes from the agent: check it before it is called. */
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
