import type { JsonValue } from "@a2a/types";

/** How a protocol version writes accepted output modes, including an absent list. */
export interface OutputModes {
  decode(wire: string[] | undefined, kept: JsonValue | undefined): Modes;
  encode(modes: string[] | undefined, kept: JsonValue | undefined): Modes;
}

/** A list and its stash: `[]` for an empty list that was replaced, `null` for an absent one. */
interface Modes {
  modes: string[] | undefined;
  lost: JsonValue | undefined;
}

/**
 * In the model an absent and an empty list both mean that any mode is accepted. An agent of 0.2 or 0.3 might read an empty list
 * literally, so it is omitted or, where a list is required, replaced by wildcards.
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
