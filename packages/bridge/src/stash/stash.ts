import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import { assignJson, setMember } from "@a2a/types/internal";
import { COMPAT } from "./compat.ts";

/**
 * The metadata with `lost` stashed in it. `undefined` members are ignored; without losses the metadata is returned unchanged.
 */
export function stash(
  metadata: JsonObject | undefined,
  lost: Record<string, JsonValue | undefined>,
): JsonObject | undefined {
  let kept: JsonObject | undefined;
  for (const key in lost) {
    const value = lost[key];
    if (value === undefined) continue;
    kept ??= {};
    kept[key] = value;
  }
  if (kept === undefined) return metadata;
  const before = metadata?.[COMPAT];
  const compat: JsonObject = isJsonObject(before) ? { ...before, ...kept } : kept;
  if (metadata && Object.keys(metadata).length === 0) compat.emptyMetadata = true;
  return { ...assignJson({}, metadata ?? {}), [COMPAT]: compat };
}

/** The result of `unstash`. */
export interface Unstashed {
  /** The metadata without the unstashed members; absent if otherwise empty. */
  metadata: JsonObject | undefined;
  /** The unstashed members. They came over the wire, so their types must be checked. */
  kept: JsonObject;
}

const NOTHING: JsonObject = Object.freeze({});

/** Removes the named members from the stash in metadata and returns them. */
export function unstash(metadata: JsonObject | undefined, ...names: string[]): Unstashed {
  const compat = metadata?.[COMPAT];
  if (metadata === undefined || !isJsonObject(compat)) return { metadata, kept: NOTHING };
  const kept: JsonObject = {};
  const rest: JsonObject = {};
  for (const [key, value] of Object.entries(compat)) {
    if (names.includes(key)) kept[key] = value;
    else if (key !== "emptyMetadata") setMember(rest, key, value);
  }
  if (Object.keys(kept).length === 0) return { metadata, kept };
  const { [COMPAT]: _, ...others } = metadata;
  const remaining = assignJson({}, others);
  if (Object.keys(rest).length > 0) {
    remaining[COMPAT] = compat.emptyMetadata === true ? { ...rest, emptyMetadata: true } : rest;
    return { metadata: remaining, kept };
  }
  const empty = Object.keys(remaining).length === 0 && compat.emptyMetadata !== true;
  return { metadata: empty ? undefined : remaining, kept };
}

/** A stashed member as a string, or `undefined` if it is not one. */
export function keptText(kept: JsonObject, name: string): string | undefined {
  const value = kept[name];
  return typeof value === "string" ? value : undefined;
}

/** A stashed member as a nonempty id, or `undefined` if it is not one. */
export function keptId(kept: JsonObject, name: string): string | undefined {
  return keptText(kept, name) || undefined;
}

/** A stashed member as a nonnegative 32-bit count, or `undefined` if it is not one. */
export function keptCount(kept: JsonObject, name: string): number | undefined {
  const value = kept[name];
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 2 ** 31 ? value : undefined;
}

/** A stashed member as a list of strings, or `undefined` if it is not one. */
export function keptTexts(kept: JsonObject, name: string): string[] | undefined {
  const value = kept[name];
  return Array.isArray(value) && value.every((entry) => typeof entry === "string") ? value : undefined;
}

/** An object with one member, or without it when the value is `undefined`. */
export function optional<Name extends string, T>(name: Name, value: T | undefined): { [K in Name]?: T } {
  return (value === undefined ? {} : { [name]: value }) as { [K in Name]?: T }; // a computed name widens to string
}

/** The named members of an object that are present. */
export function pick<T extends object, K extends keyof T>(source: T, ...names: K[]): Pick<T, K> {
  const picked = {} as Pick<T, K>; // filled below; members absent in the source stay absent
  for (const name of names) if (source[name] !== undefined) picked[name] = source[name];
  return picked;
}
