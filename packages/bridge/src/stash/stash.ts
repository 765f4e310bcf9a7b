import { assignJson, isJsonObject, type JsonObject, type JsonValue, setMember } from "@a2a/types";

/** The metadata key under which one generation keeps what another cannot say. */
export const COMPAT = "urn:a2a-compat:1";

/**
 * The metadata with `lost` kept in it. Members that are `undefined` were not lost; when nothing was, the metadata stays as it is.
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

/** What `takeFrom` found. */
export interface Unstashed {
  /** The metadata without what was taken; absent when nothing else was in it. */
  metadata: JsonObject | undefined;
  /** What was taken. It came over the wire: a hint whose types have to be checked. */
  kept: JsonObject;
}

const NOTHING: JsonObject = Object.freeze({});

/** Takes the named members out of what metadata keeps for the other generation. */
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

/** A kept member as text, or `undefined` when it is none. */
export function keptText(kept: JsonObject, name: string): string | undefined {
  const value = kept[name];
  return typeof value === "string" ? value : undefined;
}

/** A kept member as an id, which is never empty, or `undefined` when it is none. */
export function keptId(kept: JsonObject, name: string): string | undefined {
  return keptText(kept, name) || undefined;
}

/** A kept member as a count as the protocol takes it, or `undefined` when it is none. */
export function keptCount(kept: JsonObject, name: string): number | undefined {
  const value = kept[name];
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 2 ** 31 ? value : undefined;
}

/** A kept member as a list of texts, or `undefined` when it is none. */
export function keptTexts(kept: JsonObject, name: string): string[] | undefined {
  const value = kept[name];
  return Array.isArray(value) && value.every((entry) => typeof entry === "string") ? value : undefined;
}

/** An object with a member, where there is a value for it: absent means absent. */
export function optional<Name extends string, T>(name: Name, value: T | undefined): { [K in Name]?: T } {
  return (value === undefined ? {} : { [name]: value }) as { [K in Name]?: T }; // a computed name widens to string
}

/** The named members of an object that are present. */
export function pick<T extends object, K extends keyof T>(source: T, ...names: K[]): Pick<T, K> {
  const picked = {} as Pick<T, K>; // filled below; members absent in the source stay absent
  for (const name of names) if (source[name] !== undefined) picked[name] = source[name];
  return picked;
}
