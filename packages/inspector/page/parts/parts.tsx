import type { Part } from "@a2a/types";
import { isA2ui, surfacesOf } from "./a2ui.ts";
import { PartView } from "./part-view.tsx";
import { SurfaceView } from "./surface-view.tsx";

/** The parts of a message or an artifact. */
export function Parts({ parts }: { parts: readonly Part[] }) {
  return (
    <div class="parts">
      {joined(parts.filter((part) => !isA2ui(part))).map((part, index) => (
        <PartView key={index} part={part} />
      ))}
      {surfacesOf(parts.flatMap((part) => (isA2ui(part) && "data" in part ? [part.data] : []))).map((surface) => (
        <SurfaceView key={surface.id} surface={surface} />
      ))}
    </div>
  );
}

/** Chunks of text of one type are read as one text, and drawn as one. */
function joined(parts: readonly Part[]): Part[] {
  const found: Part[] = [];
  let texts: string[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.text === undefined) {
      found.push(part);
      continue;
    }
    texts.push(part.text);
    const next = parts[index + 1];
    if (next?.text !== undefined && next.mediaType === part.mediaType) continue;
    found.push({ ...part, text: texts.join("") });
    texts = [];
  }
  return found;
}
