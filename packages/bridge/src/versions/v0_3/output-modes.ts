import type { JsonValue } from "@a2a/types";

/** How a protocol version writes accepted output modes, including an absent list. */
export interface OutputModes {
  decode(wire: string[] | undefined, kept: JsonValue | undefined): Modes;
  encode(modes: string[] | undefined, kept: JsonValue | undefined): Modes;
}

/** A list and its stash: `[]` for an empty list, `null` for an absent one. */
interface Modes {
  modes: string[] | undefined;
  lost: JsonValue | undefined;
}

/**
 * In the model an absent and an empty list both mean that any mode is accepted. `anything` is how a version or format writes that:
 * 0.2 requires a list, and its agents might read an empty one literally; some agents of 0.3 require one, and all read an empty one
 * as no list; ProtoJSON has no empty lists.
 */
export function outputModes(anything: string[] | undefined): OutputModes {
  const saysAnything = (wire: string[] | undefined) => JSON.stringify(wire) === JSON.stringify(anything);
  // An empty list that stands for an absent one is absent in the model.
  const read = (wire: string[] | undefined) => (wire?.length === 0 && saysAnything(wire) ? undefined : wire);
  return {
    decode(wire, kept) {
      if (saysAnything(wire)) return { modes: isEmpty(kept) ? listOf(kept) : read(wire), lost: undefined };
      return { modes: read(wire), lost: wire === undefined || wire.length === 0 ? (wire ?? null) : undefined };
    },
    encode(modes, kept) {
      if (modes !== undefined && modes.length > 0) return { modes, lost: undefined };
      const wire = isEmpty(kept) && listOf(kept)?.length === modes?.length ? modes : anything;
      return { modes: wire, lost: read(wire)?.length === modes?.length ? undefined : (modes ?? null) };
    },
  };
}

function isEmpty(kept: JsonValue | undefined): kept is null | [] {
  return kept === null || (Array.isArray(kept) && kept.length === 0);
}

function listOf(kept: null | []): string[] | undefined {
  return kept ?? undefined;
}
