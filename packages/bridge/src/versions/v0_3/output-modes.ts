import type { JsonValue } from "@a2a/types";

/** How a generation writes the media types a caller accepts, with what the other side says when it says none. */
export interface OutputModes {
  decode(wire: string[] | undefined, kept: JsonValue | undefined): Modes;
  encode(modes: string[] | undefined, kept: JsonValue | undefined): Modes;
}

/** A list, and what to keep of it: `[]` for an empty list that became another, `null` for one that was absent. */
interface Modes {
  modes: string[] | undefined;
  lost: JsonValue | undefined;
}

/**
 * No list and an empty one mean the same to the model: anything goes. An agent of 0.2 or 0.3 might take the empty one at its word,
 * so it is left out or, where a list is required, says that anything goes.
 */
export function outputModes(required: boolean): OutputModes {
  const anything = required ? ["*/*"] : undefined;
  const saysAnything = (wire: string[] | undefined) => wire?.join() === anything?.join();
  return {
    decode(wire, kept) {
      if (saysAnything(wire) && isEmpty(kept)) return { modes: listOf(kept), lost: undefined };
      if (wire === undefined) return { modes: wire, lost: required ? null : undefined };
      return { modes: wire, lost: wire.length === 0 ? [] : undefined };
    },
    encode(modes, kept) {
      if (modes !== undefined && modes.length > 0) return { modes, lost: undefined };
      if (isEmpty(kept) && listOf(kept)?.length === modes?.length) return { modes, lost: undefined };
      return { modes: anything, lost: modes ?? (required ? null : undefined) };
    },
  };
}

function isEmpty(kept: JsonValue | undefined): kept is null | [] {
  return kept === null || (Array.isArray(kept) && kept.length === 0);
}

function listOf(kept: null | []): string[] | undefined {
  return kept ?? undefined;
}
